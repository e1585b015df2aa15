// Comfort only: every page works without it.
"use strict";

// The texts of this script in the language of the page; English where the page has none.
const texts = Object.fromEntries([...document.querySelectorAll("#texts li")].map((e) => [e.dataset.text, e.textContent]));
const say = (text, ...values) => values.reduce((t, value) => t.replace("%s", value), texts[text] ?? text);

// A button that copies, on everything worth copying.
if (navigator.clipboard) {
  for (const block of document.querySelectorAll("[data-copy]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = say("Copy");
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(block.textContent);
      button.textContent = say("Copied");
      setTimeout(() => { button.textContent = say("Copy"); }, 1500);
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
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.target.tagName !== "INPUT") return;
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
  label.textContent = say("Filter %s", field.querySelector("legend").firstChild.textContent.trim());
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
    none.textContent = labels.every((l) => l.hidden) ? say("No name has this text.") : "";
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
  all.setAttribute("aria-label", say("Select all on this page"));
  document.querySelector(".list > .scroll thead th").prepend(all, " ");
  const told = bulk.querySelector(".ticked");
  const count = () => {
    const n = boxes.filter((box) => box.checked).length;
    all.checked = n === boxes.length;
    all.indeterminate = n > 0 && !all.checked;
    told.textContent = n ? say("%s selected", n) : "";
  };
  all.addEventListener("change", () => { for (const box of boxes) box.checked = all.checked; count(); });
  for (const box of boxes) box.addEventListener("change", count);
  addEventListener("pageshow", count);
}

// Moments in the zone of whoever looks, and how long ago they were. People type moments in the same zone; what is sent is UTC.
// A zone that the request names is that of the whole page already.
const zoned = Boolean(document.querySelector("main").dataset.zone);
const two = (n) => String(n).padStart(2, "0");
const day = (at) => String(at.getFullYear()).padStart(4, "0") + "-" + two(at.getMonth() + 1) + "-" + two(at.getDate());
const steps = [["year", 31536e3], ["month", 2628e3], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
const since = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
for (const time of document.querySelectorAll("main time")) {
  const at = new Date(time.dateTime);
  if (isNaN(at)) continue;
  const seconds = (at - Date.now()) / 1000;
  const [unit, size] = steps.find(([name, n]) => Math.abs(seconds) >= n || name === "second");
  const whole = time.dateTime.includes("T");
  time.title = since.format(Math.round(seconds / size), unit) + (whole ? ", " + time.dateTime : "");
  if (!whole || zoned || !time.dateTime.endsWith("Z")) continue;
  const minutes = -at.getTimezoneOffset(), away = Math.abs(minutes);
  const zone = minutes ? (minutes > 0 ? "+" : "−") + two(Math.floor(away / 60)) + ":" + two(away % 60) : "UTC";
  const rest = time.textContent.match(/:\d\d(:\d\d(?:\.\d+)?) /);
  time.textContent = day(at) + " " + two(at.getHours()) + ":" + two(at.getMinutes()) + (rest ? rest[1] : "") + " " + zone;
}
const local = (text) => {
  const at = new Date(text + "Z");
  return isNaN(at) || !(at.getFullYear() > 0 && at.getFullYear() < 10000) ? text : day(at) + "T" + two(at.getHours()) + ":" + two(at.getMinutes()) + text.slice(16);
};
const utc = (text) => {
  const at = new Date(text);
  return isNaN(at) || at.toISOString().length > 24 ? text : at.toISOString().slice(0, 16) + text.slice(16);
};
const shown = new Map(); // the inputs of moments in the zone of the page, with what each shows until it is changed
if (!zoned) {
  for (const input of document.querySelectorAll("[data-utc]")) {
    const probe = input.cloneNode();
    probe.value = input.dataset.utc;
    const typed = input.value !== probe.value && input.value; // brought back by the browser
    input.defaultValue = local(input.dataset.utc);
    shown.set(input, typed ? (probe.value = input.defaultValue) : input.value);
    if (typed) input.value = typed;
  }
  for (const zone of document.querySelectorAll(".zone[data-zone]")) {
    zone.textContent = zone.dataset.zone.replace("%s", Intl.DateTimeFormat().resolvedOptions().timeZone);
  }
}
addEventListener("formdata", ({ target, formData }) => {
  if (zoned) return;
  const moments = [...target.elements].filter((e) => e.matches("[data-utc]") && e.name && !e.disabled);
  for (const name of new Set(moments.map((e) => e.name))) {
    formData.delete(name);
    for (const e of moments) if (e.name === name) formData.append(name, e.value && (e.value === shown.get(e) ? e.dataset.utc : utc(e.value)));
  }
}, true);

// Browsers that do not open a fold for a link into it.
function reveal() {
  const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  for (let e = target; e; e = e.parentElement) {
    if (e.tagName === "DETAILS") e.open = true;
  }
}
addEventListener("hashchange", reveal);
reveal();

// The section for developers stays as it was left.
const developer = document.querySelector("#developer");
if (developer) {
  try {
    if (localStorage.developer) developer.open = true;
    developer.addEventListener("toggle", () => {
      if (developer.open) localStorage.developer = "open";
      else delete localStorage.developer;
    });
  } catch { /* the browser stores nothing */ }
}

// Of the menus one is open at most, until Esc is pressed or something else is chosen.
addEventListener("click", ({ target }) => {
  for (const menu of document.querySelectorAll(".menu[open]")) if (!menu.contains(target)) menu.open = false;
});
for (const menu of document.querySelectorAll(".menu")) {
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    event.preventDefault();
    menu.open = false;
    menu.querySelector("summary").focus();
  });
}

