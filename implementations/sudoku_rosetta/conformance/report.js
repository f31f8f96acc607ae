// The page reads well without this: here are the filters, and a dialog with all checks of a cell.
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
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);
  const seconds = (milli, digits = 2) =>
    (milli / 1000).toLocaleString(words.language, { minimumFractionDigits: digits, maximumFractionDigits: digits }) + " s";

  function element(tag, text, attributes = {}) {
    const made = document.createElement(tag);
    if (text) made.textContent = text;
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return made;
  }

  // A cell's checks: [check, verdict, reason, milliseconds], four numbers each.
  function entries(row, column) {
    const flat = data.cells[row][column], list = [];
    for (let i = 0; i < flat.length; i += 4)
      list.push({ check: flat[i], verdict: flat[i + 1], reason: flat[i + 2], milli: flat[i + 3] });
    return list;
  }
  const cells = rows.map((_, r) => heads.map((_, c) => entries(r, c)));

  function judged(r, c, check) {
    const list = check === null ? cells[r][c] : cells[r][c].filter((entry) => entry.check === check);
    if (!list.length) return null;
    return { verdict: Math.max(...list.map((entry) => entry.verdict)), milli: list.reduce((all, entry) => all + entry.milli, 0) };
  }

  // --- the matrix ---------------------------------------------------------------------------------------
  const buttons = rows.map((row, r) => heads.map((head, c) => {
    const button = element("button", "", { type: "button", tabindex: -1, "aria-haspopup": "dialog" });
    button.addEventListener("click", () => open(r, c));
    button.addEventListener("focus", () => stop(button));
    button.place = [r, c];
    row.cells[c + 1].replaceChildren(button);
    return button;
  }));
  let stopped = null;
  function stop(button) {
    if (stopped) stopped.tabIndex = -1;
    stopped = button;
    if (button) button.tabIndex = 0;
  }

  function paint(check) {
    rows.forEach((row, r) => heads.forEach((_, c) => {
      const now = judged(r, c, check), button = buttons[r][c], cell = row.cells[c + 1];
      cell.className = now ? letters[now.verdict] : "";
      button.disabled = !now;
      button.replaceChildren(
        element("span", now ? signs[now.verdict] : "", { class: "sign", "aria-hidden": "true" }),
        element("b", now ? verdicts[now.verdict] : words.nothing),
      );
      if (now) button.append(element("i", seconds(now.milli)));
    }));
  }

  const visible = (place) => !rows[place[0]].hidden && !heads[place[1]].hidden;
  const ways = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  table.addEventListener("keydown", (event) => {
    const way = ways[event.key];
    if (!way || !event.target.place || event.ctrlKey || event.altKey || event.metaKey) return;
    let [r, c] = event.target.place;
    do { r += way[0]; c += way[1]; }
    while (buttons[r]?.[c] && (buttons[r][c].disabled || !visible([r, c])));
    if (!buttons[r]?.[c]) return;
    event.preventDefault();
    buttons[r][c].focus();
  });

  // --- the filters --------------------------------------------------------------------------------------
  const boxes = (name) => [...form.querySelectorAll(`input[name=${name}]`)];
  let painted = undefined;
  function filter() {
    const check = form.check.value === "" ? null : Number(form.check.value);
    if (check !== painted) paint(painted = check);
    const wanted = new Set(boxes("verdict").filter((box) => box.checked).map((box) => Number(box.value)));
    const columns = boxes("solver").map((box) => box.checked);
    const tag = form.tag.value === "" ? null : Number(form.tag.value), named = form.named.value.trim().toLowerCase();
    heads.forEach((head, c) => { head.hidden = !columns[c]; });
    let shown = 0;
    rows.forEach((row, r) => {
      const fits = (tag === null || data.tags[r].includes(tag)) && data.names[r].toLowerCase().includes(named) &&
        heads.some((_, c) => columns[c] && wanted.has(judged(r, c, check)?.verdict));
      row.hidden = !fits;
      shown += fits;
      heads.forEach((_, c) => { row.cells[c + 1].hidden = !columns[c]; });
    });
    document.getElementById("shown").textContent = shown ? fill(words.cases_shown, { shown, all: rows.length }) : words.no_case_shown;
    if (!stopped || stopped.disabled || !visible(stopped.place))
      stop(buttons.flat().find((button) => !button.disabled && visible(button.place)) ?? null);
  }

  // --- the dialog ---------------------------------------------------------------------------------------
  function drawn(grid, clues) {
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
    made.append(drawn(grid, clues), element("figcaption", caption));
    return made;
  }

  // Checks that say the same in the same words share a line, the worst first.
  function together(list) {
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
    for (const entry of together(list)) {
      const line = lines.insertRow();
      const verdict = element("span", `${signs[entry.verdict]} ${verdicts[entry.verdict]}`, { class: `verdict ${letters[entry.verdict]}` });
      const said = document.getElementById(`r${entry.reason}`);
      const reason = said ? said.querySelector(".said").textContent : "";
      line.append(element("th", entry.names.join(", "), { scope: "row" }), element("td"), element("td", seconds(entry.milli, 3)), element("td", reason, { class: "said" }));
      line.cells[1].append(verdict);
      if (entry.verdict < 2) continue;
      if (said?.dataset.grid && !grids.has(said.dataset.grid)) grids.set(said.dataset.grid, words.grid_of_reason);
      for (const named of reason.match(/(?<!\d)[0-9.]{81}(?!\d)/g) ?? []) if (!grids.has(named)) grids.set(named, words.grid_named);
    }
    const figures = element("div", "", { class: "drawn" });
    for (const [grid, caption] of [...grids].slice(0, 6)) figures.append(figure(grid, caption, clues.replaceAll("0", ".")));
    const told = about ? [...about.querySelectorAll("p")].map((line) => line.cloneNode(true)) : [];
    const counts = data.counts[r]?.[c];
    if (counts) told.push(element("p", words.counts + words.colon + Object.entries(counts).map(([name, value]) => `${name} ${value.toLocaleString(words.language)}`).join(", ")));
    body.replaceChildren(checked, figures, ...told);
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
