/* Accessibility fixes for the theme: add missing labels, make scrollable boxes focusable. */
(() => {
  const french = document.documentElement.lang === "fr";
  const name = (selector, fr, en) => document.querySelectorAll(selector).forEach((element, n) =>
    element.setAttribute("aria-label", (french ? fr : en) + (n ? " " + (n + 1) : "")));
  addEventListener("DOMContentLoaded", () => {
    name(".md-search[role=dialog]", "Rechercher", "Search");
    name(".md-code__nav", "Outils du code", "Code tools");
    document.querySelectorAll("pre, pre > code, .md-typeset__scrollwrap").forEach((box) => {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    });
  });
})();
