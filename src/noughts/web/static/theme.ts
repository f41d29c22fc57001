// Before anything is drawn: the colours that were chosen by hand, if any; and whether the document's English words wait
// for those of another language.
let spoken = navigator.language;
try {
  const theme = localStorage.getItem("noughts.prefer.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  spoken = localStorage.getItem("noughts.prefer.language") ?? spoken;
} catch {
  // The browser keeps nothing: the system's colours, and its language.
}
if (!spoken.startsWith("en")) document.documentElement.dataset.untranslated = "";
