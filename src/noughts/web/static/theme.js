// Before anything is drawn: the colours that were chosen by hand, if any.
try {
  const theme = localStorage.getItem("noughts.prefer.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // The browser keeps nothing: the system's colours.
}
