// How does it all come alive? The address decides what is shown; everything else only changes the address.

const status = document.getElementById("status");
const theme = document.getElementById("theme");
const THEME = "goldgate-theme";
let shown = null;

function show() {
  const view = currentView();
  showFilters(view);
  fillList(placesOf(view));
  status.textContent =
    places.length === INDEX.cases.length
      ? counted(places.length, "case")
      : `${places.length.toLocaleString("en")} of ${counted(INDEX.cases.length, "case")}`;
  document.getElementById("none").hidden = places.length > 0;
  if (shown === null || view.case !== shown.case) showCase(view);
  else if (view.case) renewNavigation(view);
  shown = view;
}

function showCase(view) {
  const before = shown;
  const wasReading = detail.contains(document.activeElement);
  fillDetail(view);
  document.title = view.case ? `${view.case} · ${INDEX.title}` : INDEX.title;
  drawRows();
  if (before === null) return bringIntoView(view);
  if (view.case) focusCase();
  else if (wasReading) focusRow(places.indexOf(PLACES.get(before.case)));
}

/** A link to a case shows it, and its row, without taking the focus from the beginning of the page. */
function bringIntoView(view) {
  if (view.case) detail.scrollIntoView({ block: "start" });
  const number = places.indexOf(PLACES.get(view.case));
  if (number * rowHeight + rowHeight <= pane.clientHeight) return;
  pane.scrollTop = (number - 1) * rowHeight;
  drawRows();
}

function focusCase() {
  document.getElementById("case-title").focus({ preventScroll: true });
  detail.scrollIntoView({ block: "start" });
}

function leaveCase(event) {
  if (event.key === "Escape" && currentView().case) go({ case: "" });
}

function skip(event) {
  event.preventDefault();
  document.getElementById("cases").focus();
}

function setTheme(name) {
  if (name === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
  theme.value = name;
}

/** A browser may keep nothing for a file; then the choice holds for this visit. */
function keptTheme() {
  try {
    return localStorage.getItem(THEME) ?? "auto";
  } catch {
    return "auto";
  }
}

function keepTheme() {
  setTheme(theme.value);
  try {
    localStorage.setItem(THEME, theme.value);
  } catch {
    // nothing to keep it in
  }
}

function begin() {
  document.documentElement.classList.add("alive");
  setTheme(keptTheme());
  offerFilters();
  show();
  document.getElementById("plain").remove();
  window.addEventListener("hashchange", show);
  window.addEventListener("scroll", () => requestAnimationFrame(drawRows), { capture: true, passive: true });
  window.addEventListener("resize", () => requestAnimationFrame(drawRows));
  window.addEventListener("beforeprint", drawForPrint);
  window.addEventListener("afterprint", drawRows);
  list.addEventListener("keydown", moveInList);
  detail.addEventListener("keydown", leaveCase);
  theme.addEventListener("change", keepTheme);
  document.getElementById("skip").addEventListener("click", skip);
}

begin();
