/* The side-by-side view: lines lit by idea, tabs on a phone, a link to one idea (#view=idea). hooks/beside.py
   writes a page that is whole without this. */
(() => {
  const narrow = matchMedia("(max-width: 47.99em)");

  function begin(view) {
    const columns = [...view.querySelectorAll(".beside-column")];
    const said = view.querySelector(".beside-said");
    const ideas = [...view.querySelectorAll("[data-idea]")];
    let kept = null;
    view.classList.add("beside-live");

    const light = (idea) => ideas.forEach((each) => each.classList.toggle("lit", each.dataset.idea === idea));
    const ideaOf = (event) => event.target.closest("[data-idea]")?.dataset.idea;

    function keep(idea) {
      kept = kept === idea ? null : idea;
      light(kept);
      view.querySelectorAll("button[data-idea]").forEach((button) =>
        button.setAttribute("aria-pressed", button.dataset.idea === kept));
      const sentence = kept && view.querySelector(`li[data-idea="${kept}"]`);
      said.innerHTML = sentence ? sentence.innerHTML : "";
      if (kept) for (const column of columns) {
        const line = column.querySelector(`.beside-line[data-idea="${kept}"]`), box = column.querySelector("pre");
        if (line) box.scrollTop = line.offsetTop - box.offsetTop - box.clientHeight / 3;
      }
      const ours = `#${view.id}=`;
      if (kept) history.replaceState(history.state, "", ours + kept);
      else if (location.hash.startsWith(ours)) history.replaceState(history.state, "", location.pathname + location.search);
    }
    function fromAddress() {
      const [place, idea] = location.hash.slice(1).split("=");
      if (place !== view.id || !ideas.some((each) => each.dataset.idea === idea)) return;
      if (idea !== kept) keep(idea);
      view.scrollIntoView();
    }

    view.addEventListener("mouseover", (event) => { const idea = ideaOf(event); if (idea) light(idea); });
    view.addEventListener("mouseleave", () => light(kept));
    view.addEventListener("focusin", (event) => { const idea = ideaOf(event); if (idea) light(idea); });
    view.addEventListener("focusout", () => light(kept));
    view.addEventListener("click", (event) => {
      const mark = event.target.closest(".beside-mark");
      if (mark) { document.getElementById(mark.hash.slice(1)).open = true; return; }
      const idea = ideaOf(event);
      if (idea && !String(getSelection())) keep(idea);
    });
    tabs(view, columns);
    fromAddress();
    addEventListener("hashchange", fromAddress);
  }

  function tabs(view, columns) {
    const buttons = [...view.querySelectorAll("[role=tab]")];
    let shown = Math.min(1, columns.length - 1);
    const show = (which) => {
      shown = which;
      columns.forEach((column, n) => {
        column.hidden = narrow.matches && n !== shown;
        column.setAttribute("role", narrow.matches ? "tabpanel" : "group");
        buttons[n].setAttribute("aria-selected", n === shown);
        buttons[n].tabIndex = n === shown ? 0 : -1;
      });
    };
    buttons.forEach((button, n) => { button.onclick = () => show(n); });
    view.querySelector("[role=tablist]").addEventListener("keydown", (event) => {
      const to = { ArrowRight: shown + 1, ArrowLeft: shown - 1, Home: 0, End: buttons.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      show((to + buttons.length) % buttons.length);
      buttons[shown].focus();
    });
    narrow.addEventListener("change", () => show(shown));
    show(shown);
  }

  addEventListener("DOMContentLoaded", () => document.querySelectorAll(".beside").forEach(begin));
})();
