"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const { errors, explanation, ordinal, remark, shown, calls } = focuscheckSteps;
  const LEVELS = ["reduced", "slice", "trace"];
  const ROW = 24;
  // All explanations of the page in order.
  const all = errors.flatMap((count, error) => Array.from({ length: count }, (_, number) => ({ error, number })));
  if (!all.length) return;

  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (value !== null && value !== false) element.setAttribute(key, value === true ? "" : value);
    }
    element.append(...children);
    return element;
  };

  // What is shown.
  let chosen = 0;
  let level = "reduced";
  let at = 0;
  let everyArrow = false;
  // Follows from it.
  let current;
  let steps = [];
  // For each step of the slice, where it is in the trace.
  let inTrace = [];

  const rows = new Map();
  for (const row of document.querySelectorAll("#files li[data-line]")) rows.set(Number(row.dataset.line), row);
  const card = ({ error, number }) => byId(`e${error + 1}x${number + 1}`);
  const lineName = (line) => {
    const row = rows.get(line);
    if (!row) return `line ${line}`;
    const name = row.closest(".file").querySelector(".name")?.textContent;
    const file = name && row.closest(".file") !== document.querySelector(".file") ? name + ":" : "line ";
    return file + row.querySelector(".n").textContent;
  };

  // Explanations and levels

  const sequence = () => (level === "trace" ? current.trace() : level === "slice" ? current.slice : current.reduced);

  const choose = (index, step = null) => {
    chosen = Math.max(0, Math.min(index, all.length - 1));
    current = explanation(all[chosen].error, all[chosen].number);
    inTrace = [];
    if (current.hasTrace) {
      current.trace().forEach((one, place) => {
        if (one.slice !== null && inTrace[one.slice] === undefined) inTrace[one.slice] = place;
      });
    }
    all.forEach((one, number) => {
      const article = card(one);
      article.classList.toggle("chosen", number === chosen);
      const link = article.querySelector("h3 a");
      if (number === chosen) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
    const article = card(all[chosen]);
    const folded = article.closest("details");
    if (folded) folded.open = true;
    showCalls();
    show(step);
    article.scrollIntoView({ block: "nearest" });
  };

  const setLevel = (to) => {
    // The step that is shown stays shown, or the one before it.
    const slice = sliceIndex(at);
    level = to;
    const list = sequence();
    let place = 0;
    if (level === "trace" && current.hasTrace) place = inTrace[slice] ?? 0;
    else list.forEach((step, index) => { if (step.slice !== null && step.slice <= slice) place = index; });
    show(place);
  };

  // The step of the slice that a step is, or the last one before it.
  const sliceIndex = (index) => {
    for (let place = index; place >= 0; place -= 1) {
      if (steps[place] && steps[place].slice !== null) return steps[place].slice;
    }
    return 0;
  };

  // Shows the explanation at the level, at a step; without one at the last, where it fails.
  const show = (step) => {
    steps = sequence();
    document.body.dataset.level = level;
    document.querySelector(`#levels input[value=${level}]`).checked = true;
    markSource();
    const slider = byId("slider");
    slider.max = steps.length;
    byId("space").style.height = `${steps.length * ROW}px`;
    const missing = level === "trace" && !current.hasTrace;
    byId("steps-title").textContent = missing
      ? `Steps of the slice (the run has ${current.steps} steps, too many for this page)`
      : { reduced: "Steps where to look", slice: "Steps of the slice", trace: "Steps of the run" }[level];
    go(step === null ? steps.length - 1 : step);
  };

  const markSource = () => {
    const nest = new Set();
    const slice = new Set();
    const times = new Map();
    for (const { statement } of current.slice) (statement.nest ? nest : slice).add(statement.line);
    if (level === "trace") {
      for (const { statement } of current.trace()) times.set(statement.line, (times.get(statement.line) || 0) + 1);
    }
    const failing = current.slice[current.slice.length - 1]?.statement.line;
    for (const [line, row] of rows) {
      const kind = line === failing ? current.end : nest.has(line) ? "nest"
        : level !== "reduced" && slice.has(line) ? "slice" : times.has(line) ? "ran" : "";
      row.className = kind;
      const mark = row.querySelector(".m");
      mark.textContent = { fails: "✗", holds: "✓", open: "?", nest: "▶", slice: "•" }[kind] || "";
      const meaning = { fails: "what fails", holds: "what holds", open: "what is to be shown", nest: "where to look", slice: "relevant", ran: null }[kind];
      if (meaning) {
        mark.setAttribute("role", "img");
        mark.setAttribute("aria-label", meaning);
      } else {
        mark.removeAttribute("role");
        mark.removeAttribute("aria-label");
      }
      row.querySelector(".n").title = times.has(line) ? `${times.get(line)} steps of the run` : "";
    }
  };

  // Steps

  const go = (index) => {
    at = Math.max(0, Math.min(index, steps.length - 1));
    const step = steps[at];
    if (!step) return;
    byId("run").hidden = false;
    byId("slider").value = at + 1;
    const { statement } = step;
    const happened = remark(statement);
    const values = step.values.map(shown).join(", ");
    const again = step.occurrence > 1 ? `${ordinal(step.occurrence)} time` : "";
    const words = [`${lineName(statement.line)}: ${statement.text}`, happened && (statement.outcome === null ? happened : `is ${happened}`), values, again];
    byId("slider").setAttribute("aria-valuetext", `step ${at + 1} of ${steps.length}, ${words[0]}`);
    byId("said").textContent = `Step ${at + 1} of ${steps.length}. ${words.filter(Boolean).join("; ")}`;
    byId("count").textContent = `${at + 1} of ${steps.length}`;
    for (const [id, off] of [["first", at === 0], ["previous", at === 0], ["next", at === steps.length - 1], ["last", at === steps.length - 1]]) {
      byId(id).setAttribute("aria-disabled", String(off));
    }
    showLine(step);
    showValues();
    showWhy(step);
    showMemory();
    markCall();
    // What is below the list decides how high it is.
    reveal();
    renderSteps();
    drawArrows();
    remember();
  };

  const list = byId("steps");
  const reveal = () => {
    const [top, height] = [at * ROW, list.clientHeight];
    if (top < list.scrollTop + ROW) list.scrollTop = Math.max(0, top - ROW * 2);
    else if (top + ROW * 2 > list.scrollTop + height) list.scrollTop = top - height + ROW * 3;
  };

  // Only the steps in view are elements.
  const renderSteps = () => {
    const space = byId("space");
    const start = Math.max(0, Math.floor(list.scrollTop / ROW) - 6);
    const end = Math.min(steps.length, Math.ceil((list.scrollTop + (list.clientHeight || 600)) / ROW) + 6);
    const fragment = document.createDocumentFragment();
    for (let index = start; index < end; index += 1) fragment.append(stepRow(index));
    if (at < start || at >= end) fragment.append(stepRow(at));
    space.replaceChildren(fragment);
    list.setAttribute("aria-activedescendant", `s${at}`);
  };

  const stepRow = (index) => {
    const { statement, values, slice, occurrence } = steps[index];
    const last = index === steps.length - 1;
    const kind = last ? current.end : statement.nest ? "nest" : slice !== null ? "slice" : "ran";
    const outcome = remark(statement);
    const element = make("div", {
      id: `s${index}`, role: "option", class: `step ${kind}`, style: `top:${index * ROW}px`,
      "aria-selected": String(index === at), "aria-setsize": steps.length, "aria-posinset": index + 1, "data-index": index,
      title: `${lineName(statement.line)}${statement.fn ? " in " + statement.fn : ""}${occurrence > 1 ? ", " + ordinal(occurrence) + " time" : ""}`,
    });
    const depth = Math.min(statement.depth, 12);
    element.append(
      make("span", { class: "m", "aria-hidden": "true" }, { fails: "✗", holds: "✓", open: "?", nest: "▶", slice: level === "trace" ? "•" : "", ran: "" }[kind]),
      make("span", { class: "n" }, rows.get(statement.line)?.querySelector(".n").textContent ?? String(statement.line)),
      make("code", { style: depth ? `padding-left:${depth * 10}px` : null }, statement.text),
    );
    if (values.length) {
      element.append(make("span", { class: "v" }, values.map(shown).join(", ")));
    }
    if (outcome) element.append(make("span", { class: `o ${statement.outcome === null ? "" : outcome}` }, outcome));
    return element;
  };

  let shownLine = null;
  let inline = [];
  const showLine = (step) => {
    shownLine?.classList.remove("now");
    shownLine?.removeAttribute("aria-current");
    for (const value of inline) value.remove();
    inline = [];
    // The values that were last seen at each line, as far as the run has come.
    const seen = new Map();
    for (let index = 0; index <= at; index += 1) {
      if (steps[index].values.length) seen.set(steps[index].statement.line, steps[index].values);
    }
    for (const [line, values] of seen) {
      const row = rows.get(line);
      if (!row) continue;
      const note = make("span", { class: "v" }, values.map(shown).join(", "));
      row.append(note);
      inline.push(note);
    }
    shownLine = rows.get(step.statement.line) ?? null;
    if (!shownLine) return;
    shownLine.classList.add("now");
    shownLine.setAttribute("aria-current", "step");
    pick(shownLine.querySelector("code"), step.statement);
    const pane = byId("source");
    if (pane.scrollHeight > pane.clientHeight + 1) {
      const [outer, inner] = [pane.getBoundingClientRect(), shownLine.getBoundingClientRect()];
      if (inner.top < outer.top + 60 || inner.bottom > outer.bottom - 40) {
        pane.scrollTop += inner.top - outer.top - outer.height / 3;
      }
    }
  };

  // Marks the statement within its line, where the browser can mark text.
  const pick = (code, statement) => {
    if (!window.Highlight || !CSS.highlights) return;
    CSS.highlights.delete("statement");
    const text = code.textContent;
    const start = Array.from(text).slice(0, statement.column - 1).join("").length;
    // The text of a statement is written anew; as much is marked as is the same but for white space.
    let end = start;
    for (const c of statement.text) {
      if (/\s/.test(c)) continue;
      while (end < text.length && /\s/.test(text[end])) end += 1;
      if (!text.startsWith(c, end)) { end = start; break; }
      end += c.length;
    }
    if (end <= start) return;
    const range = new Range();
    let offset = 0;
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    let begun = false;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!begun && start < offset + node.length) { range.setStart(node, start - offset); begun = true; }
      if (end <= offset + node.length) { range.setEnd(node, end - offset); break; }
      offset += node.length;
    }
    CSS.highlights.set("statement", new Highlight(range));
  };

  // What is known of the variables: what each was when it was last seen.
  const showValues = () => {
    const known = new Map();
    for (let index = 0; index <= at; index += 1) {
      const { statement, values } = steps[index];
      for (const [name, value] of values) {
        const before = known.get(name);
        known.set(name, { value, index, statement, before: before && before.value !== value ? before.value : null });
      }
    }
    const here = steps[at].statement;
    const body = byId("values");
    const entries = [...known].sort(([a, x], [b, y]) => (y.index === at) - (x.index === at) || (a < b ? -1 : 1));
    body.replaceChildren(...entries.slice(0, 500).map(([name, { value, index, statement, before }]) => {
      const elsewhere = statement.fn !== here.fn || statement.depth !== here.depth;
      const place = make("a", { href: "#", "data-step": index }, lineName(statement.line));
      const row = make("tr", { class: index === at ? "new" : elsewhere ? "elsewhere" : null },
        make("th", { scope: "row" }, name), make("td", {}, value), make("td", { class: "faint" }, place, elsewhere ? ` in ${statement.fn}` : ""));
      if (index === at && before !== null) row.children[1].append(make("span", { class: "before", title: "before" }, ` was ${before}`));
      return row;
    }));
    if (!entries.length) body.append(make("tr", {}, make("td", { class: "faint", colspan: 3 }, "None yet.")));
  };

  // The moment of memory after a step; null if it is not drawn.
  const moment = (index) => {
    const { memory } = current;
    const step = steps[index];
    if (!memory || !step) return null;
    const found = level === "trace" && current.hasTrace ? (memory.t ? memory.t[index] : index + 1) : memory.s[step.slice];
    return found ? found - 1 : null;
  };
  const showMemory = () => {
    byId("memory").hidden = !current.memory;
    document.body.classList.toggle("pictured", Boolean(current.memory));
    if (!current.memory) return;
    let before = null;
    for (let index = at - 1; index >= 0 && before === null; index -= 1) before = moment(index);
    focuscheckMemory.draw(current.memory, moment(at), before, lineName);
  };

  const goToSlice = (slice) => {
    let place = steps.findIndex((step) => step.slice === slice);
    if (place < 0) {
      level = "slice";
      show(slice);
    } else {
      go(place);
    }
  };

  const stepLink = (slice) => {
    const { statement } = current.slice[slice];
    return make("a", { href: "#", "data-slice": slice }, `${lineName(statement.line)}`, " ", make("code", {}, statement.text));
  };

  const showWhy = (step) => {
    const why = byId("why");
    const parts = [];
    if (step.slice === null) {
      parts.push(make("p", { class: "faint" }, "It has no part in the failure."));
    } else {
      const { statement } = step;
      const reasons = current.reasons[step.slice] ?? [];
      const needs = current.needs[step.slice] ?? [];
      const phrase = (kind, variable) => ({
        data: [variable ? make("code", {}, variable) : "its value", " is used at "],
        control: ["decides whether to come to "],
        potential: variable ? ["could have changed ", make("code", {}, variable), ", used at "] : ["could have changed what is used at "],
        call: [statement.kind === "r" ? "returns on the way to " : "calls what contains "],
      }[kind]);
      const back = (kind, variable, other) => ({
        data: [variable ? make("code", {}, variable) : "a value", " from "],
        control: ["comes here because of "],
        potential: variable ? [make("code", {}, variable), " was left alone by "] : ["left alone by "],
        call: [other.statement.kind === "r" ? "comes after the return at " : "called at "],
      }[kind]);
      if (step.slice === current.slice.length - 1) {
        const said = { fails: "This is what fails.", holds: "This is what holds.", open: "Whether this holds is not known." };
        parts.push(make("p", { class: current.end === "fails" ? "failing" : "shown" }, said[current.end]));
      }
      const entries = (title, list, words) => {
        if (!list.length) return;
        const items = list.slice(0, 60).map(({ kind, step: other, variable }) => (
          make("li", { class: `arrow ${kind}` }, ...words(kind, variable, current.slice[other]), stepLink(other))
        ));
        if (list.length > 60) items.push(make("li", { class: "faint" }, `and ${list.length - 60} more`));
        parts.push(make("h3", { class: "plain" }, title), make("ul", {}, ...items));
      };
      entries("Needed for", reasons, phrase);
      entries("Needs", needs, back);
      if (!parts.length) parts.push(make("p", { class: "faint" }, statement.nest ? "It is where to look." : "It is a part of the slice."));
    }
    why.replaceChildren(...parts);
  };

  // Arrows

  const arrow = (from, to, kind, faint) => {
    const lines = [current.slice[from]?.statement.line, current.slice[to]?.statement.line];
    // A value is followed from its use to its definition; all else from what decides to what depends.
    const [start, end] = kind === "data" ? [lines[1], lines[0]] : lines;
    return { from: start, to: end, kind, faint };
  };

  const drawArrows = () => {
    const visible = new Set(steps.map((step) => step.slice));
    const list = [];
    const seen = new Set();
    const add = (from, to, kind, faint) => {
      if (!visible.has(from) || !visible.has(to) || list.length >= 120) return;
      const one = arrow(from, to, kind, faint);
      const key = `${one.from} ${one.to} ${kind}`;
      if (seen.has(key)) return;
      seen.add(key);
      list.push(one);
    };
    const here = steps[at]?.slice;
    if (here !== null && here !== undefined) {
      current.reasons[here]?.forEach(({ step, kind }) => add(here, step, kind, false));
      current.needs[here]?.forEach(({ step, kind }) => add(step, here, kind, false));
    }
    if (everyArrow) {
      current.reasons.forEach((reasons, from) => reasons.forEach(({ step, kind }) => add(from, step, kind, true)));
    }
    focuscheckArrows.draw(list, (line) => rows.get(line));
  };

  // Calls

  const CHUNK = 100;
  // Calls of one function in a row are one entry.
  const gathered = (nodes) => {
    const entries = [];
    for (let from = 0; from < nodes.length;) {
      let end = from + 1;
      while (end < nodes.length && nodes[end].fn === nodes[from].fn) end += 1;
      const run = nodes.slice(from, end);
      if (run.length < 4) entries.push(...run);
      else entries.push({ fn: run[0].fn, first: run[0].first, last: run[run.length - 1].last, times: run.length, children: run });
      from = end;
    }
    return entries;
  };
  const showCalls = () => {
    const tree = calls(current.trace());
    const item = (node) => {
      const link = make("a", { href: "#", "data-first": node.first, "data-last": node.last }, node.fn || "(run)");
      const count = node.last - node.first + 1;
      const times = node.times ? ` ×${node.times}` : "";
      const head = [link, times, make("span", { class: "faint" }, ` ${count} step${count === 1 ? "" : "s"}`)];
      if (!node.children.length) return make("li", {}, ...head);
      const inner = make("details", {}, make("summary", {}, ...head));
      // Children become elements when they are looked at.
      const fill = () => {
        if (!inner.open || inner.children.length > 1) return;
        const children = make("ul", {});
        const nodes = node.times ? node.children : gathered(node.children);
        const more = (from) => {
          children.append(...nodes.slice(from, from + CHUNK).map(item));
          const left = nodes.length - from - CHUNK;
          if (left <= 0) return;
          const button = make("button", { type: "button" }, `${left} more`);
          const entry = make("li", {}, button);
          button.addEventListener("click", () => { entry.remove(); more(from + CHUNK); markCall(); });
          children.append(entry);
        };
        more(0);
        inner.append(children);
        markCall();
      };
      inner.addEventListener("toggle", fill);
      return make("li", {}, inner);
    };
    const top = make("ul", {}, ...tree.slice(0, CHUNK).map(item));
    byId("calls").replaceChildren(top);
    const first = top.querySelector("details");
    if (first) first.open = true;
  };

  const runIndex = () => (level === "trace" || !current.hasTrace ? at : inTrace[steps[at]?.slice] ?? 0);
  const markCall = () => {
    const here = runIndex();
    let deepest = null;
    for (const link of byId("calls").querySelectorAll("a")) {
      link.removeAttribute("aria-current");
      if (Number(link.dataset.first) <= here && here <= Number(link.dataset.last)) deepest = link;
    }
    deepest?.setAttribute("aria-current", "step");
  };

  const goToRun = (first, last) => {
    const inside = (step, index) => {
      const place = level === "trace" || !current.hasTrace ? index : inTrace[step.slice];
      return place >= first && place <= last;
    };
    const place = steps.findIndex(inside);
    if (place >= 0) go(place);
    else {
      level = "trace";
      show(first);
    }
  };

  // The address says what is shown, so that it can be passed on.

  let quiet = true;
  const remember = () => {
    if (quiet) return;
    const { error, number } = all[chosen];
    try {
      history.replaceState(null, "", `#error=${error + 1}&explanation=${number + 1}&level=${level}&step=${at + 1}`);
    } catch { /* Some browsers forbid it for pages from disk, or too often. */ }
  };
  const recall = () => {
    const fields = new URLSearchParams(location.hash.slice(1));
    const one = { error: Number(fields.get("error")) - 1, number: Number(fields.get("explanation")) - 1 };
    const index = all.findIndex(({ error, number }) => error === one.error && number === one.number);
    if (LEVELS.includes(fields.get("level"))) level = fields.get("level");
    const step = Number(fields.get("step"));
    const target = /^#e(\d+)x(\d+)$/.exec(location.hash);
    const linked = target ? all.findIndex(({ error, number }) => error === target[1] - 1 && number === target[2] - 1) : -1;
    choose(Math.max(index, linked, 0), index >= 0 && step >= 1 ? step - 1 : null);
  };

  // What the reader does

  byId("levels").addEventListener("change", (event) => setLevel(event.target.value));
  byId("slider").addEventListener("input", (event) => go(Number(event.target.value) - 1));
  byId("first").addEventListener("click", () => go(0));
  byId("previous").addEventListener("click", () => go(at - 1));
  byId("next").addEventListener("click", () => go(at + 1));
  byId("last").addEventListener("click", () => go(steps.length - 1));
  byId("help").addEventListener("click", () => byId("keys").showModal());
  const toggleArrows = () => {
    everyArrow = !everyArrow;
    byId("all-arrows").setAttribute("aria-pressed", String(everyArrow));
    drawArrows();
  };
  byId("all-arrows").addEventListener("click", toggleArrows);
  list.addEventListener("scroll", renderSteps, { passive: true });
  list.addEventListener("click", (event) => {
    const row = event.target.closest("[data-index]");
    if (row) go(Number(row.dataset.index));
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link) return;
    const { step, slice, first, last } = link.dataset;
    if (step !== undefined) go(Number(step));
    else if (slice !== undefined) goToSlice(Number(slice));
    else if (first !== undefined) goToRun(Number(first), Number(last));
    else if (link.closest(".card h3")) {
      const { error, explanation: number } = link.closest(".card").dataset;
      choose(all.findIndex((one) => one.error === error - 1 && one.number === number - 1));
    } else if (/^#L\d+$/.test(link.getAttribute("href"))) {
      const row = rows.get(Number(link.getAttribute("href").slice(2)));
      row?.scrollIntoView({ block: "center" });
      row?.animate?.([{ background: "var(--now)" }, {}], 900);
    } else return;
    event.preventDefault();
  });
  byId("files").addEventListener("click", (event) => {
    // A line is clicked: its next step, round and round.
    const row = event.target.closest("li[data-line]");
    if (!row || String(getSelection())) return;
    const line = Number(row.dataset.line);
    for (let away = 1; away <= steps.length; away += 1) {
      const index = (at + away) % steps.length;
      if (steps[index].statement.line === line) { go(index); return; }
    }
  });
  const keys = {
    j: () => go(at + 1), ArrowRight: () => go(at + 1), ArrowDown: () => go(at + 1),
    k: () => go(at - 1), ArrowLeft: () => go(at - 1), ArrowUp: () => go(at - 1),
    Home: () => go(0), End: () => go(steps.length - 1),
    1: () => setLevel("reduced"), 2: () => setLevel("slice"), 3: () => setLevel("trace"),
    n: () => choose(chosen + 1), p: () => choose(chosen - 1),
    a: toggleArrows, t: () => window.focuscheckTheme(),
    "?": () => byId("keys").showModal(),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || byId("keys").open) return;
    const target = event.target;
    const moves = event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End";
    // Sliders, radio buttons and panes that scroll keep their own keys.
    if (moves && (target.matches("input, summary") || target.closest(".scroll"))) return;
    const action = Object.hasOwn(keys, event.key) && keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  addEventListener("resize", () => { renderSteps(); drawArrows(); });
  addEventListener("hashchange", () => { if (location.hash.includes("explanation=")) recall(); });
  byId("files").addEventListener("toggle", drawArrows, true);

  document.body.classList.add("live");
  recall();
  quiet = false;
})();
