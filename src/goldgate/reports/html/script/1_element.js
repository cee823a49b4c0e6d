// How is a piece of the page made? Text goes in as text and never as markup; there is no other way in.

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes and children; `null` children and attributes are left out, texts become text nodes. */
function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** The same for a drawing. */
function drawn(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

function filled(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

/** `1 step`, `2 steps`. */
function counted(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

/** A sign that says by its shape what colour says too; readers of the page are told by the word beside it. */
function sign(look) {
  return element("span", { class: `sign ${look}`, "aria-hidden": "true" }, SIGNS[look] ?? SIGNS.none);
}

const SIGNS = { error: "!", bad: "✕", warn: "▲", known: "◆", good: "✓", none: "–" };