// Where all columns of a table have room, nothing scrolls but the page, and the heads stay in sight.
const tables = new ResizeObserver((entries) => {
  for (const { target: e } of entries) e.classList.toggle("fits", e.firstElementChild.offsetWidth <= e.clientWidth);
});
for (const e of document.querySelectorAll(".list > .scroll")) tables.observe(e);

// A stop of the tab key only where something scrolls.
const scrollers = new ResizeObserver((entries) => {
  for (const { target: e } of entries) {
    if (e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight) e.tabIndex = 0;
    else e.removeAttribute("tabindex");
  }
});
for (const e of document.querySelectorAll(".scroll[tabindex], pre[tabindex], .preview[tabindex]")) scrollers.observe(e);

// Forms: what is typed is counted, Ctrl+Enter sends, Esc leaves. One in which something was typed is
// left only by Cancel, and one that is folded keeps it.
const counted = (input) => {
  const most = Number(input.dataset.max);
  let out = input.nextElementSibling;
  if (!out?.matches(".count")) {
    out = document.createElement("span");
    out.className = "count";
    out.setAttribute("aria-live", "polite");
    input.after(out);
  }
  const length = [...input.value].length;
  const text = length * 5 < most * 4 ? "" : say("%s of %s", length, most);
  if (out.textContent !== text) out.textContent = text;
  out.classList.toggle("over", length > most);
};
for (const form of document.querySelectorAll(".action form")) {
  let typed = false;
  const fold = form.parentElement.matches("details.action") && form.parentElement;
  const cancel = form.querySelector(".cancel");
  const leave = () => {
    fold.open = false;
    fold.querySelector("summary").focus();
  };
  form.addEventListener("input", ({ target }) => {
    typed = true;
    if (target.dataset.max) counted(target);
    if (target.type === "file") preview(target);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      form.requestSubmit(event.shiftKey && form.querySelector(":scope > .another") || form.querySelector(":scope > button"));
    } else if (event.key === "Escape" && !event.defaultPrevented && cancel) {
      event.preventDefault();
      if (fold) leave();
      else if (typed) cancel.focus();
      else cancel.click();
    }
  });
  if (fold) {
    cancel?.addEventListener("click", (event) => {
      if (form.querySelector(".wrong, .error") || document.querySelector(".conflict")) return; // a page of a refusal is left
      event.preventDefault();
      form.reset();
      leave();
    });
    fold.querySelector("summary").addEventListener("click", (event) => {
      if (fold.open) return;
      event.preventDefault();
      fold.open = true;
      form.querySelector("input:not([type=hidden], [type=search]), select, textarea, button:not([tabindex])")?.focus();
    });
  }
  form.addEventListener("click", (event) => {
    const button = event.target.closest(".add");
    if (button && another(button)) event.preventDefault();
  });
}

