"use strict";
// Reads the steps of a page. What the arrays mean is said where they are written, in data.rs.
const focuscheckSteps = (() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const statements = data.statements.map(([line, column, fn, depth, kind, outcome, text, nest, names]) => ({
    line, column, depth, kind, text,
    fn: data.names[fn],
    outcome: outcome === null ? null : outcome === 1,
    nest: nest === 1,
    names: names.map((name) => data.names[name]),
  }));
  const reasonWords = { d: "data", c: "control", p: "potential", l: "call" };

  // A sequence as a list of { statement, values, slice, occurrence }; `slice` is the index of the step of the
  // slice that it is, or null.
  const decode = (sequence, ofSlice) => {
    let value = 0;
    const seen = new Map();
    return sequence.s.map((number, index) => {
      const statement = statements[number];
      const values = statement.names.map((name) => [name, String(sequence.v[value++])]);
      const same = statement.line + ":" + statement.column + ":" + statement.outcome;
      const occurrence = (seen.get(same) || 0) + 1;
      seen.set(same, occurrence);
      const slice = ofSlice ? index : (sequence.f && sequence.f[index] ? sequence.f[index] - 1 : null);
      return { statement, values, slice, occurrence };
    });
  };

  const decoded = new Map();
  // Everything about an explanation, by the numbers of its error and its own.
  const explanation = (error, number) => {
    const key = error + "/" + number;
    if (decoded.has(key)) return decoded.get(key);
    const raw = data.errors[error][number];
    const slice = decode(raw.slice, true);
    const reasons = raw.reasons.map((list) => list.map(([kind, step, name]) => (
      { kind: reasonWords[kind], step, variable: name === null ? null : data.names[name] }
    )));
    // The other direction: what each step needs.
    const needs = slice.map(() => []);
    reasons.forEach((list, from) => list.forEach((reason) => {
      if (needs[reason.step]) needs[reason.step].push({ ...reason, step: from });
    }));
    const result = { rank: raw.rank, slice, reasons, needs, steps: raw.steps, hasTrace: raw.trace !== null, end: raw.end ?? "fails", memory: raw.memory ?? null };
    let trace = null;
    result.trace = () => {
      if (!trace) trace = raw.trace ? decode(raw.trace, false) : slice;
      return trace;
    };
    result.reduced = slice.filter((step, index) => step.statement.nest || index === slice.length - 1);
    // Only a few are kept: each may be large.
    if (decoded.size > 4) decoded.delete(decoded.keys().next().value);
    decoded.set(key, result);
    return result;
  };

  // `x = 1`, `p -> stock[2]`, `p is freed`.
  const shown = ([name, value]) => `${name} ${/^(->|is|has) /.test(value) ? "" : "= "}${value}`;

  const ordinal = (number) => {
    const tens = number % 100;
    const suffix = tens > 10 && tens < 14 ? "th" : ["th", "st", "nd", "rd"][number % 10] || "th";
    return number + suffix;
  };

  // What happened at a step, in a word or two.
  const remark = ({ kind, outcome }) => {
    if (outcome !== null) return outcome ? "true" : "false";
    return { b: "decides", c: "call", r: "return", h: "holds", e: "fails", a: "", t: "" }[kind];
  };

  // The calls of a run as a tree: { fn, first, last, children }, positions in the sequence.
  const calls = (sequence) => {
    const roots = [];
    const stack = [];
    sequence.forEach(({ statement }, index) => {
      while (stack.length > statement.depth + 1) stack.pop();
      if (stack.length === statement.depth + 1 && stack[statement.depth].fn !== statement.fn) stack.pop();
      while (stack.length <= statement.depth) {
        const node = { fn: stack.length === statement.depth ? statement.fn : "…", first: index, last: index, children: [] };
        (stack.length ? stack[stack.length - 1].children : roots).push(node);
        stack.push(node);
      }
      stack.forEach((node) => { node.last = index; });
    });
    return roots;
  };

  return { errors: data.errors.map((list) => list.length), explanation, ordinal, remark, shown, calls };
})();
