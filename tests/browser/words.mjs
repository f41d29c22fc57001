/**
 * Reads the texts of the page's modules: those that go through the table of languages, and those that do not.
 *
 *     node words.mjs TYPESCRIPT FOLDER LANGUAGES
 *
 * prints, as JSON, `keys` (the texts that t, counted and parts are called with, and which values they are given),
 * `opaque` (calls whose text is not written there), `bare` (texts that a visitor may see and that no call translates)
 * and `tables` (each language's texts of the page).
 */

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";

const [, , typescript, folder, languages] = process.argv;
const { default: ts } = await import(pathToFileURL(typescript).href);
const Kind = ts.SyntaxKind;

/** The functions that translate, with the places of their texts and of the values for these. */
const TRANSLATING = new Map(
  Object.entries({
    t: { texts: [0], values: 1 },
    counted: { texts: [1, 2], values: 3 },
    parts: { texts: [0], values: 1 },
  }),
);

/** The functions that show texts, with the first and the last argument that is shown. */
const SHOWING = new Map(
  Object.entries({
    h: [2, Infinity],
    svg: [2, Infinity],
    put: [1, Infinity],
    append: [0, Infinity],
    panel: [0, Infinity],
    formPage: [1, Infinity],
    boardPage: [1, Infinity],
    button: [0, 0],
    field: [0, 0],
    folded: [0, Infinity],
    quiet: [0, Infinity],
    toggle: [0, 0],
    choice: [0, 1],
    chips: [0, 1],
    manyChips: [0, 1],
    iconButton: [1, 1],
    renamed: [2, 2],
    setAttribute: [1, 1],
    say: [0, 0],
    announce: [0, 0],
    announceMore: [0, 0],
    Error: [0, 0],
  }),
);
const SHOWN_ATTRIBUTES = new Set(["aria-label", "title", "placeholder", "alt", "label", "textContent"]);

/** Functions, attributes and properties whose texts are for the browser. */
const UNSEEN_CALLS = new Set([
  "addEventListener",
  "classList",
  "closest",
  "createElement",
  "createElementNS",
  "getAttribute",
  "getElementById",
  "import",
  "matches",
  "matchMedia",
  "querySelector",
  "querySelectorAll",
  "RegExp",
  "removeAttribute",
  "removeEventListener",
  "setProperty",
  "split",
  "stylesheet",
]);
const UNSEEN_ATTRIBUTES = new Set([
  "accept",
  "aria-describedby",
  "aria-labelledby",
  "aria-live",
  "class",
  "className",
  "d",
  "href",
  "id",
  "kind",
  "name",
  "preserveAspectRatio",
  "rel",
  "role",
  "style",
  "transform",
  "type",
  "viewBox",
]);

/** Methods of a list of texts whose result is shown where the list would be. */
const LIST_METHODS = new Set(["concat", "filter", "flat", "flatMap", "join", "map", "slice", "trim"]);

const COMPARISONS = new Set([
  Kind.EqualsEqualsEqualsToken,
  Kind.EqualsEqualsToken,
  Kind.ExclamationEqualsEqualsToken,
  Kind.ExclamationEqualsToken,
  Kind.InKeyword,
]);

const found = { keys: [], opaque: [], bare: [], tables: {} };

for (const path of modules(folder)) {
  const file = relative(folder, path);
  read(ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.ES2022, true, ts.ScriptKind.TS), file);
}
for (const name of readdirSync(languages).filter((each) => each.endsWith(".json"))) {
  const { page } = JSON.parse(readFileSync(join(languages, name), "utf8"));
  if (page) found.tables[name.slice(0, -".json".length)] = page;
}
console.log(JSON.stringify(found));

/** Return the modules of a folder. */
function modules(from) {
  return readdirSync(from, { recursive: true })
    .filter((name) => /\.[jt]s$/.test(name) && !/types\.ts$/.test(name))
    .sort()
    .map((name) => join(from, name));
}

/** Take the texts of a module. */
function read(source, file) {
  const tables = constants(source);
  const at = (node) => ({ file, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1 });
  /** @type {Set<unknown>} the literals that are keys */
  const keys = new Set();
  visit(source, (node) => {
    const translating =
      ts.isCallExpression(node) && ts.isIdentifier(node.expression) && TRANSLATING.get(node.expression.text);
    if (!translating || file === "language.ts") return;
    const values = valuesOf(node.arguments[translating.values]);
    if (node.expression.text === "counted") values?.push("count");
    for (const place of translating.texts) {
      const texts = textsIn(node.arguments[place], tables);
      if (!texts) found.opaque.push({ ...at(node), text: node.getText() });
      for (const each of texts ?? []) {
        keys.add(each);
        found.keys.push({ ...at(each), text: each.text, values });
      }
    }
  });
  visit(source, (node) => {
    const text = textOf(node);
    if (text === null || keys.has(node)) return;
    const place = placeOf(node);
    if (place === "shown" ? /\p{L}{2}/u.test(text.replaceAll("{}", "")) : place === "unknown" && isSentence(text)) {
      found.bare.push({ ...at(node), text });
    }
  });
}

function visit(node, look) {
  look(node);
  ts.forEachChild(node, (child) => visit(child, look));
}

/** Return the values of the module's constants by their names: a text may be looked up in one. */
function constants(source) {
  const declarations = source.statements
    .filter(ts.isVariableStatement)
    .flatMap((each) => [...each.declarationList.declarations]);
  return new Map(declarations.map((each) => [each.name.getText(), each.initializer]));
}

