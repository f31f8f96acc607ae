/* The player shows recorded searches step by step. A recording is converted once to a tree of placements (parent, cell,
   digit), with the current placement of each step. Any step can be shown from these, so stepping back is exact. */
(() => {
  const scripts = document.currentScript.src;
  const number = (letter) => { const code = letter.charCodeAt(0); return code - (code < 92 ? 35 : 36); };

  class Walk {
    constructor(held) {
      this.grid = [...held.grid].map(Number);
      this.cut = held.cut;                          // the recording stops before the search ends
      const steps = this.length = held.at.length;
      this.places = held.places;
      this.at = Uint8Array.from(held.at, number);
      this.cells = Int8Array.from(held.cells, (letter) => number(letter) - 1);
      this.here = new Int32Array(steps + 1);        // the current placement after each step; 0 is the root
      this.placed = new Int32Array(steps + 1);
      this.guessed = new Int32Array(steps + 1);
      this.tests = new Int32Array(steps + 1);
      this.parent = [0]; this.cell = [-1]; this.digit = [0]; this.depth = [0]; this.guess = [false];
      const rules = held.places.some(([, kind]) => kind === "guess");
      let here = 0;
      for (let n = 0; n < steps; n++) {
        const kind = held.places[this.at[n]][1], cell = this.cells[n];
        if (kind === "back") here = rules ? this.beforeGuess(here) : this.without(here, cell);
        else if (kind !== "solution") {
          if (!rules) here = this.without(here, cell);
          here = this.add(here, cell, +held.digits[n], kind === "guess");
        }
        this.here[n + 1] = here;
        this.placed[n + 1] = this.cell.length - 1;
        this.guessed[n + 1] = this.guessed[n] + (kind === "guess");
        this.tests[n + 1] = this.tests[n] + number(held.tests[n]);
      }
    }
    add(parent, cell, digit, guess) {
      this.parent.push(parent); this.cell.push(cell); this.digit.push(digit);
      this.depth.push(this.depth[parent] + 1); this.guess.push(guess);
      return this.cell.length - 1;
    }
    beforeGuess(here) { while (here && !this.guess[here]) here = this.parent[here]; return this.parent[here]; }
    // undo the placement of this cell, if it is the current one
    without(here, cell) { return here && this.cell[here] === cell ? this.parent[here] : here; }
    kind(step) { return step ? this.places[this.at[Math.min(step, this.length) - 1]][1] : "start"; }
    line(step) { return step ? this.places[this.at[Math.min(step, this.length) - 1]][0] : 0; }
    touched(step) { return step ? this.cells[step - 1] : -1; }
    digits(step) {
      const digits = this.grid.slice();
      for (let node = this.here[Math.min(step, this.length)]; node; node = this.parent[node]) digits[this.cell[node]] = this.digit[node];
      return digits;
    }
    next(step, wanted) {
      for (let n = step + 1; n <= this.length; n++)
        if (wanted === "solution" ? this.kind(n) === "solution" : this.kind(n) === "back" && this.kind(n - 1) !== "back") return n;
      return this.length;
    }
  }

  class Column {
    constructor(element, words) {
      this.element = element; this.words = words;
      this.lines = new Map([...element.querySelectorAll(".beside-line")].map((line) => [+line.dataset.line, line]));
      this.code = element.querySelector("pre");
      this.counts = element.querySelector(".player-counts");
      this.canvas = element.querySelector("canvas");
      this.box = element.querySelector(".player-grid");
      this.cells = Array.from({ length: 81 }, () => this.box.appendChild(document.createElement("span")));
    }
    follow(walk) {
      this.walk = walk;
      this.cells.forEach((cell, n) => { cell.className = walk.grid[n] ? "given" : ""; });
    }
    show(step) {
      const walk = this.walk, at = Math.min(step, walk.length), here = walk.here[at], touched = walk.touched(at);
      walk.digits(at).forEach((digit, n) => {
        if (this.cells[n].textContent !== (digit ? String(digit) : "")) this.cells[n].textContent = digit || "";
        this.cells[n].classList.toggle("lit", n === touched);
      });
      this.lit?.classList.remove("lit");
      this.lit = this.lines.get(walk.line(at));
      if (this.lit) {
        this.lit.classList.add("lit");
        const top = this.lit.offsetTop;
        if (top < this.code.scrollTop || top > this.code.scrollTop + this.code.clientHeight - 40) this.code.scrollTop = top - this.code.clientHeight / 2;
      }
      const { placements, tests, guesses, depth, of } = this.words, format = (n) => n.toLocaleString(document.documentElement.lang);
      const total = walk.placed[walk.length], rules = walk.guessed[walk.length];
      this.counts.textContent = `${format(walk.placed[at])} ${of} ${format(total)}${walk.cut ? "+" : ""} ${placements}, ` +
        (rules ? `${format(walk.guessed[at])} ${guesses}` : `${format(walk.tests[at])} ${tests}`) + `, ${depth} ${walk.depth[here]}`;
      this.draw(at, here);
    }
    // Draw the last placements before this step and their paths to the root.
    draw(at, here) {
      const walk = this.walk, { width, height } = this.canvas, paint = this.canvas.getContext("2d");
      const colour = getComputedStyle(this.element).color, lit = getComputedStyle(this.element).getPropertyValue("--lit-edge");
      paint.clearRect(0, 0, width, height);
      const last = walk.placed[at], first = Math.max(1, last - 70), path = new Set();
      for (let node = here; node; node = walk.parent[node]) path.add(node);
      const nodes = [...path].filter((node) => node < first).reverse();
      for (let node = first; node <= last; node++) nodes.push(node);
      const place = new Map(nodes.map((node, n) => [node, n]));
      const deepest = Math.max(12, ...nodes.map((node) => walk.depth[node]));
      const x = (n) => 8 + n * (width - 16) / Math.max(40, nodes.length), y = (node) => 8 + walk.depth[node] * (height - 16) / deepest;
      for (const [node, n] of place) {
        const parent = walk.parent[node], on = path.has(node);
        paint.globalAlpha = on ? 1 : .5;
        paint.strokeStyle = paint.fillStyle = on ? lit : colour;
        paint.lineWidth = on ? 2.5 : 1;
        if (place.has(parent) || !parent) {
          paint.beginPath(); paint.moveTo(parent ? x(place.get(parent)) : 8, y(parent)); paint.lineTo(x(n), y(node)); paint.stroke();
        }
        paint.beginPath(); paint.arc(x(n), y(node), node === here ? 5 : walk.guess[node] ? 3.5 : 2, 0, 7); paint.fill();
      }
      paint.globalAlpha = 1;
    }
    says(step) {
      const walk = this.walk, at = Math.min(step, walk.length), kind = walk.kind(at), words = this.words;
      if (kind === "start" || kind === "solution") return kind === "start" ? words.start : words.shown;
      const cell = walk.touched(at);
      return words[kind === "back" ? "goback" : kind].replace("{d}", walk.digit[walk.here[at]]).replace("{r}", Math.floor(cell / 9) + 1).replace("{c}", cell % 9 + 1);
    }
  }

  class Player {
    constructor(element) {
      this.element = element; this.words = element.dataset; this.step = 0; this.held = new Map();
      this.said = element.querySelector(".player-said");
      this.select = element.querySelector("select");
      this.own = element.querySelector(".player-own"); this.typed = this.own.querySelector("textarea");
      this.boxes = [...element.querySelectorAll("fieldset input")];
      this.slider = element.querySelector("[data-do=at]");
      this.output = element.querySelector("output");
      this.speed = element.querySelector("[data-do=speed]");
      this.code = element.querySelector("[data-do=code]");
      this.playing = element.querySelector("[data-do=play]");
      this.columns = new Map([...element.querySelectorAll(".player-column")].map((each) => [each.dataset.writing, new Column(each, this.words)]));
      this.fromAddress();
      this.listen();
      // handle links that were pasted into the open page, but not links to headings
      addEventListener("hashchange", () => { if (location.hash.startsWith("#grid=")) { this.fromAddress(); this.load(); } });
      this.load();
    }
    fromAddress() {
      const asked = new URLSearchParams(location.hash.slice(1)), names = [...this.columns.keys()];
      if ([...this.select.options].some((option) => option.value === asked.get("grid"))) this.select.value = asked.get("grid");
      else this.select.value = "grid-2";
      if (/^[\d.]{81}$/.test(asked.get("grid"))) { this.select.value = "own"; this.type(asked.get("grid")); }
      let shown = (asked.get("writings") || "").split(",").filter((name) => names.includes(name)).slice(0, 3);
      if (!shown.length) shown = ["c-style", "pseudocode-style", "deduction-style"].filter((name) => names.includes(name));
      this.boxes.forEach((box) => { box.checked = shown.includes(box.name); });
      this.step = Math.max(0, parseInt(asked.get("step"), 10) || 0);
      this.code.checked = asked.get("code") !== "0";
      this.unfold();
    }
    unfold() { this.element.classList.toggle("without-code", !this.code.checked); }
    type(grid) { this.typed.value = grid.match(/.{9}/g).join("\n"); }
    address() {
      const shown = this.shown.map((column) => column.element.dataset.writing).join(",");
      history.replaceState(history.state, "", `#grid=${this.grid}&writings=${shown}&step=${this.step}${this.code.checked ? "" : "&code=0"}`);
    }
    listen() {
      const acts = {
        first: () => this.go(0), back: () => this.go(this.step - 1), step: () => this.go(this.step + 1),
        dead: () => this.go(this.longest.next(this.step, "dead")), solution: () => this.go(this.longest.next(this.step, "solution")),
      };
      this.element.addEventListener("click", (event) => {
        const act = event.target.closest("button")?.dataset.do;
        if (act === "trace") { this.step = 0; this.load(); }
        else if (act === "play") this.timer ? this.pause() : this.play();
        else if (act && this.longest) { this.pause(); acts[act](); }
      });
      this.slider.addEventListener("input", () => { this.pause(); this.go(+this.slider.value); });
      this.select.addEventListener("change", () => {
        this.own.hidden = this.select.value !== "own";
        if (this.own.hidden) { this.step = 0; return this.load(); }
        if (!this.typed.value && this.longest) this.type(this.longest.grid.join(""));
        this.typed.focus();
      });
      this.code.addEventListener("change", () => { this.unfold(); this.go(this.step); });
      this.boxes.forEach((box) => box.addEventListener("change", () => this.load()));
    }
    async load() {
      this.pause();
      const wanted = this.boxes.filter((box) => box.checked);
      if (!wanted.length) { this.boxes[0].checked = true; wanted.push(this.boxes[0]); }
      this.boxes.forEach((box) => { box.disabled = !box.checked && wanted.length >= 3; });
      const asked = this.asked = {}, own = !(this.own.hidden = this.select.value !== "own");
      this.said.textContent = this.words.loading;
      if (this.tracing) this.live.stop();
      try {
        const grid = own ? await this.read() : this.select.value, walks = [];
        if (asked !== this.asked || !grid) return;
        // one after the other: the worker handles one request at a time
        for (const box of wanted) if (own) await this.walk(grid, box.name);
        for (const walk of wanted.map((box) => this.walk(grid, box.name))) walks.push(await walk);
        if (asked !== this.asked) return;
        this.grid = grid;
        this.shown = wanted.map((box, n) => { const column = this.columns.get(box.name); column.follow(walks[n]); return column; });
      } catch { if (asked === this.asked) this.said.textContent = this.words.lost; return; }
      this.columns.forEach((column) => { column.element.hidden = !this.shown.includes(column); });
      this.longest = this.shown.map((column) => column.walk).reduce((a, b) => b.length > a.length ? b : a);
      this.slider.max = this.longest.length;
      this.element.dataset.ready = this.grid;
      this.go(this.step);
    }
    async walk(grid, name) {
      const key = `${grid}.${name}`;
      if (!this.held.has(key)) this.held.set(key, new Walk(await (grid.length === 81 ? this.trace(grid, name) : this.recorded(key))));
      return this.held.get(key);
    }
    async recorded(key) {
      const answer = await fetch(new URL(`${key}.json`, this.base()));
      if (!answer.ok) throw new Error(key);
      return answer.json();
    }
    // The reader's own grid, or "" after showing why it is invalid.
    async read() {
      const { Live, cells, refusal } = await import(new URL("live.mjs", scripts));
      this.live ??= new Live();
      const grid = cells(this.typed.value), refused = refusal(this.typed.value, this.words);
      if (refused) this.said.textContent = refused;
      return refused ? "" : grid;
    }
    async trace(grid, writing) {
      const { limit, steps } = this.columns.get(writing).element.dataset;
      this.tracing = true;
      try { return await this.live.request({ do: "trace", writing, grid, limit: +limit, steps: +steps }, ({ loading }) => { this.said.textContent = this.words[loading ? "python" : "loading"]; }); }
      finally { this.tracing = false; }
    }
    base() { return new URL(this.words.walks, location.href); }
    go(step) { if (this.longest) { this.show(step); this.settle(); } }
    show(step) {
      this.step = Math.max(0, Math.min(step, this.longest.length));
      this.slider.value = this.step;
      this.output.textContent = `${this.step} ${this.words.of} ${this.longest.length}`;
      this.shown.forEach((column) => column.show(this.step));
    }
    settle() {
      this.said.textContent = this.shown.map((column) =>
        `${column.element.querySelector(".beside-title").firstChild.textContent.trim()} – ${column.says(this.step)}` +
        (this.step >= column.walk.length ? ` (${column.walk.cut ? this.words.cut : this.words.end})` : "")).join(" · ");
      this.address();
    }
    play() {
      if (!this.longest) return;
      if (this.step >= this.longest.length) this.show(0);
      this.playing.textContent = this.words.pause;
      let due = performance.now();
      const tick = (now) => {
        const each = 1000 / 2 ** (+this.speed.value - 1);   // from one step in two seconds to 512 a second
        let steps = 0;
        while (due <= now && steps < 60) { due += each; steps++; }
        if (due < now) due = now;
        if (steps) this.show(this.step + steps);
        if (this.step >= this.longest.length) this.pause();
        else this.timer = requestAnimationFrame(tick);
      };
      this.timer = requestAnimationFrame(tick);
    }
    pause() {
      if (!this.timer) return;
      cancelAnimationFrame(this.timer); this.timer = 0;
      this.playing.textContent = this.words.play;
      this.settle();
    }
  }

  addEventListener("DOMContentLoaded", () => document.querySelectorAll(".player").forEach((element) => new Player(element)));
})();
