"use strict";
// Draws memory after a step: a box for each call with its variables, and to the right of them, by distance, what pointers
// lead to. What the arrays mean is said where they are written, in pictures.rs.
const focuscheckMemory = (() => {
  const byId = (id) => document.getElementById(id);
  const space = "http://www.w3.org/2000/svg";
  // Of letters as wide as these, in points of the picture.
  const LETTER = 7.3;
  const SMALL = 5.8;
  const ROW = 20;
  const CAPTION = 11;
  const PAD = 7;
  const TITLE = 20;
  const BETWEEN = 54;
  const APART = 16;
  const WIDEST = 290;
  const [ABSENT, THERE, ENDED, LOST] = [0, 1, 2, 3];

  // What there is at a moment: { calls, hidden, states, held }; states and held by object.

  const empty = (memory) => ({ at: -1, calls: [], hidden: 0, states: new Map(), held: memory.o.map(() => null) });
  const go = (memory, state, to) => {
    while (state.at < to) {
      state.at += 1;
      const [kept, calls, states, values, hidden] = memory.m[state.at];
      state.calls.length = kept;
      state.calls.push(...calls);
      state.hidden = hidden;
      for (const [object, is] of states) {
        if (is === ABSENT) state.states.delete(object);
        else state.states.set(object, is);
        if (is === ABSENT || is === ENDED || !state.held[object]) state.held[object] = [];
      }
      for (const [object, cell, value] of values) state.held[object][cell] = value;
    }
    return state;
  };
  const copy = ({ at, calls, hidden, states, held }) => (
    { at, calls: [...calls], hidden, states: new Map(states), held: held.map((cells) => cells && [...cells]) }
  );
  // Every so many moments are kept, so that none is far from one that is known.
  const EVERY = 64;
  const known = new WeakMap();
  const stateAt = (memory, moment) => {
    if (!known.has(memory)) known.set(memory, [empty(memory)]);
    const kept = known.get(memory);
    const block = Math.floor((moment + 1) / EVERY);
    while (kept.length <= block) {
      const last = kept[kept.length - 1];
      kept.push(go(memory, copy(last), last.at + EVERY));
    }
    return go(memory, copy(kept[block]), moment);
  };

  // Values

  const value = (memory, state, object, cell) => {
    const raw = state.held[object]?.[cell];
    const plain = (text, words) => ({ text, words: words ?? text, to: null });
    if (raw === null || raw === undefined) return plain("?", "has no value");
    if (raw === 0) return plain("∅", "is NULL");
    if (typeof raw === "string") return plain(raw, `is ${raw}`);
    const [first, kind, number, note] = raw;
    if (first === "u") return plain("…", "is not known");
    if (first === "x") return plain("outside", "lies outside of the block");
    if (first === "h") return plain("→ …", "leads to an object that is not drawn");
    const dangles = state.states.get(first) === ENDED;
    const part = { r: () => memory.o[first][2][number][0], c: () => cellName(memory, first, number), i: () => "", e: () => "" }[kind]?.() ?? "";
    const where = [part + (kind === "c" && note ? note : ""), title(memory, first)].filter(Boolean).join(" of ");
    const words = { e: note === "end" ? `leads to the end of ${where}` : `leads outside of ${where}` }[kind] ?? `leads to ${where}${kind === "i" ? ` ${note}` : ""}`;
    return { text: note ? `${note} •` : "•", words: words + (dangles ? ", which is gone" : ""), to: first, kind, number, dangles };
  };
  const title = (memory, object) => (memory.o[object][0] === "b" ? `the ${memory.o[object][1]}` : memory.o[object][0] === "l" ? "a string literal" : memory.o[object][1]);
  const cellName = (memory, object, cell) => {
    let first = 0;
    for (const [label, captions] of memory.o[object][2]) {
      if (cell < first + captions.length) return [label, captions[cell - first]].filter(Boolean).join(captions[cell - first].startsWith("[") ? "" : ".");
      first += captions.length;
    }
    return "";
  };

  // Boxes: { object, title, rows: [{ label, cells: [{ object, cell, ... } or { gap }] }] }

  const lines = (memory, state, object, name) => {
    let cell = 0;
    return memory.o[object][2].map(([label, captions, gaps]) => {
      const dot = label && name && !label.startsWith("[") ? "." : "";
      const left = gaps.map(([before, count]) => [before, { gap: `… ${count} more` }]);
      const cells = [];
      captions.forEach((caption, number) => {
        for (const [before, gap] of left) if (before === number) cells.push(gap);
        cells.push({ object, cell, caption, value: value(memory, state, object, cell) });
        cell += 1;
      });
      if (!captions.length) cells.push(...left.map(([, gap]) => ({ gap: `${gap.gap} elements` })));
      return { object, label: name + dot + label, cells };
    });
  };

  // Variables with several parts that some pointer leads to at some time have boxes of their own, so that lists and trees
  // are drawn the same whether their nodes are variables or blocks.
  const apart = new WeakMap();
  const standsApart = (memory, object) => {
    if (!apart.has(memory)) {
      const targets = new Set();
      for (const [, , , values] of memory.m) {
        for (const [, , value] of values) if (Array.isArray(value) && typeof value[0] === "number") targets.add(value[0]);
      }
      const isCompound = ([, , rows]) => rows.length > 1 || rows.some(([, cells]) => cells.length > 1);
      apart.set(memory, new Set([...targets].filter((target) => isCompound(memory.o[target]))));
    }
    return apart.get(memory).has(object);
  };

  const boxes = (memory, state) => {
    const groups = [];
    const owners = new Map();
    const within = (objects, owner) => objects.filter((object) => {
      const own = standsApart(memory, object);
      if (own) owners.set(object, owner);
      return !own;
    });
    for (let number = state.calls.length - 1; number >= 0; number -= 1) {
      const call = state.calls[number];
      if (typeof call === "number") {
        groups.push({ group: true, title: `… ${call} more call${call === 1 ? "" : "s"}`, rows: [] });
        continue;
      }
      const [name, line, variables, hidden] = call;
      const objects = within(variables, `of ${name}`);
      const rows = objects.flatMap((object) => lines(memory, state, object, memory.o[object][1]));
      if (hidden) rows.push({ label: "", cells: [{ gap: `… ${hidden} more variables` }] });
      groups.push({ group: true, title: name, line, rows, objects });
    }
    const globals = within(memory.g.filter((object) => state.states.has(object)), "global");
    if (globals.length) {
      groups.push({ group: true, title: "globals", rows: globals.flatMap((object) => lines(memory, state, object, memory.o[object][1])), objects: globals });
    }
    const inGroups = new Set(groups.flatMap((group) => group.objects ?? []));
    const others = [...state.states.keys()].filter((object) => !inGroups.has(object));
    const single = (object) => {
      const is = state.states.get(object);
      const note = { [ENDED]: "is gone", [LOST]: "nothing leads here" }[is] ?? owners.get(object) ?? "";
      const rows = lines(memory, state, object, "");
      // What is gone holds nothing.
      if (is === ENDED) for (const row of rows) row.cells = row.cells.filter((cell) => !cell.gap).map((cell) => ({ ...cell, value: { text: "", words: "is gone", to: null } }));
      return { object, title: memory.o[object][1], state: is, note, rows };
    };
    return { groups, others: others.map(single) };
  };

  const measure = (box) => {
    const words = (text, size) => text.length * size;
    const labels = Math.max(0, ...box.rows.map((row) => words(row.label, LETTER)));
    box.labels = labels ? labels + 10 : 0;
    let y = TITLE + 4;
    let width = words(`${box.title} ${box.line ? "from line 9999" : box.note ?? ""}`, SMALL + 1);
    for (const row of box.rows) {
      row.high = row.cells.some((cell) => cell.caption) ? CAPTION : 0;
      row.y = y + row.high;
      let [x, down] = [PAD + box.labels, row.y];
      for (const cell of row.cells) {
        cell.width = cell.gap ? words(cell.gap, SMALL) + 8 : Math.max(words(cell.value.text, LETTER) + 12, words(cell.caption, SMALL) + 6, 24);
        // Long rows go on below.
        if (x > PAD + box.labels && x + cell.width > PAD + box.labels + WIDEST) [x, down] = [PAD + box.labels, down + ROW + row.high + 2];
        Object.assign(cell, { x, y: down });
        x += cell.width;
        width = Math.max(width, x - PAD);
      }
      y = down + ROW + 2;
    }
    box.width = width + 2 * PAD;
    box.height = y + 4;
  };

  // Places

  // What was drawn last, so that boxes stay where they are from step to step.
  let last = { memory: null, moment: null, places: new Map() };

  const arrange = ({ groups, others }, sticky) => {
    const byObject = new Map(others.map((box) => [box.object, box]));
    [...groups, ...others].forEach(measure);
    let y = 0;
    for (const group of groups) {
      Object.assign(group, { x: 0, y, column: 0 });
      y += group.height + APART;
    }
    // By distance from the variables; what nothing leads to stands last.
    let front = groups;
    for (let column = 1; front.length; column += 1) {
      const next = [];
      for (const box of front) {
        for (const row of box.rows) {
          for (const { value: held } of row.cells) {
            const to = held && byObject.get(held.to);
            if (!to || to.column !== undefined) continue;
            to.column = Math.max(column, sticky.get(to.object)?.column ?? 0);
            to.wanted = box.group ? box.y + row.y - TITLE - 4 : box;
            next.push(to);
          }
        }
      }
      front = next;
    }
    for (const box of others) box.column ??= 1;
    const used = [...new Set(others.map((box) => box.column))].sort((a, b) => a - b);
    let x = Math.max(0, ...groups.map((group) => group.width)) + BETWEEN;
    for (const column of used) {
      const own = others.filter((box) => box.column === column);
      for (const box of own) {
        const before = sticky.get(box.object);
        const wanted = typeof box.wanted === "object" ? box.wanted.y : box.wanted;
        box.goal = before?.column === column ? before.y : wanted ?? Infinity;
      }
      own.sort((a, b) => (a.goal === b.goal ? 0 : a.goal - b.goal));
      let free = 0;
      for (const box of own) {
        box.x = x;
        box.y = Math.max(free, box.goal === Infinity ? free : box.goal);
        free = box.y + box.height + APART;
      }
      x += Math.max(...own.map((box) => box.width)) + BETWEEN;
    }
    const all = [...groups, ...others];
    return { width: Math.max(...all.map((box) => box.x + box.width), 1) + 30, height: Math.max(...all.map((box) => box.y + box.height), 1) };
  };

  // Drawing

  const element = (name, attributes = {}, ...children) => {
    const made = document.createElementNS(space, name);
    for (const [key, entry] of Object.entries(attributes)) made.setAttribute(key, entry);
    made.append(...children);
    return made;
  };
  const text = (x, y, words, kind) => element("text", { x, y, class: kind }, words);

  const drawBox = (box, changed, lineName) => {
    const is = box.group ? "group" : ["", "", "ended", "lost"][box.state];
    const group = element("g", { class: `box ${is}${changed.objects.has(box.object) ? " new" : ""}`, transform: `translate(${box.x} ${box.y})` });
    group.append(element("rect", { class: "frame", width: box.width, height: box.height, rx: 5 }));
    const note = box.line ? `from ${lineName(box.line)}` : box.note;
    const head = text(PAD, 14, box.title, "title");
    if (note) head.append(element("tspan", { class: "note" }, ` ${note}`));
    group.append(head);
    for (const row of box.rows) {
      if (row.label) group.append(text(PAD, row.y + 14, row.label, "label"));
      for (const cell of row.cells) {
        if (cell.gap) {
          group.append(text(cell.x + 4, cell.y + 14, cell.gap, "gap"));
          continue;
        }
        const mark = changed.cells.has(`${cell.object}/${cell.cell}`) ? " changed" : "";
        const drawn = element("g", { class: `cell${mark}${cell.value.dangles ? " dangles" : ""}${cell.value.text === "?" ? " unset" : ""}` });
        const name = [row.label, cell.caption].filter(Boolean).join(cell.caption?.startsWith("[") ? "" : ".");
        drawn.append(element("title", {}, `${name || box.title} ${cell.value.words}`), element("rect", { x: cell.x, y: cell.y, width: cell.width, height: ROW }));
        if (cell.caption) drawn.append(text(cell.x + 3, cell.y - 2, cell.caption, "caption"));
        drawn.append(text(cell.x + 6, cell.y + 14, cell.value.text, "value"));
        group.append(drawn);
      }
    }
    if (box.state === ENDED) group.append(element("path", { class: "strike", d: `M 2 2 L ${box.width - 2} ${box.height - 2} M ${box.width - 2} 2 L 2 ${box.height - 2}` }));
    return group;
  };

  // Where an arrow to a part of a box ends: x, y, and whether it comes from above.
  const target = (memory, places, { to, kind, number }) => {
    const box = places.get(to);
    if (!box) return null;
    const own = box.rows.filter((row) => row.object === to);
    if (kind === "r") return { box, x: box.x, y: box.y + own[number].y + ROW / 2 };
    if (kind === "c") {
      for (const row of own) {
        const found = row.cells.find((cell) => cell.cell === number);
        if (!found) continue;
        if (row.cells.length === 1) return { box, x: box.x + found.x, y: box.y + found.y + ROW / 2 };
        return { box, x: box.x + found.x + found.width / 2, y: box.y + found.y - row.high, above: true };
      }
    }
    if (kind === "e") return { box, x: box.x + box.width, y: box.y + box.height - 8, behind: true };
    const y = box.group && own.length ? own[0].y + ROW / 2 : TITLE / 2;
    return { box, x: box.group && own.length ? box.x + own[0].cells[0].x : box.x, y: box.y + y };
  };

  const drawArrow = (box, cell, end, changed) => {
    const [x1, y1] = [box.x + cell.x + 6 + LETTER * (cell.value.text.length - 0.5), box.y + cell.y + ROW / 2];
    const right = box.x + box.width;
    let [x2, y2] = [end.x, end.y];
    let path;
    let head;
    if (end.above) {
      path = `M ${x1} ${y1} C ${x1 + 40} ${y1}, ${x2} ${y2 - 40}, ${x2} ${y2 - 6}`;
      head = `M ${x2 - 4} ${y2 - 7} L ${x2} ${y2} L ${x2 + 4} ${y2 - 7} Z`;
    } else if (end.box.column > box.column && !end.behind) {
      path = `M ${x1} ${y1} C ${Math.max(x1 + 30, right + 14)} ${y1}, ${x2 - 34} ${y2}, ${x2 - 6} ${y2}`;
      head = `M ${x2 - 7} ${y2 - 4} L ${x2} ${y2} L ${x2 - 7} ${y2 + 4} Z`;
    } else {
      // Back, or to the same column: round the right side.
      if (!end.behind) x2 = end.box.x + end.box.width;
      const out = Math.max(right, x2) + 18;
      path = `M ${x1} ${y1} C ${out + 14} ${y1}, ${out + 14} ${y2}, ${x2 + 6} ${y2}`;
      head = `M ${x2 + 7} ${y2 - 4} L ${x2} ${y2} L ${x2 + 7} ${y2 + 4} Z`;
    }
    const mark = changed.cells.has(`${cell.object}/${cell.cell}`) ? " changed" : "";
    return element("g", { class: `pointer${cell.value.dangles ? " dangles" : ""}${mark}` }, element("path", { d: path }), element("path", { class: "head", d: head }));
  };

  const changes = (memory, before, now) => {
    const changed = { cells: new Set(), objects: new Set() };
    if (!before) return changed;
    for (const [object, is] of now.states) {
      if (before.states.get(object) !== is) changed.objects.add(object);
      if (is === ENDED) continue;
      const old = before.states.get(object) === ENDED ? [] : before.held[object] ?? [];
      (now.held[object] ?? []).forEach((held, cell) => {
        if (JSON.stringify(held ?? null) !== JSON.stringify(old[cell] ?? null)) changed.cells.add(`${object}/${cell}`);
      });
    }
    return changed;
  };

  // The same in words, for who does not see it.
  const describe = ({ groups, others }, changed, hidden) => {
    const cells = (box) => box.rows.flatMap((row) => row.cells.map((cell) => {
      if (cell.gap) return cell.gap;
      const name = [row.label, cell.caption].filter(Boolean).join(cell.caption.startsWith("[") ? "" : ".");
      const mark = changed.cells.has(`${cell.object}/${cell.cell}`) ? " (changed)" : "";
      return `${name || "it"} ${cell.value.words}${mark}`;
    })).join("; ");
    const sentence = (box) => {
      const holds = box.state === ENDED ? "" : cells(box) || "nothing";
      return `${[box.title, box.note].filter(Boolean).join(" ")}${holds ? `: ${holds}` : ""}.`;
    };
    return [...groups, ...others].map(sentence).join(" ") + (hidden ? ` ${hidden} more objects are not drawn.` : "");
  };

  // Draws the moment of an explanation's memory; `before` is the moment that the reader saw last on the way, or null.
  const draw = (memory, moment, before, lineName) => {
    const svg = byId("memory-picture");
    if (moment === null) {
      svg.replaceChildren();
      for (const side of ["width", "height"]) svg.setAttribute(side, 0);
      byId("memory-note").textContent = "Memory is not drawn after this step.";
      byId("memory-words").textContent = "";
      return;
    }
    const now = stateAt(memory, moment);
    const changed = changes(memory, before === null ? null : stateAt(memory, before), now);
    const drawn = boxes(memory, now);
    const near = last.memory === memory && (last.moment === before || stateAfter(last.moment, moment));
    const { width, height } = arrange(drawn, near ? last.places : new Map());
    last = { memory, moment, before, places: new Map(drawn.others.map((box) => [box.object, { column: box.column, y: box.y }])) };
    const places = new Map(drawn.others.map((box) => [box.object, box]));
    for (const group of drawn.groups) for (const object of group.objects ?? []) places.set(object, group);
    const all = [...drawn.groups, ...drawn.others];
    const arrows = all.flatMap((box) => box.rows.flatMap((row) => row.cells.flatMap((cell) => {
      const end = cell.value?.to !== undefined && cell.value?.to !== null ? target(memory, places, cell.value) : null;
      return end ? [drawArrow(box, cell, end, changed)] : [];
    })));
    svg.setAttribute("width", Math.ceil(width));
    svg.setAttribute("height", Math.ceil(height) + 2);
    svg.setAttribute("viewBox", `-1 -1 ${Math.ceil(width)} ${Math.ceil(height) + 2}`);
    svg.replaceChildren(...all.map((box) => drawBox(box, changed, lineName)), ...arrows);
    byId("memory-note").textContent = now.hidden ? `… ${now.hidden} more object${now.hidden === 1 ? "" : "s"}` : "";
    byId("memory-words").textContent = describe(drawn, changed, now.hidden);
  };
  const stateAfter = (one, other) => one !== null && Math.abs(one - other) <= 1;

  return { draw };
})();
