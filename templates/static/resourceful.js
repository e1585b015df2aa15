// Comfort only: every page works without it.
"use strict";

// A button that copies, on everything worth copying.
if (navigator.clipboard) {
  for (const block of document.querySelectorAll("[data-copy]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(block.textContent);
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
    const frame = document.createElement("div");
    frame.className = "copyable";
    block.replaceWith(frame);
    frame.append(block, button);
  }
}

// Enter sends a form, but in a search field it searches. Without script it always searches, which
// loses nothing.
for (const form of new Set([...document.querySelectorAll(".find")].map((find) => find.closest("form")))) {
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
    event.preventDefault();
    const button = event.target.type === "search" ? event.target.closest(".find").querySelector("button") : form.querySelector(":scope > button");
    form.requestSubmit(button);
  });
}

// Browsers that do not open a fold for a link into it.
function reveal() {
  const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  for (let e = target; e; e = e.parentElement) {
    if (e.tagName === "DETAILS") e.open = true;
  }
}
addEventListener("hashchange", reveal);
reveal();