// What is changed in a form is kept in the browser, by address and account, until it is saved, given up or a week old. Whoever
// comes back is asked whether to go on with it, and whoever leaves a changed form whether they want to. Secrets, files and
// raw data are not kept. A draft of a record belongs to the version that was changed: if others have changed it since, the
// service says so when it is saved.
const storage = (() => { try { return window.localStorage; } catch { return null; } })();
const account = document.querySelector(".account b")?.textContent ?? "";
const mine = "draft " + encodeURIComponent(account) + " ";
const kept = (key) => { try { return JSON.parse(storage.getItem(key)); } catch { return null; } };
const sent = storage && sessionStorage.getItem("sent"); // the draft whose form this tab sent last
if (storage) {
  sessionStorage.removeItem("sent");
  if (sent && document.querySelector(".notice.good")) storage.removeItem(sent);
  for (const key of Object.keys(storage).filter((key) => key.startsWith("draft "))) {
    const theirs = account && !key.startsWith(mine);
    if (theirs || !(Date.now() - kept(key)?.at < 7 * 86400e3)) storage.removeItem(key);
  }
  for (const form of document.querySelectorAll('[action="/api-auth/logout/"]')) {
    form.addEventListener("submit", () => {
      for (const key of Object.keys(storage)) if (key.startsWith(mine)) storage.removeItem(key);
    });
  }
}

// The columns and the number of rows that people choose are kept for the account and the address of the list. A visit without
// them leads to the address with them, unless the page has a notice, which is shown once.
if (storage) {
  const key = "list " + encodeURIComponent(account) + " " + location.pathname, panel = document.querySelector(".chooser .panel");
  const names = (panel?.dataset.keeps ?? "").split(" ");
  const chosen = (values) => new URLSearchParams([...values].filter(([name]) => names.includes(name))).toString();
  const last = storage.getItem(key) ?? "", usual = chosen(new URLSearchParams(last));
  if (last && !panel && location.search.includes(last) && document.querySelector(".status")?.textContent.startsWith("HTTP 400")) storage.removeItem(key); // the service refuses them
  if (usual && !document.querySelector(".notice") && !chosen(new URLSearchParams(location.search))) location.replace(location.pathname + (location.search || "?") + (location.search && "&") + usual + location.hash);
  panel?.addEventListener("submit", () => storage.setItem(key, chosen(new FormData(panel))));
  panel?.querySelector("a")?.addEventListener("click", () => storage.removeItem(key));
}

const begins = storage && sessionStorage.getItem("begins"); // the input where the next record's form begins
if (storage) sessionStorage.removeItem("begins");
let leaves = false; // by a form or its Cancel
addEventListener("pageshow", () => { leaves = false; });
for (const form of document.querySelectorAll(".action form")) {
  if (!storage || form.closest(".raw") || !form.querySelector("input:not([type=hidden]), select, textarea")) continue;
  const key = mine + location.pathname + " " + form.parentElement.id + " " + form.getAttribute("action");
  const version = form.querySelector('[name="_version"]');
  const typed = () => [...form.elements].filter((e) => e.name && !/^(hidden|password|file|submit|button|search)$/.test(e.type)).map((e) => [e.name, e.type === "checkbox" ? e.checked && e.value : e.value]);
  const first = new Set(form.querySelector("[data-resumed]") ? [] : typed().map((e) => JSON.stringify(e)));
  const changes = () => {
    const names = new Set(typed().filter((e) => !first.has(JSON.stringify(e))).map(([name]) => name));
    return typed().filter(([name]) => names.has(name)); // all of a list, if one of its items is changed
  };
  let waits, over = false, offered = false; // an offered draft is kept until somebody decides
  const keep = () => {
    clearTimeout(waits);
    const values = changes();
    if (over || offered || !values.length) return;
    const text = JSON.stringify({ at: Date.now(), version: version?.value, values });
    try { if (text.length < 1e5) storage.setItem(key, text); } catch { /* the browser has no room */ }
  };
  form.addEventListener("input", () => {
    clearTimeout(waits);
    waits = setTimeout(keep, 1000);
  });
  form.addEventListener("submit", ({ submitter }) => {
    leaves = true;
    if (!submitter?.matches(".try")) sessionStorage.sent = key; // a dry run saves nothing
    if (form.id === "edit-form" && submitter?.matches(".another")) sessionStorage.begins = changes()[0]?.[0] ?? ""; // the next form begins at the same input
  });
  if (begins && form.id === "edit-form" && !form.querySelector(".wrong, .error")) form.elements.namedItem(begins)?.focus?.();
  form.querySelector(".cancel")?.addEventListener("click", (event) => {
    clearTimeout(waits);
    storage.removeItem(key);
    if (!event.defaultPrevented) leaves = over = true; // else the form is folded
  });
  addEventListener("pagehide", keep);
  addEventListener("beforeunload", (event) => {
    if (!leaves && changes().length) event.preventDefault();
  });
  const draft = kept(key);
  if (!draft?.values?.length || form.querySelector("[data-resumed]")) continue;
  const offer = document.createElement("div");
  offer.className = "draft";
  offer.append(say("You typed something here on %s that was not saved.", new Date(draft.at).toLocaleString(document.documentElement.lang)) + " ");
  const offers = (text, act) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet";
    button.textContent = say(text);
    button.addEventListener("click", act);
    offer.append(button, " ");
  };
  offered = true;
  offers("Go on with it", ({ target }) => {
    offered = false;
    const left = restore(form, draft.values);
    if (version && draft.version) version.value = draft.version;
    if (!left.length) return offer.remove();
    target.remove();
    offer.append(say("These values have no input any more:") + " " + left.map((e) => e.join(": ")).join("; "));
  });
  offers("Discard it", () => {
    offered = false;
    storage.removeItem(key);
    offer.remove();
    form.querySelector("input:not([type=hidden]), select, textarea")?.focus();
  });
  form.prepend(offer);
}