/** Return the literals that an expression may be, null where it may be something else. */
function textsIn(node, tables) {
  if (!node) return null;
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node];
  if (ts.isParenthesizedExpression(node)) return textsIn(node.expression, tables);
  const choices = ts.isConditionalExpression(node)
    ? [node.whenTrue, node.whenFalse]
    : ts.isBinaryExpression(node) && [Kind.QuestionQuestionToken, Kind.BarBarToken].includes(node.operatorToken.kind)
      ? [node.left, node.right]
      : null;
  if (choices) {
    const texts = choices.map((each) => textsIn(each, tables));
    return texts.includes(null) ? null : texts.flat();
  }
  let root = node;
  while (
    ts.isElementAccessExpression(root) ||
    ts.isPropertyAccessExpression(root) ||
    ts.isParenthesizedExpression(root)
  )
    root = root.expression;
  const table = root === node ? null : ts.isIdentifier(root) ? tables.get(root.text) : root;
  return table ? literalsOf(table) : null;
}

/** Return all texts of a table: an object or an array, as deep as it is; null where it has anything else. */
function literalsOf(node) {
  if (ts.isStringLiteral(node)) return [node];
  const inner = ts.isParenthesizedExpression(node)
    ? [node.expression]
    : ts.isArrayLiteralExpression(node)
      ? node.elements
      : ts.isObjectLiteralExpression(node)
        ? node.properties.map((each) => each.initializer)
        : [null];
  const texts = [...inner].map((each) => each && literalsOf(each));
  return texts.includes(null) ? null : texts.flat();
}

/** Return the names of the values that a text is given; null where they cannot be read. */
function valuesOf(node) {
  if (!node) return [];
  if (!ts.isObjectLiteralExpression(node) || node.properties.some(ts.isSpreadAssignment)) return null;
  return node.properties.map((each) => each.name.getText());
}

/** Return the text of a literal; {} stands where a template has a value. Null for what is none. */
function textOf(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("{}");
  return null;
}

/** Whether a text looks like one for people: words with spaces between them, or a capital letter before a small one. */
function isSentence(text) {
  return (
    (/\p{L}{2}/u.test(text.replaceAll("{}", "")) && /(\p{L}|\})\S*\s+\S*(\p{L}|\{)/u.test(text)) ||
    /^\p{Lu}\p{Ll}/u.test(text)
  );
}

/** Return whether a literal stands where texts are "shown", where they are "hidden" from visitors, or neither. */
function placeOf(literal) {
  for (let node = literal; node.parent; node = node.parent) {
    const { parent } = node;
    if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) {
      const place = inCall(node, parent);
      if (place) return place;
      node = parent.expression; // of a list's method: what its function returns is shown where the list is
    } else if (ts.isPropertyAccessExpression(parent)) {
      if (!LIST_METHODS.has(parent.name.text) || !ts.isCallExpression(parent.parent)) return "unknown";
      node = parent;
    } else if (ts.isPropertyAssignment(parent)) {
      return parent.name === node
        ? "hidden"
        : ofAttribute(ts.isStringLiteral(parent.name) ? parent.name.text : parent.name.getText());
    } else if (ts.isBinaryExpression(parent)) {
      if (COMPARISONS.has(parent.operatorToken.kind)) return "hidden";
      const { left } = parent;
      if (parent.operatorToken.kind === Kind.EqualsToken)
        return ts.isPropertyAccessExpression(left) ? ofAttribute(left.name.text) : "unknown";
    } else if (ts.isConditionalExpression(parent)) {
      if (parent.condition === node) return "unknown";
    } else if (ts.isElementAccessExpression(parent)) {
      return parent.expression === node ? "unknown" : "hidden";
    } else if (ts.isCaseClause(parent) || ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) {
      return "hidden";
    } else if (ts.isStatement(parent) && !ts.isReturnStatement(parent) && !ts.isBlock(parent)) {
      return "unknown";
    }
  }
  return "unknown";
}

/** Return the place of an argument; null where it is that of the list whose method is called. */
function inCall(node, call) {
  const [name, place] = [calledBy(call), (call.arguments ?? []).indexOf(node)];
  if (place < 0) return "unknown";
  if (UNSEEN_CALLS.has(name)) return "hidden";
  const [attribute] = call.arguments;
  if (name === "setAttribute" && !(ts.isStringLiteral(attribute) && SHOWN_ATTRIBUTES.has(attribute.text)))
    return "hidden";
  const [first, last] = SHOWING.get(name) ?? [Infinity, 0];
  if (place >= first && place <= last) return "shown";
  return LIST_METHODS.has(name) ? null : "unknown";
}

/** Return the place of an attribute's or a property's value. */
function ofAttribute(name) {
  if (SHOWN_ATTRIBUTES.has(name)) return "shown";
  return UNSEEN_ATTRIBUTES.has(name) || name.startsWith("data-") ? "hidden" : "unknown";
}

/** Return the name of the function that is called: "h", "querySelector", "Error"; "classList" for each of its methods. */
function calledBy({ expression }) {
  if (expression.kind === Kind.ImportKeyword) return "import";
  if (!ts.isPropertyAccessExpression(expression)) return expression.getText();
  return expression.expression.getText().endsWith("classList") ? "classList" : expression.name.text;
}
