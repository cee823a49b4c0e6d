// What did the agent do, and where does it differ from what was accepted?

const LONG = 480; // characters and lines that are shown without being asked for
const TALL = 12;
const BEGINNING = 100;

/** A value as text: short ones as they are, long ones when somebody opens them. */
function value(text, attributes = {}) {
  const lines = text.split("\n").length;
  if (text.length <= LONG && lines <= TALL) return element("pre", attributes, text);
  const size = lines > TALL ? counted(lines, "line") : counted(text.length, "character");
  return element(
    "details",
    { class: "long" },
    element(
      "summary",
      {},
      element("code", {}, `${text.slice(0, BEGINNING).replace(/\s+/g, " ")} …`),
      element("span", { class: "note" }, ` ${size}`),
    ),
    element("pre", attributes, text),
  );
}

/** One step: what was called with what, how it ended, what came back. */
function stepBlock(step, number = null) {
  return element(
    "div",
    { class: step.code || step.status === "error" ? "step failed" : "step" },
    element(
      "p",
      { class: "step-head" },
      number === null ? null : element("span", { class: "number" }, `${number} `),
      step.kind ? element("span", { class: "kind" }, `${step.kind} `) : null,
      step.name ? element("b", {}, step.name) : null,
      step.status
        ? element("span", { class: `word ${step.status === "skipped" ? "none" : "bad"}` }, step.status)
        : null,
      step.code ? element("span", { class: "word bad" }, step.code) : null,
      step.group ? element("span", { class: "kind" }, ` in one turn: ${step.group}`) : null,
    ),
    step.args ? value(step.args) : null,
    step.seen
      ? element("div", { class: "seen" }, element("span", { class: "arrow" }, "→ returned"), value(step.seen))
      : null,
  );
}

const KINDS = {
  equal: ["=", "same"],
  changed: ["≠", "changed"],
  added: ["+", "added"],
  removed: ["−", "removed"],
  moved: ["↕", "moved"],
};

/** Baseline and run, step against step: side by side where there is room, one under the other where there is not. */
function alignment(compared) {
  return element(
    "div",
    { class: "alignment" },
    element(
      "div",
      { class: "pair heads", "aria-hidden": "true" },
      element("span"),
      element("span", {}, "baseline"),
      element("span", {}, "this run"),
    ),
    compared.pairs.length ? element("ol", { class: "pairs" }, compared.pairs.map(pairOf)) : null,
    compared.capped
      ? element("p", { class: "note" }, "The traces differ in so much that the alignment was cut short.")
      : null,
    compared.ends.length ? element("ol", { class: "pairs ends" }, compared.ends.map(endOf)) : null,
  );
}

function pairOf(pair) {
  return pairBlock(
    pair.kind,
    pair.old && stepBlock(pair.old),
    pair.new && stepBlock(pair.new),
    pair.changes?.length ? changes(pair) : null,
  );
}

function endOf(end) {
  return pairBlock(end.same ? "equal" : "changed", endBlock(end.name, end.old), endBlock(end.name, end.new));
}

function endBlock(name, text) {
  return element("div", { class: "step" }, element("p", { class: "step-head" }, element("b", {}, name)), value(text));
}

/** What is the same stands there once, across both columns. */
function pairBlock(kind, old, now, below = null) {
  const sides = kind === "equal" ? [side("both", now)] : [side("baseline", old), side("this run", now)];
  return element("li", { class: `pair ${kind}` }, kindOf(kind), sides, below);
}

function kindOf(kind) {
  const [mark, word] = KINDS[kind];
  return element(
    "span",
    { class: "pair-kind" },
    element("span", { "aria-hidden": "true" }, mark),
    element("span", { class: "pair-word" }, ` ${word}`),
  );
}

function side(label, block) {
  return element(
    "div",
    { class: `side ${block ? (label === "both" ? "both" : "") : "empty"}` },
    element("span", { class: "side-label" }, label),
    block ?? element("p", { class: "nothing" }, "no such step"),
  );
}

function changes(pair) {
  return element(
    "ul",
    { class: "changes", "aria-label": "changed fields" },
    pair.changes.map((change) => element("li", {}, element("code", {}, change.at), " ", ...changeTexts(change))),
    pair.left_out ? element("li", {}, `and ${counted(pair.left_out, "more field")}`) : null,
  );
}

function changeTexts({ old, new: now }) {
  if (old === undefined) return ["added ", element("ins", {}, now)];
  if (now === undefined) return ["removed ", element("del", {}, old)];
  return [element("del", {}, old), " → ", element("ins", {}, now)];
}
