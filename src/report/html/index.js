"use strict";
(() => {
  const table = document.getElementById("files");
  const body = table.tBodies[0];
  const all = [...body.rows];
  const rank = { unsafe: 0, unknown: 1, failed: 2, safe: 3 };
  const off = new Set();
  const texts = all.map((row) => (row.cells[0].textContent + " " + row.cells[4].textContent).toLowerCase());
  const filter = document.getElementById("filter");

  const apply = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    all.forEach((row, index) => {
      row.hidden = off.has(row.dataset.verdict) || !words.every((word) => texts[index].includes(word));
      shown += row.hidden ? 0 : 1;
    });
    document.getElementById("shown").textContent = shown === all.length ? "" : `${shown} of ${all.length} files`;
    document.getElementById("none").hidden = shown > 0;
  };
  document.getElementById("find").hidden = false;
  filter.addEventListener("input", apply);

  for (const group of document.querySelectorAll(".groups .group")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "group";
    button.append(...group.childNodes);
    const { name } = group.dataset;
    button.title = `Only what lies in ${name}`;
    button.addEventListener("click", () => {
      const word = name === "./" ? "" : name.toLowerCase();
      filter.value = filter.value === word ? "" : word;
      apply();
    });
    group.replaceWith(button);
  }

  for (const count of document.querySelectorAll("#counts .count")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = count.className;
    button.append(...count.childNodes);
    const { verdict } = count.dataset;
    button.dataset.verdict = verdict;
    button.setAttribute("aria-pressed", "true");
    button.title = `Show or hide what is ${verdict}`;
    button.addEventListener("click", () => {
      if (!off.delete(verdict)) off.add(verdict);
      button.setAttribute("aria-pressed", String(!off.has(verdict)));
      apply();
    });
    count.replaceWith(button);
  }

  const value = {
    text: (cell) => cell.textContent.trim(),
    number: (cell) => parseInt(cell.textContent, 10) || 0,
    verdict: (cell) => rank[cell.textContent.trim()],
  };
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const kind = head.dataset.sort;
      const first = kind === "number" ? "descending" : "ascending";
      const before = head.getAttribute("aria-sort");
      const order = before === first ? (first === "ascending" ? "descending" : "ascending") : first;
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", order);
      const sign = order === "ascending" ? 1 : -1;
      const keyed = all.map((row, index) => ({ row, index, key: value[kind](row.cells[column]) }));
      keyed.sort((a, b) => (a.key < b.key ? -sign : a.key > b.key ? sign : a.index - b.index));
      body.append(...keyed.map(({ row }) => row));
    });
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input")) {
      if (event.key === "Escape") { filter.value = ""; apply(); filter.blur(); }
      return;
    }
    if (event.key === "/") { filter.focus(); event.preventDefault(); }
    if (event.key === "t") window.focuscheckTheme();
  });
})();
