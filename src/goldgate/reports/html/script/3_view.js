// What does the reader look at? All of it stands in the address, so that a link leads here and Back leads back.

const NOTHING = { class: "", tag: "", suite: "", text: "", case: "" };

function viewOf(hash) {
  const asked = new URLSearchParams(hash.replace(/^#/, ""));
  return Object.fromEntries(Object.keys(NOTHING).map((key) => [key, asked.get(key) ?? ""]));
}

function hashOf(view) {
  const said = Object.entries(view).filter(([, value]) => value !== "");
  return `#${new URLSearchParams(said)}`;
}

function currentView() {
  return viewOf(location.hash);
}

/** The address of what is looked at now, with some of it changed. */
function hashWith(changes) {
  return hashOf({ ...currentView(), ...changes });
}

/** A step that Back undoes. */
function go(changes) {
  location.hash = hashWith(changes);
}

/** Typing in the search field is one step, not one for each letter. */
function amend(changes) {
  history.replaceState(null, "", hashWith(changes));
  show();
}
