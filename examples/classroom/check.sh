#!/bin/sh
# Checks mine.py level by level, writes badge.svg and prints the level reached.
# Exit code: 0 if at least level first is reached, 1 if not, 2 if nothing could be checked.
# Settings: SOLVER (default mine.py), LIMIT_S (default 300): the seconds that one level may take.
cd "$(dirname "$0")" || exit 2
solver=${SOLVER:-mine.py}
limit_s=${LIMIT_S:-300}

python=
for name in python python3; do
    if [ -z "$python" ] && "$name" -c 'import pytest, sudoku_rosetta' 2>/dev/null; then python=$name; fi
done
if [ -z "$python" ]; then
    echo "check.sh: pytest or sudoku-rosetta is not installed: see README.md" >&2
    exit 2
fi

# macOS has no command timeout; there, a level may take as long as it needs.
within=
if command -v timeout >/dev/null; then within="timeout -s INT -k 10 $limit_s"; fi

reached=none
stopped=
for level in first all count fast; do
    # The first failure ends a level, so that check.log shows what to mend first.
    $within "$python" -m pytest -x -q --no-header -p no:cacheprovider -W ignore \
        --pyargs sudoku_rosetta.conformance --solver "$solver" --level "$level" >check.log 2>&1
    code=$?
    case $code in
        0) reached=$level ;;
        124 | 137) stopped="; $level: stopped after $limit_s s" && break ;;
        *) stopped="; $level: see check.log" && break ;;
    esac
done
if [ "$reached" = none ]; then
    cat check.log >&2
    colour="#a4262c"
else
    colour="#1b6e2f"
fi

cat >badge.svg <<END
<svg xmlns="http://www.w3.org/2000/svg" width="150" height="20" role="img" aria-labelledby="title">
  <title id="title">Sudoku level: $reached</title>
  <rect width="100" height="20" fill="#444"/>
  <rect x="100" width="50" height="20" fill="$colour"/>
  <g fill="#fff" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11" text-anchor="middle">
    <text x="50" y="14">Sudoku level</text>
    <text x="125" y="14">$reached</text>
  </g>
</svg>
END
echo "level reached: $reached$stopped"
[ "$reached" != none ]
