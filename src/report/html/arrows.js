"use strict";
// Arrows in the margin of the source: lanes to the left of the lines, the shortest innermost.
const focuscheckArrows = (() => {
  const svg = document.getElementById("arrows");
  const space = "http://www.w3.org/2000/svg";
  const LANE = 9;
  const LANES = 7;

  const element = (name, attributes) => {
    const made = document.createElementNS(space, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };

  // `list` has { from, to, kind, faint }: lines, the arrow's head at `to`. `row` finds the element of a line.
  const draw = (list, row) => {
    svg.replaceChildren();
    const files = document.getElementById("files");
    const origin = files.getBoundingClientRect();
    const gutter = parseFloat(getComputedStyle(files).getPropertyValue("--gutter")) || 0;
    svg.setAttribute("width", gutter);
    svg.setAttribute("height", files.scrollHeight);
    if (!gutter) return;
    const middle = (line) => {
      const place = row(line)?.getBoundingClientRect();
      return place && place.height ? place.top - origin.top + Math.min(place.height, 22) / 2 : null;
    };
    const arcs = list
      .map((arrow) => ({ ...arrow, y1: middle(arrow.from), y2: middle(arrow.to) }))
      .filter((arrow) => arrow.y1 !== null && arrow.y2 !== null)
      .sort((a, b) => Math.abs(a.y1 - a.y2) - Math.abs(b.y1 - b.y2));
    const lanes = [];
    for (const arc of arcs) {
      const [low, high] = [Math.min(arc.y1, arc.y2) - 3, Math.max(arc.y1, arc.y2) + 3];
      let lane = lanes.findIndex((taken) => taken.every(([a, b]) => high < a || b < low));
      if (lane < 0) lane = lanes.length;
      (lanes[lane] ||= []).push([low, high]);
      const x = gutter - 3;
      const left = x - 8 - Math.min(lane, LANES - 1) * LANE;
      let path;
      if (arc.from === arc.to) {
        path = `M ${x} ${arc.y1 - 4} C ${left} ${arc.y1 - 12}, ${left} ${arc.y1 + 12}, ${x} ${arc.y1 + 4}`;
        arc.y2 += 4;
      } else {
        const down = arc.y2 > arc.y1 ? 1 : -1;
        const r = Math.min(6, Math.abs(arc.y2 - arc.y1) / 2);
        // Ends are set apart a little, so that what comes in and what goes out can be told apart.
        path = `M ${x} ${arc.y1 + 2 * down} H ${left + r} Q ${left} ${arc.y1 + 2 * down} ${left} ${arc.y1 + (2 + r) * down}`
          + ` V ${arc.y2 - (2 + r) * down} Q ${left} ${arc.y2 - 2 * down} ${left + r} ${arc.y2 - 2 * down} H ${x - 1}`;
        arc.y2 -= 2 * down;
      }
      const group = element("g", { class: `${arc.kind}${arc.faint ? " faint" : ""}` });
      group.append(
        element("path", { d: path }),
        element("path", { class: "head", d: `M ${x - 6} ${arc.y2 - 3.5} L ${x + 1} ${arc.y2} L ${x - 6} ${arc.y2 + 3.5} Z` }),
      );
      svg.append(group);
    }
  };
  return { draw };
})();
