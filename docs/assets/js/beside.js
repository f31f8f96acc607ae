/* The side-by-side view: highlights the lines of an idea, shows tabs on narrow screens, and links to an idea
   (#view=idea). The HTML of hooks/beside.py also works without this script. */
(() => {
  const narrow = matchMedia("(max-width: 47.99em)");

  function start(view) {
    const columns = [...view.querySelectorAll(".beside-column")];
    const said = view.querySelector(".beside-said");
    const ideas = [...view.querySelectorAll("[data-idea]")];
    let selected = null;
    view.classList.add("beside-live");

    const highlight = (idea) => ideas.forEach((each) => each.classList.toggle("lit", each.dataset.idea === idea));
    const ideaOf = (event) => event.target.closest("[data-idea]")?.dataset.idea;

    function select(idea) {
      selected = selected === idea ? null : idea;
      highlight(selected);
      view.querySelectorAll("button[data-idea]").forEach((button) =>
        button.setAttribute("aria-pressed", button.dataset.idea === selected));
      const sentence = selected && view.querySelector(`li[data-idea="${selected}"]`);
      said.innerHTML = sentence ? sentence.innerHTML : "";
      if (selected) for (const column of columns) {
        const line = column.querySelector(`.beside-line[data-idea="${selected}"]`), box = column.querySelector("pre");
        if (line) box.scrollTop = line.offsetTop - box.offsetTop - box.clientHeight / 3;
      }
      const prefix = `#${view.id}=`;
      if (selected) history.replaceState(history.state, "", prefix + selected);
      else if (location.hash.startsWith(prefix)) history.replaceState(history.state, "", location.pathname + location.search);
    }
    function fromAddress() {
      const [place, idea] = location.hash.slice(1).split("=");
      if (place !== view.id || !ideas.some((each) => each.dataset.idea === idea)) return;
      if (idea !== selected) select(idea);
      view.scrollIntoView();
    }

    view.addEventListener("mouseover", (event) => { const idea = ideaOf(event); if (idea) highlight(idea); });
    view.addEventListener("mouseleave", () => highlight(selected));
    view.addEventListener("focusin", (event) => { const idea = ideaOf(event); if (idea) highlight(idea); });
    view.addEventListener("focusout", () => highlight(selected));
    view.addEventListener("click", (event) => {
      const mark = event.target.closest(".beside-mark");
      if (mark) { document.getElementById(mark.hash.slice(1)).open = true; return; }
      const idea = ideaOf(event);
      if (idea && !String(getSelection())) select(idea);
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

  addEventListener("DOMContentLoaded", () => document.querySelectorAll(".beside").forEach(start));
})();
