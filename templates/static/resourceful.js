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

// A form above a list leaves out of the address what is empty.
for (const form of document.querySelectorAll(".query")) {
  form.addEventListener("formdata", (event) => {
    for (const [name, value] of [...event.formData]) {
      if (value === "") event.formData.delete(name);
    }
  });
}

// Enter sends a form, but in a search field it searches. Without script it always searches, which
// loses nothing.
for (const form of new Set([...document.querySelectorAll("[method=post] .find, [method=post] .rows")].map((part) => part.closest("form")))) {
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
    event.preventDefault();
    const button = event.target.type === "search" ? event.target.closest(".find").querySelector("button") : form.querySelector(":scope > button");
    form.requestSubmit(button);
  });
}

// Tick boxes: how many have a tick, and, of more than a few, a box that shows those with a text in
// their names. Where the service searches for them, it does so among all.
for (const field of document.querySelectorAll(".choices")) {
  const labels = [...field.querySelectorAll(".ticks label")];
  const number = field.querySelector(".chosen span");
  if (!number) continue;
  const count = () => {
    const chosen = String(field.querySelectorAll(".ticks input:checked").length);
    if (number.textContent !== chosen) number.textContent = chosen;
  };
  field.addEventListener("change", count);
  addEventListener("pageshow", count); // a browser may bring back what was ticked
  if (labels.length < 8 || field.querySelector(".find")) continue;
  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const names = labels.map((label) => fold(label.textContent));
  const filter = document.createElement("div");
  filter.className = "find filter";
  const label = document.createElement("label");
  label.htmlFor = field.id + "-filter";
  label.textContent = "Filter " + field.querySelector("legend").firstChild.textContent.trim();
  const input = document.createElement("input");
  input.type = "search";
  input.id = label.htmlFor;
  input.autocomplete = "off";
  input.dir = "auto";
  const none = document.createElement("p");
  none.className = "none";
  none.setAttribute("role", "status");
  input.addEventListener("input", () => {
    const text = fold(input.value.trim());
    labels.forEach((l, i) => { l.hidden = !names[i].includes(text); });
    none.textContent = labels.every((l) => l.hidden) ? "No name has this text." : "";
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // it sends nothing
    event.stopPropagation();
  });
  filter.append(label, input, none);
  field.querySelector("legend").after(filter);
}

// Ticks of a list: a box for all of them, and how many there are.
const bulk = document.querySelector("#bulk");
if (bulk) {
  const boxes = [...document.querySelectorAll('.list [name="_rows"]')];
  const all = document.createElement("input");
  all.type = "checkbox";
  all.setAttribute("aria-label", "Choose all of this page");
  document.querySelector(".list thead th").prepend(all, " ");
  const told = bulk.querySelector(".ticked");
  const count = () => {
    const n = boxes.filter((box) => box.checked).length;
    all.checked = n === boxes.length;
    all.indeterminate = n > 0 && !all.checked;
    told.textContent = n ? n + " chosen" : "";
  };
  all.addEventListener("change", () => { for (const box of boxes) box.checked = all.checked; count(); });
  for (const box of boxes) box.addEventListener("change", count);
  addEventListener("pageshow", count);
}

// Moments in the zone of whoever looks, and how long ago they were.
const steps = [["year", 31536e3], ["month", 2628e3], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
const since = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
for (const time of document.querySelectorAll("td time, th time")) {
  const at = new Date(time.dateTime);
  if (isNaN(at)) continue;
  const seconds = (at - Date.now()) / 1000;
  const [unit, size] = steps.find(([name, n]) => Math.abs(seconds) >= n || name === "second");
  const whole = time.dateTime.includes("T");
  time.title = since.format(Math.round(seconds / size), unit) + (whole ? ", " + time.dateTime : "");
  if (!whole) continue;
  const two = (n) => String(n).padStart(2, "0");
  const minutes = -at.getTimezoneOffset(), away = Math.abs(minutes);
  const zone = minutes ? (minutes > 0 ? "+" : "−") + two(Math.floor(away / 60)) + ":" + two(away % 60) : "UTC";
  const rest = time.textContent.match(/:\d\d(:\d\d(?:\.\d+)?) /);
  time.textContent = at.getFullYear() + "-" + two(at.getMonth() + 1) + "-" + two(at.getDate()) + " " +
    two(at.getHours()) + ":" + two(at.getMinutes()) + (rest ? rest[1] : "") + " " + zone;
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
