import { useCallback, useState } from "react";
import type { Pane } from "../contract/context.ts";

/** Panes that are shown over the panel on narrow screens. */
export type Sheet = Exclude<Pane, "panel">;

const find = (root: ParentNode, pane: Pane): HTMLElement | null =>
  root.querySelector<HTMLElement>(`[data-pane="${pane}"]`);

interface Panes {
  /** Null if all panes are side by side, or nothing is over the panel. */
  readonly sheet: Sheet | null;
  readonly setSheet: (sheet: Sheet | null) => void;
  /** Shows a pane if it is hidden, and focuses it. */
  readonly go: (pane: Pane) => void;
  /** Shows the panel again, and focuses the bar. */
  readonly closeSheet: () => void;
}

/** The visible pane, and functions that show others. */
export function usePanes(root: HTMLElement | null, narrow: boolean): Panes {
  const [open, setOpen] = useState<Sheet | null>(null);
  const go = useCallback(
    (pane: Pane): void => {
      setOpen(pane === "panel" ? null : pane);
      // After it is rendered.
      requestAnimationFrame(() => {
        const target = root && find(root, pane);
        const first = pane === "menu" && target?.querySelector<HTMLElement>("[aria-current]");
        (first || target)?.focus();
      });
    },
    [root],
  );
  const closeSheet = useCallback((): void => {
    setOpen(null);
    requestAnimationFrame(() => root?.querySelector<HTMLElement>(`[data-bar="${open}"]`)?.focus());
  }, [root, open]);
  return { sheet: narrow ? open : null, setSheet: setOpen, go, closeSheet };
}

/** Whether a pane is visible. */
export const isShown = (document: Document, pane: Pane): boolean =>
  find(document, pane)?.checkVisibility() ?? false;

/** Shows a pane over the panel from outside of the workspace, on narrow screens. */
export const uncover = (document: Document, sheet: Sheet): void =>
  document.querySelector<HTMLElement>(`[data-bar="${sheet}"][aria-expanded="false"]`)?.click();
