/** The head of the page: its words in the visitor's language, and the switches of the language and of the colours. */

import { LANGUAGES, language, speak, t } from "./language.ts";
import { prefer, preference } from "./store.ts";

const THEMES = ["auto", "light", "dark"];
const THEME_NAMES = [t("auto"), t("light"), t("dark")];

/** Put the head in the visitor's language, and let its switches work. */
export function setUpHeader() {
  translate();
  languageSwitch();
  themeSwitch();
}

/** Replace the English words of the document. */
function translate() {
  for (const element of document.querySelectorAll(".skip, .top nav a"))
    element.textContent = t(element.textContent ?? "");
  for (const element of document.querySelectorAll(".top [aria-label]")) {
    element.setAttribute("aria-label", t(element.getAttribute("aria-label") ?? ""));
  }
  const docs = document.querySelector("footer.page a"); // of the static site
  if (docs) docs.textContent = t("Documentation");
  delete document.documentElement.dataset.untranslated;
}

/** The button for the next language, which is named in that language. */
function languageSwitch() {
  const button = document.getElementById("language") as HTMLElement;
  const codes = Object.keys(LANGUAGES);
  const next = codes[(codes.indexOf(language) + 1) % codes.length] ?? language;
  button.lang = next;
  button.textContent = LANGUAGES[next] ?? next;
  button.addEventListener("click", () => speak(next));
}

function themeSwitch() {
  const button = document.getElementById("theme") as HTMLElement;
  let theme = preference("theme", "auto");
  const show = () => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    const name = THEME_NAMES[THEMES.indexOf(theme)];
    button.textContent = name;
    button.setAttribute("aria-label", t("Colours: {theme}", { theme: name }));
  };
  button.addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    prefer("theme", theme);
    show();
  });
  show();
}
