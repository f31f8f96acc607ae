import sys

with open(sys.argv[1]) as file:
    grid = [[int(sign) for sign in line.split()] for line in file if line.strip()]


def digits(r, c):
    used = set(grid[r]) | {row[c] for row in grid}
    for i in range(r // 3 * 3, r // 3 * 3 + 3):
        used |= set(grid[i][c // 3 * 3 : c // 3 * 3 + 3])
    return [d for d in range(1, 10) if d not in used]


empty = [(r, c) for r in range(9) for c in range(9) if grid[r][c] == 0]
tried = [digits(*empty[0])] if empty else []
while tried and len(tried) <= len(empty):
    r, c = empty[len(tried) - 1]
    grid[r][c] = 0
    if not tried[-1]:
        tried.pop()
        continue
    grid[r][c] = tried[-1].pop()
    if len(tried) == len(empty):
        break
    tried.append(digits(*empty[len(tried)]))
found = not empty or len(tried) > 0
if found:
    for row in grid:
        print(" ".join(map(str, row)))
else:
    print("No solution exists")
