// Adds the filters, and a dialog with all checks of a cell. The page works without this script.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { words, verdicts, signs, letters, checks } = data;
  const SVG = "http://www.w3.org/2000/svg";
  const form = document.getElementById("filters");
  const table = document.getElementById("cells");
  const rows = [...table.tBodies[0].rows];
  const heads = [...table.tHead.rows[0].cells].slice(1);
  const dialog = document.getElementById("cell");
  const format = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);
  const seconds = (milli, digits = 2) =>
    (milli / 1000).toLocaleString(words.language, { minimumFractionDigits: digits, maximumFractionDigits: digits }) + " s";

  function element(tag, text, attributes = {}) {
    const made = document.createElement(tag);
    if (text) made.textContent = text;
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return made;
  }

  // The checks of a cell, stored as four numbers each: check, verdict, reason, milliseconds.
  function entries(row, column) {
    const flat = data.cells[row][column], list = [];
    for (let i = 0; i < flat.length; i += 4)
      list.push({ check: flat[i], verdict: flat[i + 1], reason: flat[i + 2], milli: flat[i + 3] });
    return list;
  }
  const cells = rows.map((_, r) => heads.map((_, c) => entries(r, c)));

  function summary(r, c, check) {
    const list = check === null ? cells[r][c] : cells[r][c].filter((entry) => entry.check === check);
    if (!list.length) return null;
    return { verdict: Math.max(...list.map((entry) => entry.verdict)), milli: list.reduce((all, entry) => all + entry.milli, 0) };
  }

  // --- the matrix ---------------------------------------------------------------------------------------
  const buttons = rows.map((row, r) => heads.map((head, c) => {
    const button = element("button", "", { type: "button", tabindex: -1, "aria-haspopup": "dialog" });
    button.addEventListener("click", () => open(r, c));
    button.addEventListener("focus", () => setTabStop(button));
    button.place = [r, c];
    row.cells[c + 1].replaceChildren(button);
    return button;
  }));
  let tabStop = null;
  function setTabStop(button) {
    if (tabStop) tabStop.tabIndex = -1;
    tabStop = button;
    if (button) button.tabIndex = 0;
  }

  function paint(check) {
    rows.forEach((row, r) => heads.forEach((_, c) => {
      const result = summary(r, c, check), button = buttons[r][c], cell = row.cells[c + 1];
      cell.className = result ? letters[result.verdict] : "";
      button.disabled = !result;
      button.replaceChildren(
        element("span", result ? signs[result.verdict] : "", { class: "sign", "aria-hidden": "true" }),
        element("b", result ? verdicts[result.verdict] : words.nothing),
      );
      if (result) button.append(element("i", seconds(result.milli)));
    }));
  }

  const visible = (place) => !rows[place[0]].hidden && !heads[place[1]].hidden;
  const directions = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  table.addEventListener("keydown", (event) => {
    const direction = directions[event.key];
    if (!direction || !event.target.place || event.ctrlKey || event.altKey || event.metaKey) return;
    let [r, c] = event.target.place;
    do { r += direction[0]; c += direction[1]; }
    while (buttons[r]?.[c] && (buttons[r][c].disabled || !visible([r, c])));
    if (!buttons[r]?.[c]) return;
    event.preventDefault();
    buttons[r][c].focus();
  });

  // --- the filters --------------------------------------------------------------------------------------
  const boxes = (name) => [...form.querySelectorAll(`input[name=${name}]`)];
  let shownCheck = undefined;
  function filter() {
    const check = form.check.value === "" ? null : Number(form.check.value);
    if (check !== shownCheck) paint(shownCheck = check);
    const wanted = new Set(boxes("verdict").filter((box) => box.checked).map((box) => Number(box.value)));
    const columns = boxes("solver").map((box) => box.checked);
    const tag = form.tag.value === "" ? null : Number(form.tag.value), named = form.named.value.trim().toLowerCase();
    heads.forEach((head, c) => { head.hidden = !columns[c]; });
    let shown = 0;
    rows.forEach((row, r) => {
      const matches = (tag === null || data.tags[r].includes(tag)) && data.names[r].toLowerCase().includes(named) &&
        heads.some((_, c) => columns[c] && wanted.has(summary(r, c, check)?.verdict));
      row.hidden = !matches;
      shown += matches;
      heads.forEach((_, c) => { row.cells[c + 1].hidden = !columns[c]; });
    });
    document.getElementById("shown").textContent = shown ? format(words.cases_shown, { shown, all: rows.length }) : words.no_case_shown;
    if (!tabStop || tabStop.disabled || !visible(tabStop.place))
      setTabStop(buttons.flat().find((button) => !button.disabled && visible(button.place)) ?? null);
  }

  // --- the dialog ---------------------------------------------------------------------------------------
  function gridSvg(grid, clues) {
    const svg = document.createElementNS(SVG, "svg");
    const label = `${words.rows}${words.colon}${grid.replaceAll("0", ".").match(/.{1,9}/g).join(" / ")}`;
    for (const [name, value] of [["class", "grid"], ["viewBox", "0 0 92 92"], ["role", "img"], ["aria-label", label]])
      svg.setAttribute(name, value);
    const frame = svg.appendChild(document.createElementNS(SVG, "use"));
    frame.setAttribute("href", "#frame");
    [...grid].forEach((digit, place) => {
      if (digit < "1" || digit > "9") return;
      const text = svg.appendChild(document.createElementNS(SVG, "text"));
      text.setAttribute("x", 6 + 10 * (place % 9));
      text.setAttribute("y", 8.6 + 10 * Math.floor(place / 9));
      text.setAttribute("class", digit === clues[place] ? "clue" : "new");
      text.textContent = digit;
    });
    return svg;
  }
  function figure(grid, caption, clues) {
    const made = element("figure");
    made.append(gridSvg(grid, clues), element("figcaption", caption));
    return made;
  }

  // Groups the checks with the same verdict and reason, one group per line, the worst verdict first.
  function grouped(list) {
    const lines = new Map();
    for (const { check, verdict, reason, milli } of list) {
      const key = `${verdict} ${reason}`;
      if (!lines.has(key)) lines.set(key, { verdict, reason, names: [], milli: 0 });
      lines.get(key).names.push(checks[check]);
      lines.get(key).milli += milli;
    }
    return [...lines.values()].sort((a, b) => b.verdict - a.verdict);
  }

  function open(r, c) {
    const list = cells[r][c], clues = data.grids[r];
    document.getElementById("cell-title").textContent = `${heads[c].textContent}, ${data.names[r]}`;
    const body = document.getElementById("cell-body");
    const about = rows[r].cells[0].querySelector("details");
    const grids = new Map();
    if (/^[0-9.]{81}$/.test(clues)) grids.set(clues, words.grid_of_case);
    const checked = element("table", "", { class: "checks" });
    const top = checked.createTHead().insertRow();
    for (const head of [words.check, words.verdict, words.seconds, words.reason]) top.append(element("th", head, { scope: "col" }));
    const lines = checked.createTBody();
    for (const entry of grouped(list)) {
      const line = lines.insertRow();
      const verdict = element("span", `${signs[entry.verdict]} ${verdicts[entry.verdict]}`, { class: `verdict ${letters[entry.verdict]}` });
      const item = document.getElementById(`r${entry.reason}`);
      const reason = item ? item.querySelector(".text").textContent : "";
      line.append(element("th", entry.names.join(", "), { scope: "row" }), element("td"), element("td", seconds(entry.milli, 3)), element("td", reason, { class: "text" }));
      line.cells[1].append(verdict);
      if (entry.verdict < 2) continue;
      if (item?.dataset.grid && !grids.has(item.dataset.grid)) grids.set(item.dataset.grid, words.grid_of_reason);
      for (const quoted of reason.match(/(?<!\d)[0-9.]{81}(?!\d)/g) ?? []) if (!grids.has(quoted)) grids.set(quoted, words.grid_named);
    }
    const figures = element("div", "", { class: "figures" });
    for (const [grid, caption] of [...grids].slice(0, 6)) figures.append(figure(grid, caption, clues.replaceAll("0", ".")));
    const details = about ? [...about.querySelectorAll("p")].map((line) => line.cloneNode(true)) : [];
    const counts = data.counts[r]?.[c];
    if (counts) details.push(element("p", words.counts + words.colon + Object.entries(counts).map(([name, value]) => `${name} ${value.toLocaleString(words.language)}`).join(", ")));
    body.replaceChildren(checked, figures, ...details);
    dialog.showModal();
    dialog.scrollTop = 0;
  }
  document.getElementById("close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });

  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(filter));
  form.hidden = false;
  filter();
})();
