// Runs before the first paint, so that a chosen theme never flashes the other one. The page's
// policy allows no inline script. Key and values are those of src/lib/storage.ts.
(function () {
  try {
    var theme = localStorage.getItem('theme');
    if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is closed (private mode): the system's choice stands.
  }
})();
