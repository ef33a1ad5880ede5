import { find, findAll, remember, remembered } from "./document.ts";

const KEY = "toolkit_theme";

/** Selects the stored color scheme in the menu and applies it. */
export function showTheme(theme: string = remembered(KEY) ?? "system"): void {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = theme;
  for (const button of findAll("[data-theme-choice]"))
    button.setAttribute("aria-pressed", String(button.dataset["themeChoice"] === theme));
  for (const meta of findAll('meta[name="theme-color"]') as unknown as HTMLMetaElement[]) {
    meta.dataset["own"] ??= meta.content;
    meta.content =
      theme === "system" ? meta.dataset["own"] : getComputedStyle(root).backgroundColor;
  }
}

/** The switch between the device's color scheme, light and dark. */
export function startTheme(): void {
  showTheme();
  document.addEventListener("click", ({ target }) => {
    const button = (target as Element).closest?.<HTMLElement>("[data-theme-choice]");
    if (!button) return;
    const theme = button.dataset["themeChoice"]!;
    remember(KEY, theme === "system" ? null : theme);
    showTheme(theme);
    find("summary", button.closest("details")!)?.focus();
  });
}
