import { useCallback, useState } from "react";
import type { Pane } from "./contract/context.ts";

/** What lies over the panel on a narrow screen. */
export type Sheet = Exclude<Pane, "panel">;

const find = (root: ParentNode, pane: Pane): HTMLElement | null =>
  root.querySelector<HTMLElement>(`[data-pane="${pane}"]`);

interface Panes {
  /** Null where all have room, or nothing lies over the panel. */
  readonly sheet: Sheet | null;
  readonly setSheet: (sheet: Sheet | null) => void;
  /** Shows a part where it is not, and gives it the focus. */
  readonly go: (pane: Pane) => void;
  /** Shows the panel again; the focus goes back to the bar. */
  readonly closeSheet: () => void;
}

/** Which part is shown, and the way to the others. */
export function usePanes(root: HTMLElement | null, narrow: boolean): Panes {
  const [open, setOpen] = useState<Sheet | null>(null);
  const go = useCallback(
    (pane: Pane): void => {
      setOpen(pane === "panel" ? null : pane);
      // Once it is shown.
      requestAnimationFrame(() => {
        const place = root && find(root, pane);
        const first = pane === "menu" && place?.querySelector<HTMLElement>("[aria-current]");
        (first || place)?.focus();
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

/** Whether a part is on the screen. */
export const isShown = (document: Document, pane: Pane): boolean =>
  find(document, pane)?.checkVisibility() ?? false;

/** Brings a part over the panel, from outside the workspace, where there is room for one only. */
export const uncover = (document: Document, sheet: Sheet): void =>
  document.querySelector<HTMLElement>(`[data-bar="${sheet}"][aria-expanded="false"]`)?.click();
