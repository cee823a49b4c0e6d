// What did each trial do, under each variant? Halves of a pair stand side by side, told apart by name and frame.

function trialsOf(details) {
  const variants = details.variants;
  if (!variants.length) return section("Trace", element("p", {}, "It was not run."));
  if (variants.length === 1) return onlyVariant(variants[0]);
  return section(
    variants.length === 2 ? "Both halves" : "Variants",
    details.halves ? element("p", {}, details.halves) : null,
    element("div", { class: "halves" }, variants.map(half)),
  );
}

function onlyVariant({ trials, summary }) {
  const title = trials.length === 1 ? "Trace" : `Trials, ${summary}`;
  return section(title, ...trialBlocks(trials, "h4"));
}

function half(variant, number) {
  return element(
    "section",
    { class: `half half-${number % 4}`, "aria-label": variant.name },
    element("h4", {}, variant.name, " ", element("span", { class: "note" }, variant.summary)),
    ...trialBlocks(variant.trials, "h5"),
  );
}

/** `level` is the element of the headings inside, since trials stand at two depths of the page. */
function trialBlocks(trials, level) {
  if (trials.length === 1) return [trialBlock(trials[0], level)];
  return trials.map((trial, number) =>
    element(
      "details",
      number === 0 ? { class: "trial", open: "" } : { class: "trial" },
      element(
        "summary",
        {},
        sign(VERDICTS[trial.verdict]),
        `trial ${trial.number}: ${trial.verdict}`,
        trial.masked ? ", masked" : "",
      ),
      trial.unlike ? element("p", { class: "note" }, `unlike trial 1; ${trial.unlike}`) : null,
      trialBlock(trial, level),
    ),
  );
}

const VERDICTS = { pass: "good", fail: "bad", error: "error" };

function trialBlock(trial, level) {
  const part = (title) => element(level, { class: "part" }, title);
  return element(
    "div",
    { class: "trial-block" },
    element(
      "p",
      { class: "trial-line" },
      sign(VERDICTS[trial.verdict]),
      element("b", {}, trial.verdict),
      `, the agent says ${trial.status}`,
      trial.used ? element("span", { class: "note" }, ` ${trial.used}`) : null,
    ),
    trial.fault ? element("p", { class: "fault" }, trial.fault) : null,
    trial.checks.length ? checksTable(trial.checks) : null,
    trial.scores ? scoreBars(trial.scores) : null,
    trial.plan
      ? element(
          "details",
          {},
          element("summary", {}, `Plan, ${counted(trial.plan.length, "step")}`),
          stepList(trial.plan),
        )
      : null,
    part(trial.steps.length ? counted(trial.steps.length, "step") : "No steps"),
    trial.steps.length ? stepList(trial.steps) : null,
    trial.answer ? element("div", {}, part("Answer"), value(trial.answer, { class: "prose" })) : null,
    trial.rest.map(([what, text]) => element("div", {}, part(what), value(text))),
  );
}

function stepList(steps) {
  return element(
    "ol",
    { class: "steps" },
    steps.map((one, number) => element("li", {}, stepBlock(one, number + 1))),
  );
}

function checksTable(checks) {
  const rows = checks.map((check) =>
    element(
      "tr",
      {},
      element("td", {}, sign(check.passed ? "good" : "bad"), check.passed ? "passed" : "failed"),
      element("th", { scope: "row" }, check.name),
      element("td", {}, check.why ?? ""),
    ),
  );
  return element(
    "table",
    { class: "checks" },
    element("caption", {}, "Checks"),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        ["Result", "Check", "Why"].map((head) => element("th", { scope: "col" }, head)),
      ),
    ),
    element("tbody", {}, rows),
  );
}

/** A bar for each criterion; the number beside it says the same. */
function scoreBars(scores) {
  const rows = scores.criteria.map((one) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, one.name),
      element("td", {}, bar(one.share)),
      element("td", { class: "figure" }, one.score),
    ),
  );
  return element(
    "div",
    {},
    element(
      "table",
      { class: "scores" },
      element("caption", {}, `Scored by ${scores.rubric}: ${scores.weighted} weighted, on ${scores.scale}`),
      element(
        "thead",
        { class: "unseen" },
        element(
          "tr",
          {},
          ["Criterion", "Bar", "Score"].map((head) => element("th", { scope: "col" }, head)),
        ),
      ),
      element("tbody", {}, rows),
    ),
    scores.explanation
      ? element(
          "div",
          { class: "seen" },
          element("span", { class: "arrow" }, "the judge says"),
          value(scores.explanation, { class: "prose" }),
        )
      : null,
  );
}

function bar(share) {
  return drawn(
    "svg",
    { class: "bar", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
    drawn("rect", { class: "bar-room", width: 100, height: 8 }),
    drawn("rect", { class: "bar-full", width: Math.max(0, Math.min(1, share)) * 100, height: 8 }),
  );
}
