import { useLayoutEffect, useSyncExternalStore } from "react";
import { LAYERS_CHANGED } from "../ui/layer.ts";

export type Theme = "light" | "dark";

/** The chosen appearance; null to follow the device. */
const chosen = (): string | null => document.documentElement.dataset["theme"] ?? null;

function watch(notify: () => void): () => void {
  const observer = new MutationObserver(notify);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}

/** The workspace is dark unless the visitor chose light. */
export const useTheme = (): Theme =>
  useSyncExternalStore(watch, chosen, () => null) === "light" ? "light" : "dark";

/** Gives dialogs above the workspace its theme, and restores that of the page on unmount. */
export function useThemeAbove(root: HTMLElement | null, theme: Theme): void {
  useLayoutEffect(() => {
    if (!root) return;
    const themed = new Set<HTMLElement>();
    const applyTheme = (): void => {
      for (const layer of document.querySelectorAll<HTMLElement>("dialog[data-layer]")) {
        if (layer === root || root.contains(layer)) continue;
        layer.dataset["theme"] = theme;
        themed.add(layer);
      }
    };
    applyTheme();
    document.addEventListener(LAYERS_CHANGED, applyTheme);
    return () => {
      document.removeEventListener(LAYERS_CHANGED, applyTheme);
      for (const layer of themed) delete layer.dataset["theme"];
    };
  }, [root, theme]);
}
