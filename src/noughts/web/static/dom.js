/** Elements from script. Text always goes in as text, never as markup. */

import { address } from "./addresses.js";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Return a new element. Properties beginning with "on" are listeners; false and null leave an attribute out; `href`
 * may be a place of the page.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, attributes);
  put(element, ...children);
  return element;
}

/**
 * Return a new SVG element.
 * @param {string} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...Node} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  dress(element, attributes);
  element.append(...children);
  return element;
}

/** @param {Element} element @param {Record<string, unknown>} attributes */
function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name === "href") element.setAttribute(name, address(String(value)));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * Put these children in the place of what the element holds.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function put(element, ...children) {
  element.replaceChildren(
    ...children.flat().flatMap((child) => {
      if (child === null || child === undefined || child === false) return [];
      return [child instanceof Node ? child : String(child)];
    }),
  );
}

/**
 * Return a button.
 * @param {string} text
 * @param {() => void} press
 * @param {Record<string, unknown>} [attributes]
 */
export function button(text, press, attributes = {}) {
  return h("button", { type: "button", class: "button", onclick: press, ...attributes }, text);
}

const ICONS = {
  first: "M5 4V16M15 4 8 10 15 16",
  back: "M13 4 6 10 13 16",
  forward: "M7 4 14 10 7 16",
  last: "M15 4V16M5 4 12 10 5 16",
  leap: "M3 12A7 7 0 0 1 16 10M17 5V11H11M9 16H9.010",
  swap: "M3 7H16L12 3M17 13H4L8 17",
  play: "M6 4 16 10 6 16Z",
  pause: "M7 4V16M13 4V16",
  up: "M4 13 10 6 16 13",
  down: "M4 7 10 14 16 7",
  remove: "M5 5 15 15M15 5 5 15",
  grip: "M7 5V5.01M13 5V5.01M7 10V10.01M13 10V10.01M7 15V15.01M13 15V15.01",
};

/**
 * Return a button with a picture, and a name for it.
 * @param {keyof typeof ICONS} icon
 * @param {string} name
 * @param {() => void} press
 */
export function iconButton(icon, name, press) {
  const picture = svg(
    "svg",
    { class: "icon", viewBox: "0 0 20 20", "aria-hidden": "true" },
    svg("path", { d: ICONS[icon] }),
  );
  return h(
    "button",
    { type: "button", class: `button icon-button ${icon}`, "aria-label": name, title: name, onclick: press },
    picture,
  );
}

/**
 * Give a button with a picture another picture and name.
 * @param {Element} element
 * @param {keyof typeof ICONS} icon
 * @param {string} name
 */
export function renamed(element, icon, name) {
  element.querySelector("path")?.setAttribute("d", ICONS[icon]);
  element.setAttribute("aria-label", name);
  element.setAttribute("title", name);
}

/**
 * Return a labelled switch.
 * @param {string} text
 * @param {boolean} on
 * @param {(on: boolean) => void} turn
 */
export function toggle(text, on, turn) {
  const input = h("input", { type: "checkbox", role: "switch" });
  input.checked = on;
  input.addEventListener("change", () => turn(input.checked));
  return h("label", { class: "switch" }, input, h("span", {}, text));
}

/**
 * Return a labelled select.
 * @param {string} label
 * @param {[value: string, text: string][]} options
 * @param {string} value
 * @param {(value: string) => void} choose
 */
export function choice(label, options, value, choose) {
  const select = h(
    "select",
    {},
    options.map(([each, text]) => h("option", { value: each }, text)),
  );
  select.value = value;
  select.addEventListener("change", () => choose(select.value));
  return h("label", { class: "field" }, h("span", { class: "field-name" }, label), select);
}

/**
 * Return a row of choices, of which one is taken: each is one tap away.
 * @param {string} label
 * @param {[value: string, text: Child | Child[]][]} options
 * @param {string} value
 * @param {(value: string) => void} choose
 */
export function chips(label, options, value, choose) {
  return chipRow(label, { type: "radio", name: freshId("chips") }, options, [value], (input) => choose(input.value));
}

/**
 * Return a row of choices, of which any are taken.
 * @param {string} label
 * @param {[value: string, text: string][]} options
 * @param {Set<string>} taken changed in place
 * @param {() => void} changed
 */
export function manyChips(label, options, taken, changed) {
  return chipRow(label, { type: "checkbox" }, options, [...taken], ({ value, checked }) => {
    taken[checked ? "add" : "delete"](value);
    changed();
  });
}

/**
 * @param {string} label
 * @param {{type: string, name?: string}} attributes of every choice
 * @param {[value: string, text: Child | Child[]][]} options
 * @param {string[]} taken
 * @param {(input: HTMLInputElement) => void} changed
 */
function chipRow(label, attributes, options, taken, changed) {
  const choices = options.map(([value, text]) => {
    const input = h("input", { ...attributes, value });
    input.checked = taken.includes(value);
    return h("label", { class: "choice-chip" }, input, h("span", {}, text));
  });
  const row = h("div", { class: "chip-row" }, choices);
  row.addEventListener("change", (event) => changed(/** @type {HTMLInputElement} */ (event.target)));
  return h("fieldset", { class: "chips" }, h("legend", {}, label), row);
}

let ids = 0;

/** Return an id that no other element has. @param {string} stem */
export function freshId(stem) {
  ids += 1;
  return `${stem}-${ids}`;
}

/**
 * Return a section with its heading.
 * @param {string} title
 * @param {Record<string, unknown>} attributes
 * @param {...(Child | Child[])} children
 */
export function panel(title, attributes, ...children) {
  const id = freshId("panel");
  return h("section", { class: "panel", "aria-labelledby": id, ...attributes }, h("h2", { id }, title), ...children);
}

/**
 * Return the page of a view with a board, and what stands beside or below it.
 * @param {string} view
 * @param {Child[]} stage
 * @param {Child[]} side
 */
export function boardPage(view, stage, side) {
  const columns = [h("div", { class: "stage" }, stage), h("div", { class: "side" }, side)];
  return h("div", { class: "page two", "data-view": view }, columns);
}

/**
 * Return the page of a view with a form and its results.
 * @param {string} view
 * @param {string} question that the page answers
 * @param {string} about
 * @param {...Child} children
 */
export function formPage(view, question, about, ...children) {
  const hero = h("div", { class: "hero" }, h("h1", {}, question), h("p", {}, about));
  return h("div", { class: "page narrow", "data-view": view }, hero, ...children);
}
