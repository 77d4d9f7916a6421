// Runs before the first paint, so that the wrong theme never flashes.
(() => {
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // The browser may forbid storage. The system's theme applies.
  }
})();
