// Light or dark: what the system says, until the button is pressed.

document.getElementById("theme").addEventListener("click", () => {
  const root = document.documentElement;
  const system = window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  root.dataset.theme = (root.dataset.theme || system) === "dark" ? "light" : "dark";
});
