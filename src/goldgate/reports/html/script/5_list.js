// Which rows of the list are on the screen? Only those are made, so that 10,000 cases are as quick as ten.

const list = document.getElementById("list");
const pane = document.getElementById("list-pane");
const SPARE = 8; // rows beyond either edge, so that scrolling and Tab meet no gap
const MOST_PRINTED = 1000;
let places = [];
let rows = new Map(); // number in `places` → its element
let rowHeight = 0;

/** Show these cases, by their places in the index. */
function fillList(found) {
  const same = found.length === places.length && found.every((place, number) => place === places[number]);
  if (same && rows.size) return drawRows();
  places = found;
  rows = new Map();
  list.replaceChildren();
  rowHeight = measureRow();
  list.style.height = `${places.length * rowHeight}px`;
  pane.scrollTop = 0;
  drawRows();
}

function measureRow() {
  const probe = element("li", { class: "row" });
  list.append(probe);
  const { height } = probe.getBoundingClientRect();
  probe.remove();
  return height || 56;
}

/** Make the rows that came into view, drop those that left it; one that has the focus stays. */
function drawRows() {
  const [first, end] = rowsInView();
  for (const [number, row] of rows) {
    if ((number < first || number >= end) && !row.contains(document.activeElement)) {
      row.remove();
      rows.delete(number);
    }
  }
  for (let number = first; number < end; number++) {
    if (!rows.has(number)) place(number);
  }
  markOpenRow();
  makeOneTabStop(first + SPARE);
}

/** Tab goes into the list and out of it, arrows go through it; else it were ten thousand stops. */
function makeOneTabStop(firstInView) {
  const links = [...rows.values()].map((row) => row.firstChild);
  const stop =
    links.find((link) => link === document.activeElement) ??
    links.find((link) => link.hasAttribute("aria-current")) ??
    rows.get(firstInView)?.firstChild ??
    list.querySelector("a");
  for (const link of links) link.tabIndex = link === stop ? 0 : -1;
}

/** The numbers of the rows between the edges of the pane and of the window. */
function rowsInView() {
  const frame = pane.getBoundingClientRect();
  const top = Math.max(frame.top, 0);
  const bottom = Math.min(frame.bottom, window.innerHeight);
  const start = list.getBoundingClientRect().top;
  const first = Math.max(0, Math.floor((top - start) / rowHeight) - SPARE);
  const end = Math.min(places.length, Math.ceil((bottom - start) / rowHeight) + SPARE);
  return [first, Math.max(first, end)];
}

/** Put a row where it belongs among those that are there, so that Tab goes through them in order. */
function place(number) {
  const row = rowOf(number);
  row.style.transform = `translateY(${number * rowHeight}px)`;
  const after = [...rows.keys()].filter((other) => other > number);
  list.insertBefore(row, after.length ? rows.get(Math.min(...after)) : null);
  rows.set(number, row);
  return row;
}

function rowOf(number) {
  const one = INDEX.cases[places[number]];
  const name = NAMES[places[number]];
  const look = classOf(one).look;
  return element(
    "li",
    { class: "row", "aria-setsize": places.length, "aria-posinset": number + 1 },
    element(
      "a",
      { href: hashWith({ case: name }), "data-number": number, "data-name": name },
      sign(look),
      element("span", { class: "row-name" }, INDEX.suites.length > 1 ? name : one.id),
      element(
        "span",
        { class: "row-line" },
        element("span", { class: `word ${look}` }, one.class.replaceAll("_", " ")),
        one.masked ? element("span", { class: "masked" }, "masked") : null,
        ` ${one.line}`,
      ),
    ),
  );
}

function markOpenRow() {
  const open = currentView().case;
  for (const link of list.querySelectorAll("a")) {
    link.setAttribute("href", hashWith({ case: link.dataset.name }));
    if (link.dataset.name === open) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

/** Bring a row into view and give it the focus. */
function focusRow(number) {
  const wanted = Math.min(Math.max(number, 0), places.length - 1);
  if (wanted < 0) return;
  const row = rows.get(wanted) ?? place(wanted);
  row.firstChild.focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
  drawRows();
}

const LEAPS = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };

function moveInList(event) {
  const leap = LEAPS[event.key];
  const link = event.target.closest("a");
  if (leap === undefined || !link || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  focusRow(Number(link.dataset.number) + leap);
}

/** On paper there is no window: all rows that were asked for, up to a bound. */
function drawForPrint() {
  places.slice(0, MOST_PRINTED).forEach((_, number) => rows.has(number) || place(number));
}