// restore puts the values of a draft into a form, in rows and items that it adds. It returns those that have no input.
function restore(form, values) {
  const left = [];
  for (const name of new Set(values.map(([name]) => name))) {
    const all = values.filter((e) => e[0] === name);
    const inputs = () => [...form.elements].filter((e) => e.name === name && e.type !== "hidden");
    const button = [...form.querySelectorAll(".rows > .add")].find((e) => name === e.value || name.startsWith(e.value + "["));
    for (let n = 0; n < 50 && button && inputs().length < all.length; n++) if (!another(button)) break;
    if (inputs().some((e) => e.type === "checkbox")) {
      for (const e of inputs()) e.checked = all.some(([, value]) => value === e.value);
    } else all.forEach((e, i) => { if (inputs()[i]) inputs()[i].value = e[1]; else left.push(e); });
  }
  form.dispatchEvent(new Event("input", { bubbles: true }));
  return left;
}

// A chosen picture is shown before it is sent.
function preview(input) {
  input.parentElement.querySelector(".chosen-file")?.remove();
  const [file] = input.files;
  if (!file?.type.startsWith("image/")) return;
  const reader = new FileReader();
  reader.addEventListener("load", () => {
    const image = document.createElement("img");
    image.className = "chosen-file";
    image.alt = say("Preview");
    image.src = reader.result;
    input.after(image);
  });
  reader.readAsDataURL(file);
}

// One more item or row: the last one again, empty. Where that cannot be, the service brings it.
function another(button) {
  const before = button.previousElementSibling;
  const last = before?.matches(".lines") ? before.tBodies[0].lastElementChild : before;
  if (!last?.matches(".item, .row") || last.querySelector(".file, .ticks, .rows, .find")) return false;
  const step = (text) => text.replace(last.matches(".item") ? /\d+(?=\D*$)/ : /\d+/, (n) => Number(n) + 1);
  const copy = last.cloneNode(true);
  for (const e of [copy, ...copy.querySelectorAll("[id], [name], [for], [aria-label], legend")]) {
    for (const name of ["id", "for", "aria-label", ...(last.matches(".row") ? ["name"] : [])]) {
      if (e.hasAttribute(name)) e.setAttribute(name, step(e.getAttribute(name)));
    }
    if (e.matches("legend") && e.firstChild) e.firstChild.data = step(e.firstChild.data);
    e.removeAttribute("aria-invalid");
  }
  copy.querySelectorAll(".errors, .count, .remove, input[type=hidden]").forEach((e) => e.remove());
  for (const e of copy.querySelectorAll("input, select, textarea")) {
    if (e.type === "checkbox") e.checked = e.defaultChecked = false;
    else if (e.matches("select")) {
      if (![...e.options].some((o) => o.value === "")) return false;
      e.value = "";
    } else e.value = e.defaultValue = "";
  }
  copy.classList.remove("wrong");
  last.after(copy);
  copy.querySelector("input, select, textarea")?.focus();
  return true;
}

