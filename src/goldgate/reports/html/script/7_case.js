// What is there to know about one case? What was asked, why it is what it is, what differs, what every trial did.

const detail = document.getElementById("detail");

function fillDetail(view) {
  const at = PLACES.get(view.case);
  detail.hidden = !view.case;
  document.body.classList.toggle("is-open", Boolean(view.case));
  if (!view.case) return detail.replaceChildren();
  detail.replaceChildren(...(at === undefined ? unknownCase(view.case) : caseBlocks(at)));
}

/** Other filters make other neighbours; what the reader opened in the case stays open. */
function renewNavigation(view) {
  detail.firstChild.replaceWith(navigation(places.indexOf(PLACES.get(view.case))));
}

function unknownCase(name) {
  return [
    navigation(-1),
    element("h2", { tabindex: "-1", id: "case-title" }, "No such case"),
    element("p", {}, `This report has no case ${name}.`),
  ];
}

function caseBlocks(at) {
  const one = INDEX.cases[at];
  const details = detailsOf(at);
  return [
    navigation(places.indexOf(at)),
    heading(one, at),
    ruling(one, details),
    details.masked ? maskedBadge(details.masked) : null,
    details.known ? knownFailure(details.known) : null,
    asked(details),
    details.comparison ? comparison(details) : null,
    trialsOf(details),
    details.facts ? facts(details) : null,
  ].filter(Boolean);
}

function navigation(number) {
  const to = (other) => (number >= 0 && places[other] !== undefined ? NAMES[places[other]] : null);
  return element(
    "nav",
    { class: "case-nav", "aria-label": "Between cases" },
    element("a", { class: "button back", href: hashWith({ case: "" }) }, "All cases"),
    step("Previous", to(number - 1)),
    step("Next", to(number + 1)),
    number < 0
      ? null
      : element(
          "span",
          { class: "note" },
          `${(number + 1).toLocaleString("en")} of ${places.length.toLocaleString("en")}`,
        ),
  );
}

function step(word, name) {
  if (name === null) return element("span", { class: "button off", "aria-hidden": "true" }, word);
  return element("a", { class: "button", href: hashWith({ case: name }), "aria-label": `${word} case` }, word);
}

function heading(one, at) {
  return element(
    "header",
    { class: "case-head" },
    element("h2", { tabindex: "-1", id: "case-title" }, NAMES[at]),
    one.tags.length
      ? element(
          "ul",
          { class: "tags", "aria-label": "tags" },
          one.tags.map((tag) =>
            element("li", {}, element("a", { href: hashOf({ tag: INDEX.tags[tag] }) }, INDEX.tags[tag])),
          ),
        )
      : null,
  );
}

function ruling(one, details) {
  const { look } = classOf(one);
  return element(
    "div",
    { class: `ruling ${look}` },
    element(
      "p",
      { class: "ruling-word" },
      sign(look),
      element("b", {}, one.class.replaceAll("_", " ")),
      ` ${details.meaning}`,
      details.code ? element("span", { class: "note" }, ` [${details.code}]`) : null,
    ),
    details.reasons.length
      ? element(
          "ul",
          { class: "reasons" },
          details.reasons.map((reason) => element("li", {}, reason)),
        )
      : null,
    details.divergence ? element("p", { class: "divergence" }, details.divergence) : null,
    alike(one),
    details.notices.map((notice) => element("p", { class: "note" }, notice)),
    element("p", { class: "note" }, "In a terminal: ", element("code", {}, details.command)),
  );
}

/** How many other cases are of this class for the same reason, with a link to all of them. */
function alike(one) {
  const number = INDEX.cases.filter((other) => other.class === one.class && other.line === one.line).length - 1;
  if (number < 1 || classOf(one).look === "good") return null;
  return element(
    "p",
    { class: "alike" },
    element(
      "a",
      { href: hashOf({ class: one.class, text: one.line }) },
      `the same in ${counted(number, "other case")}`,
    ),
  );
}

/** What the agent says of itself over what its steps say; the steps win. */
function maskedBadge(masked) {
  return element(
    "section",
    { class: "masked-badge", "aria-label": "masked success" },
    element(
      "p",
      { class: "masked-title" },
      element("b", {}, "Masked success"),
      " the two layers of this trace disagree",
    ),
    element(
      "dl",
      {},
      element("dt", {}, "the agent says"),
      element("dd", {}, sign("good"), masked.says),
      element("dt", {}, "its steps say"),
      element(
        "dd",
        {},
        masked.steps.map((text) => element("span", { class: "layer" }, sign("bad"), text)),
      ),
    ),
  );
}

function knownFailure(known) {
  const issue = known.link ? element("a", { href: known.issue, rel: "noreferrer noopener" }, known.issue) : known.issue;
  return section(
    "Known failure",
    element("p", {}, known.reason),
    element("p", {}, "issue: ", issue),
    list_(known.facts, "facts-row"),
  );
}

function section(title, ...blocks) {
  return element("section", { class: "block" }, element("h3", {}, title), ...blocks);
}

function list_(texts, look) {
  return element(
    "ul",
    { class: look },
    texts.map((text) => element("li", {}, text)),
  );
}

function asked(details) {
  return section(
    "Request",
    details.request.map((turn) =>
      element(
        "div",
        { class: "turn" },
        turn.role ? element("p", { class: "role" }, turn.role) : null,
        value(turn.text, { class: "prose" }),
      ),
    ),
    details.expect
      ? element("details", {}, element("summary", {}, "Expectation"), element("pre", {}, details.expect))
      : details.unexpecting
        ? element("p", { class: "note" }, "Nothing is expected of it; it is judged by its baseline.")
        : null,
    details.note ? element("p", { class: "note" }, details.note) : null,
  );
}

function comparison({ comparison: compared }) {
  if (compared.same)
    return section("Against the baseline", element("p", {}, "The outcome is the one in the baseline, step for step."));
  return section("Against the baseline", alignment(compared));
}

function facts(details) {
  return element(
    "details",
    { class: "block" },
    element("summary", {}, `Why this class: row ${details.row} of the table`),
    element(
      "dl",
      { class: "facts" },
      details.facts.flatMap(([what, is]) => [element("dt", {}, what), element("dd", {}, is)]),
    ),
  );
}
