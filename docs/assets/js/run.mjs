/* The page Run: hooks/runner.py writes its two parts, a worker runs the programs, and this says what comes of it. */
import { Live, Stopped, cells, filled, refusal } from "./live.mjs";

const language = document.documentElement.lang;
const PATIENCE = 30;                                      // seconds, for one question of the conformance suite
const ENOUGH = 20;                                        // mistakes after which page.py asks no more

// Buttons, what is said, and a worker of its own, of one part of the page.
class Part {
  constructor(element) {
    this.element = element; this.words = element.dataset; this.live = new Live();
    this.find = (selector) => element.querySelector(selector);
    this.stop = this.find("[data-do=stop]");
    this.stop.onclick = () => this.live.stop();
  }
  say(words, values = {}) { this.find(".live-said").textContent = filled(words, values); }
  // Something long: the other buttons wait, Stop does not.
  async during(button, work) {
    this.stop.disabled = !(button.disabled = true);
    try { await work(); } catch (error) { this.ended(error); }
    const left = document.activeElement === this.stop;
    this.stop.disabled = !(button.disabled = false);
    if (left) button.focus();
  }
  ended(error) { this.say(error instanceof Stopped ? this.words.stopped : this.words.lost, { e: error.message }); }
}

class Run extends Part {
  constructor(element) {
    super(element);
    this.text = this.find("textarea"); this.ready = this.find("[name=grid]");
    this.ready.onchange = () => { if (this.ready.value) this.text.value = this.ready.value.match(/.{9}/g).join("\n"); else this.text.focus(); };
    this.text.oninput = () => { this.ready.value = ""; };
    const button = this.find("[data-do=run]");
    button.onclick = () => this.during(button, () => this.run());
  }
  async run() {
    const { words } = this, text = this.text.value, grid = cells(text), limit = +this.find("[name=limit]").value;
    const chosen = [...this.element.querySelectorAll("input:checked")];
    const refused = refusal(text, words) || (chosen.length ? "" : words.noneChosen);
    this.text.setAttribute("aria-invalid", Boolean(refused && chosen.length));
    if (refused) return this.say(refused);
    this.find("tbody").replaceChildren();
    this.find(".live-table").hidden = false;
    for (const box of chosen) {
      const w = box.parentElement.textContent.trim(), row = this.row(w), running = () => this.say(words.running, { w });
      running();
      try {
        await this.live.ask({ do: "run", writing: box.name, grid, limit }, (told) => {
          if (told.loading) return this.say(words.loading);
          if (told.writing) this.fill(row, told);
          running();
        });
      } catch (error) {
        if (error instanceof Stopped) throw error;
        row.cells[1].textContent = error.message;         // the program's own failure; the others go on
      }
    }
    this.say(words.done);
  }
  row(name) {
    const row = this.find("tbody").insertRow();
    row.appendChild(Object.assign(document.createElement("th"), { scope: "row", textContent: name }));
    this.element.querySelectorAll("th[data-count]").forEach(() => { row.insertCell().textContent = "…"; });
    return row;
  }
  fill(row, told) {
    const number = (n) => n === undefined ? (told.counts ? "–" : "…") : n.toLocaleString(language);
    const solutions = number(told.solutions);
    const values = { ...told.counts, first: told.first || this.words.none, seconds: told.seconds.toLocaleString(language, { maximumSignificantDigits: 3 }) };
    values.solutions = told.complete ? solutions : filled(this.words.limited, { n: solutions });
    this.element.querySelectorAll("th[data-count]").forEach(({ dataset: { count } }, n) => {
      row.cells[n + 1].textContent = typeof values[count] === "string" ? values[count] : number(values[count]);
    });
  }
}

class Change extends Part {
  constructor(element) {
    super(element);
    this.text = this.find("textarea"); this.numbers = this.find("pre"); this.select = this.find("select");
    this.bar = this.find("progress"); this.failures = this.find("ol"); this.originals = {}; this.changed = {};
    this.text.oninput = () => { this.changed[this.select.value] = this.text.value; this.number(); };
    this.text.onscroll = () => { this.numbers.scrollTop = this.text.scrollTop; };
    this.select.onchange = () => this.show();
    this.find("[data-do=put-back]").onclick = async () => { delete this.changed[this.select.value]; await this.show(); this.say(this.words.kept); };
    const button = this.find("[data-do=examine]");
    button.onclick = () => this.during(button, () => this.examine());
    this.show();
  }
  async show() {
    const writing = this.select.value;
    try { this.originals[writing] ??= await this.file(this.select.selectedOptions[0].dataset.file); } catch (error) { return this.ended(error); }
    if (writing !== this.select.value) return;
    this.text.value = this.changed[writing] ?? this.originals[writing];
    this.number();
  }
  async file(name) {
    const answer = await fetch(new URL(`documents/${name}`, new URL(this.words.live, location.href)));
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    return answer.text();
  }
  number() {
    const lines = this.text.value.split("\n").length;
    if (lines !== this.lines) this.numbers.textContent = Array.from({ length: this.lines = lines }, (_, n) => n + 1).join("\n") + "\n\n";
  }
  async examine() {
    const { words, bar } = this, writing = this.select.value;
    let last, tenth = -1;
    this.say(words.reading);
    this.failures.replaceChildren(); this.failures.hidden = true;
    bar.hidden = false; bar.value = 0;
    try {
      await this.live.ask({ do: "examine", writing, source: this.text.value, language }, (told) => {
        if ("loading" in told) this.say(told.loading ? words.loading : words.reading);
        if (told.unreadable) this.say(words.unreadable, { e: told.unreadable });
        if (told.failed) this.failed(told.failed);
        if (told.verdicts) this.judged(told.verdicts);
        if (!told.of) return;
        last = told; bar.value = told.at / told.of;
        // said to a screen reader ten times, not a thousand
        if (tenth !== (tenth = Math.floor(10 * bar.value))) this.say(words.asking, { n: told.at, m: told.of });
      }, PATIENCE);
    } catch (error) {
      if (!error.silent) throw error;
      this.say(last ? words.silent : words.unread, { s: PATIENCE, c: last?.case, k: last?.check });
    } finally { bar.hidden = true; }
  }
  judged(verdicts) {
    const wrong = (verdicts.failed ?? 0) + (verdicts.errored ?? 0), told = Object.entries(verdicts).map(([verdict, n]) => `${n} ${this.words[verdict]}`);
    const also = !wrong ? this.words.allRight : wrong < ENOUGH ? "" : filled(this.words.enough, { n: wrong });
    this.say(`${told.join(", ")}. ${also}`);
  }
  failed({ case: name, check, grid, reason, why }) {
    const item = document.createElement("li"), add = (tag, text) => item.append(Object.assign(document.createElement(tag), { textContent: text }), " ");
    add("strong", name); add("span", `(${check})`); add("p", reason);
    if (why) add("p", why);
    if (grid) add("code", grid);
    this.failures.append(item);
    this.failures.hidden = false;
  }
}

document.querySelectorAll(".live-run").forEach((element) => new Run(element));
document.querySelectorAll(".live-change").forEach((element) => new Change(element));
