/** Elements from script. Text always goes in as text, never as markup. */

import { address } from "./addresses.ts";

export type Child = Node | string | number | null | undefined | false;

/**
 * Return a new element. Properties beginning with "on" are listeners; false and null leave an attribute out; `href`
 * may be a place of the page.
 */
export function h<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  attributes: Record<string, unknown> = {},
  ...children: (Child | Child[])[]
): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag);
  dress(element, attributes);
  put(element, ...children);
  return element;
}

/** Return a new SVG element. */
export function svg(tag: string, attributes: Record<string, unknown> = {}, ...children: Node[]): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  dress(element, attributes);
  element.append(...children);
  return element;
}

function dress(element: Element, attributes: Record<string, unknown>) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value as EventListener);
    else if (name === "href") element.setAttribute(name, address(String(value)));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** Put these children in the place of what the element holds. */
export function put(element: Element, ...children: (Child | Child[])[]) {
  element.replaceChildren(
    ...children.flat().flatMap((child) => {
      if (child === null || child === undefined || child === false) return [];
      return [child instanceof Node ? child : String(child)];
    }),
  );
}

/** Return a button. */
export function button(text: string, press: () => void, attributes: Record<string, unknown> = {}) {
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

/** Return a button with a picture, and a name for it. */
export function iconButton(icon: keyof typeof ICONS, name: string, press: () => void) {
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

/** Give a button with a picture another picture and name. */
export function renamed(element: Element, icon: keyof typeof ICONS, name: string) {
  element.querySelector("path")?.setAttribute("d", ICONS[icon]);
  element.setAttribute("aria-label", name);
  element.setAttribute("title", name);
}

/** Return a labelled switch. */
export function toggle(text: string, on: boolean, turn: (on: boolean) => void) {
  const input = h("input", { type: "checkbox", role: "switch" });
  input.checked = on;
  input.addEventListener("change", () => turn(input.checked));
  return h("label", { class: "switch" }, input, h("span", {}, text));
}

/** Return a labelled select. */
export function choice(
  label: string,
  options: [value: string, text: string][],
  value: string,
  choose: (value: string) => void,
) {
  const select = h(
    "select",
    {},
    options.map(([each, text]) => h("option", { value: each }, text)),
  );
  select.value = value;
  select.addEventListener("change", () => choose(select.value));
  return field(label, select);
}

/** Return a control under its name. */
export function field(name: string, control: HTMLElement) {
  return h("label", { class: "field" }, h("span", { class: "field-name" }, name), control);
}

/** Return what is folded away behind its title. */
export function folded(title: Child, attributes: Record<string, unknown>, ...children: (Child | Child[])[]) {
  return h("details", attributes, h("summary", {}, title), ...children);
}

/** Return a paragraph beside the point. */
export function quiet(...children: (Child | Child[])[]) {
  return h("p", { class: "quiet-text" }, ...children);
}

/** Return a row of choices, of which one is taken: each is one tap away. */
export function chips(
  label: string,
  options: [value: string, text: Child | Child[]][],
  value: string,
  choose: (value: string) => void,
) {
  return chipRow(label, { type: "radio", name: freshId("chips") }, options, [value], (input) => choose(input.value));
}

/** Return a row of choices, of which any are taken. @param taken changed in place */
export function manyChips(
  label: string,
  options: [value: string, text: string][],
  taken: Set<string>,
  changed: () => void,
) {
  return chipRow(label, { type: "checkbox" }, options, [...taken], ({ value, checked }) => {
    taken[checked ? "add" : "delete"](value);
    changed();
  });
}

/** @param attributes of every choice */
function chipRow(
  label: string,
  attributes: { type: string; name?: string },
  options: [value: string, text: Child | Child[]][],
  taken: string[],
  changed: (input: HTMLInputElement) => void,
) {
  const choices = options.map(([value, text]) => {
    const input = h("input", { ...attributes, value });
    input.checked = taken.includes(value);
    return h("label", { class: "choice-chip" }, input, h("span", {}, text));
  });
  const row = h("div", { class: "chip-row" }, choices);
  row.addEventListener("change", (event) => changed(event.target as HTMLInputElement));
  return h("fieldset", { class: "chips" }, h("legend", {}, label), row);
}

let ids = 0;

/** Return an id that no other element has. */
export function freshId(stem: string) {
  ids += 1;
  return `${stem}-${ids}`;
}

/** Return a section with its heading. */
export function panel(title: string, attributes: Record<string, unknown>, ...children: (Child | Child[])[]) {
  const id = freshId("panel");
  return h("section", { class: "panel", "aria-labelledby": id, ...attributes }, h("h2", { id }, title), ...children);
}

/** Return the page of a view with a board, and what stands beside or below it. */
export function boardPage(view: string, stage: Child[], side: Child[]) {
  const columns = [h("div", { class: "stage" }, stage), h("div", { class: "side" }, side)];
  return h("div", { class: "page two", "data-view": view }, columns);
}

/** Return the page of a view with a form and its results. @param question that the page answers */
export function formPage(view: string, question: string, about: string, ...children: Child[]) {
  const hero = h("div", { class: "hero" }, h("h1", {}, question), h("p", {}, about));
  return h("div", { class: "page narrow", "data-view": view }, hero, ...children);
}
