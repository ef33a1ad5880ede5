import { find, findAll, remember, remembered } from "./document.ts";

const KEY = "toolkit_theme";

/** The switch between the device's appearance, light and dark. */
export function startTheme(): void {
  const buttons = findAll("[data-theme-choice]");
  const show = (theme: string): void => {
    const root = document.documentElement;
    if (theme === "system") delete root.dataset["theme"];
    else root.dataset["theme"] = theme;
    for (const button of buttons)
      button.setAttribute("aria-pressed", String(button.dataset["themeChoice"] === theme));
    for (const meta of findAll('meta[name="theme-color"]') as unknown as HTMLMetaElement[]) {
      meta.dataset["own"] ??= meta.content;
      meta.content =
        theme === "system"
          ? meta.dataset["own"]
          : getComputedStyle(root).getPropertyValue("--paper");
    }
  };
  show(remembered(KEY) ?? "system");
  for (const button of buttons)
    button.addEventListener("click", () => {
      const theme = button.dataset["themeChoice"]!;
      remember(KEY, theme === "system" ? null : theme);
      show(theme);
      find("summary", button.closest("details")!)?.focus();
    });
}
