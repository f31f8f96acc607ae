/* The page Run. hooks/runner.py generates its two forms; a worker runs the programs, and this script shows the results. */
import { Live, Stopped, cells, filled, refusal } from "./live.mjs";

const language = document.documentElement.lang;
const TIMEOUT_S = 30;                                     // for one test of the conformance suite
const MAX_FAILURES = 20;                                  // page.py stops after this number

// A form of the page, with its buttons, status line and worker.
class Part {
  constructor(element) {
    this.element = element; this.words = element.dataset; this.live = new Live();
    this.find = (selector) => element.querySelector(selector);
    this.stop = this.find("[data-do=stop]");
    this.stop.onclick = () => this.live.stop();
  }
  say(words, values = {}) { this.find(".live-said").textContent = filled(words, values); }
  // Runs a long task; meanwhile only Stop is enabled.
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
        await this.live.request({ do: "run", writing: box.name, grid, limit }, (message) => {
          if (message.loading) return this.say(words.loading);
          if (message.writing) this.fill(row, message);
          running();
        });
      } catch (error) {
        if (error instanceof Stopped) throw error;
        row.cells[1].textContent = error.message;         // this program failed; run the next one
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
  fill(row, message) {
    const number = (n) => n === undefined ? (message.counts ? "–" : "…") : n.toLocaleString(language);
    const solutions = number(message.solutions);
    const values = { ...message.counts, first: message.first || this.words.none, seconds: message.seconds.toLocaleString(language, { maximumSignificantDigits: 3 }) };
    values.solutions = message.complete ? solutions : filled(this.words.limited, { n: solutions });
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
      await this.live.request({ do: "examine", writing, source: this.text.value, language }, (message) => {
        if ("loading" in message) this.say(message.loading ? words.loading : words.reading);
        if (message.unreadable) this.say(words.unreadable, { e: message.unreadable });
        if (message.failed) this.failed(message.failed);
        if (message.verdicts) this.judged(message.verdicts);
        if (!message.of) return;
        last = message; bar.value = message.at / message.of;
        // ten messages for screen readers, not a thousand
        if (tenth !== (tenth = Math.floor(10 * bar.value))) this.say(words.asking, { n: message.at, m: message.of });
      }, TIMEOUT_S);
    } catch (error) {
      if (!error.timedOut) throw error;
      this.say(last ? words.silent : words.unread, { s: TIMEOUT_S, c: last?.case, k: last?.check });
    } finally { bar.hidden = true; }
  }
  judged(verdicts) {
    const wrong = (verdicts.failed ?? 0) + (verdicts.errored ?? 0), message = Object.entries(verdicts).map(([verdict, n]) => `${n} ${this.words[verdict]}`);
    const also = !wrong ? this.words.allRight : wrong < MAX_FAILURES ? "" : filled(this.words.enough, { n: wrong });
    this.say(`${message.join(", ")}. ${also}`);
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
