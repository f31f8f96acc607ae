// readline() and print(), as contests and other shells have them
function isFree(cells, place, digit) {
  for (let other = 0; other < 81; other++) {
    const row = Math.floor(place / 9) === Math.floor(other / 9), column = place % 9 === other % 9;
    const box = Math.floor(place / 27) === Math.floor(other / 27) && Math.floor(place % 9 / 3) === Math.floor(other % 9 / 3);
    if ((row || column || box) && cells[other] === digit) return false;
  }
  return true;
}

function fill(cells) {
  const place = cells.indexOf("0");
  if (place < 0) return true;
  for (const digit of "123456789") {
    if (isFree(cells, place, digit)) {
      cells[place] = digit;
      if (fill(cells)) return true;
    }
  }
  cells[place] = "0";
  return false;
}

let line;
while ((line = readline()) !== null) {
  const cells = line.split("");
  print(fill(cells) ? cells.join("") : "no solution");
}
