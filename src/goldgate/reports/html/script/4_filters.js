// Which cases are asked for? Class, suite, tag and words, all of which must fit.

const field = {
  text: document.getElementById("filter-text"),
  suite: document.getElementById("filter-suite"),
  tag: document.getElementById("filter-tag"),
};
let searched = null;

/** The places of the cases that fit, in the order of the index, which has the worst first. */
function placesOf(view) {
  const words = view.text.toLowerCase().split(/\s+/).filter(Boolean);
  const suite = INDEX.suites.indexOf(view.suite);
  const tag = INDEX.tags.indexOf(view.tag);
  const fits = (one, place) =>
    (!view.class || one.class === view.class) &&
    (!view.suite || one.suite === suite) &&
    (!view.tag || one.tags.includes(tag)) &&
    words.every((word) => searchable()[place].includes(word));
  return INDEX.cases.flatMap((one, place) => (fits(one, place) ? [place] : []));
}

function searchable() {
  searched ??= INDEX.cases.map((one, place) =>
    [NAMES[place], one.class, one.line, one.request, ...one.tags.map((tag) => INDEX.tags[tag])]
      .join("\n")
      .toLowerCase(),
  );
  return searched;
}

function offerFilters() {
  offer(field.suite, INDEX.suites, (number) => INDEX.cases.filter((one) => one.suite === number).length);
  offer(field.tag, INDEX.tags, (number) => INDEX.cases.filter((one) => one.tags.includes(number)).length);
  field.suite.addEventListener("change", () => go({ suite: field.suite.value }));
  field.tag.addEventListener("change", () => go({ tag: field.tag.value }));
  field.text.addEventListener("input", () => amend({ text: field.text.value }));
  field.text.form.addEventListener("submit", (event) => event.preventDefault());
}

function offer(select, names, count) {
  select.closest("label").hidden = names.length < (select === field.suite ? 2 : 1);
  names.forEach((name, number) => select.append(element("option", { value: name }, `${name} (${count(number)})`)));
}

/** The fields and the counts of classes say what holds. */
function showFilters(view) {
  for (const [key, input] of Object.entries(field)) {
    if (input.value !== view[key]) input.value = view[key];
  }
  for (const link of document.querySelectorAll("[data-class]")) {
    const chosen = link.dataset.class === view.class;
    link.setAttribute("href", hashWith({ class: chosen ? "" : link.dataset.class, case: "" }));
    if (chosen) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  const clear = document.getElementById("clear");
  clear.hidden = !(view.class || view.tag || view.suite || view.text);
  clear.setAttribute("href", hashWith({ class: "", tag: "", suite: "", text: "" }));
}
