import { useSyncExternalStore } from "react";

/** Appearances that a visitor can choose; `system` follows the device. */
export type Theme = "system" | "light" | "dark";

function watch(notify: () => void): () => void {
  const observer = new MutationObserver(notify);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}

/** The chosen appearance of the page, which the workspace shares. */
export const useTheme = (): Theme =>
  useSyncExternalStore(
    watch,
    () => (document.documentElement.dataset["theme"] as Theme | undefined) ?? "system",
    () => "system",
  );