// Many choices: those with a text in their names, as it is typed.
for (const find of document.querySelectorAll(".find[data-all]")) {
  const select = find.parentElement.querySelector("select");
  const input = find.querySelector("input");
  const options = [...select.options];
  find.querySelector("button").hidden = true;
  input.addEventListener("input", () => {
    const text = input.value.trim().toLowerCase();
    const chosen = select.value;
    select.replaceChildren(...options.filter((o) => o.value === "" || o.value === chosen || o.text.toLowerCase().includes(text)));
    select.value = chosen;
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const found = [...select.options].find((o) => o.value !== "" && o.text.toLowerCase().includes(input.value.trim().toLowerCase()));
    if (input.value.trim() && found) select.value = found.value;
    select.focus();
  });
}

// Too many choices to show them all: those that the service finds, as a text is typed. What is chosen stays.
for (const find of document.querySelectorAll("form .find:not([data-all], .filter)")) {
  const input = find.querySelector("input"), button = find.querySelector("button");
  const form = input.form;
  const control = () => find.closest(".choices")?.querySelector(".ticks") ?? find.parentElement.querySelector("select");
  let asked, waits;
  const ask = async () => {
    asked?.abort();
    asked = new AbortController();
    const { signal } = asked;
    const data = new URLSearchParams([...new FormData(form)].filter(([, value]) => typeof value === "string"));
    if (button.name) data.append(button.name, button.value);
    const get = form.method === "get";
    const address = get ? form.action + "?" + data : button.getAttribute("formaction");
    try {
      const answer = await fetch(address, { signal, method: get ? "GET" : "POST", body: get ? undefined : data, headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const found = page.getElementById(input.id)?.closest(".find").parentElement.querySelector(".ticks, select");
      const old = control();
      if (signal.aborted || !found || !old) return;
      const chosen = old.value;
      old.replaceChildren(...found.childNodes);
      if (chosen !== undefined) old.value = chosen;
      const more = find.querySelector("p.none");
      if (more) more.hidden = !page.getElementById(input.id).closest(".find").querySelector("p.none");
    } catch { /* another text is asked for, or the button says what is wrong */ }
  };
  input.addEventListener("input", () => {
    clearTimeout(waits);
    waits = setTimeout(ask, 200);
  });
}

// Ctrl+K or ⌘K: what the page that finds says, in a dialog, as it is typed. Enter opens what is chosen, at first the first record; before anything is found, that page.
const finds = document.querySelector(".finds");
if (finds) {
  const box = finds.querySelector("input");
  if (matchMedia("(hover: hover)").matches) box.placeholder += /Mac/.test(navigator.platform) ? " ⌘K" : " Ctrl+K";
  const dialog = document.createElement("dialog");
  const part = finds.parentElement.cloneNode(true);
  const form = part.firstElementChild;
  const input = form.querySelector("input");
  const found = document.createElement("div");
  const frame = document.createElement("div");
  dialog.className = "finder";
  dialog.setAttribute("aria-label", form.querySelector("label").textContent);
  form.querySelector("label").htmlFor = input.id = "finder";
  found.setAttribute("role", "status");
  frame.append(part, found);
  dialog.append(frame);
  document.body.append(dialog);
  let asked, waits, asks; // asks is the text of what is found
  const ask = async () => {
    asked?.abort();
    asked = new AbortController();
    const { signal } = asked, text = input.value;
    try {
      const answer = await fetch(form.action + "?" + new URLSearchParams(new FormData(form)), { signal, headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#found");
      if (signal.aborted) return;
      asks = text;
      found.replaceChildren(...(answer.ok && page ? page.children : []));
      (found.querySelector(".records a") ?? (text && found.querySelector("li a")))?.classList.add("chosen-link");
    } catch { /* another text is asked for, or Enter says what is wrong */ }
  };
  input.addEventListener("input", () => {
    clearTimeout(waits);
    waits = setTimeout(ask, 200);
  });
  addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    if (!dialog.open) {
      dialog.showModal();
      ask();
    }
    input.select();
  });
  dialog.addEventListener("keydown", (event) => {
    const chosen = found.querySelector(".chosen-link");
    if (event.key === "Enter" && document.activeElement === input && chosen && input.value === asks) {
      event.preventDefault();
      chosen.click();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const stops = [input, ...found.querySelectorAll("a")];
    stops[Math.min(Math.max(stops.indexOf(document.activeElement) + step, 0), stops.length - 1)].focus();
  });
  dialog.addEventListener("click", ({ target }) => { if (target === dialog) dialog.close(); });
}
