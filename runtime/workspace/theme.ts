import { useLayoutEffect, useSyncExternalStore } from "react";
import { LAYERS_CHANGED } from "../ui/layer.ts";

export type Theme = "light" | "dark";

/** The appearance that the visitor chose; null: like the device. */
const chosen = (): string | null => document.documentElement.dataset["theme"] ?? null;

function watch(tell: () => void): () => void {
  const observer = new MutationObserver(tell);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}

/** The workspace is dark, save for those who chose light. */
export const useTheme = (): Theme =>
  useSyncExternalStore(watch, chosen, () => null) === "light" ? "light" : "dark";

/** Dialogs above the workspace look as it does, and as the page again once it has gone. */
export function useThemeAbove(root: HTMLElement | null, theme: Theme): void {
  useLayoutEffect(() => {
    if (!root) return;
    const dressed = new Set<HTMLElement>();
    const dress = (): void => {
      for (const layer of document.querySelectorAll<HTMLElement>("dialog[data-layer]")) {
        if (layer === root || root.contains(layer)) continue;
        layer.dataset["theme"] = theme;
        dressed.add(layer);
      }
    };
    dress();
    document.addEventListener(LAYERS_CHANGED, dress);
    return () => {
      document.removeEventListener(LAYERS_CHANGED, dress);
      for (const layer of dressed) delete layer.dataset["theme"];
    };
  }, [root, theme]);
}
