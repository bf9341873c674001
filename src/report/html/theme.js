"use strict";
// The theme is set before the first paint; a browser that keeps nothing for pages from disk follows the system.
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  const key = "focuscheck-theme";
  const stored = () => { try { return localStorage.getItem(key); } catch { return null; } };
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const current = () => root.dataset.theme || (dark.matches ? "dark" : "light");
  const kept = stored();
  if (kept === "dark" || kept === "light") root.dataset.theme = kept;
  window.focuscheckTheme = () => {
    root.dataset.theme = current() === "dark" ? "light" : "dark";
    try { localStorage.setItem(key, root.dataset.theme); } catch { /* It is kept for this page only. */ }
    label();
  };
  const label = () => {
    const button = document.getElementById("theme");
    if (button) button.textContent = current() === "dark" ? "Light" : "Dark";
  };
  dark.addEventListener("change", label);
  document.addEventListener("DOMContentLoaded", () => {
    document.getElementById("theme")?.addEventListener("click", window.focuscheckTheme);
    document.getElementById("tools")?.removeAttribute("hidden");
    label();
  });
})();
