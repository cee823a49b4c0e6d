// What is there to show? An index of all cases, read at once, and the details of each, read when somebody asks.

const INDEX = JSON.parse(document.getElementById("index").textContent);
const NAMES = INDEX.cases.map((one) => `${INDEX.suites[one.suite]}::${one.id}`);
const PLACES = new Map(NAMES.map((name, place) => [name, place]));
const chunks = new Map();

/** Everything about one case, by its place in the index. */
function detailsOf(place) {
  const chunk = Math.floor(place / INDEX.chunk);
  if (!chunks.has(chunk)) {
    chunks.set(chunk, JSON.parse(document.getElementById(`details-${chunk}`).textContent));
  }
  return chunks.get(chunk)[place % INDEX.chunk];
}

function classOf(one) {
  return INDEX.classes[one.class];
}
