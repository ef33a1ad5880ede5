import { useCallback, useDeferredValue, useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import type { Pane, WorkspaceDeps } from "../contract/context.ts";
import { useFolded } from "./media.ts";

/** Panes that are shown over the panel on narrow screens. */
export type Sheet = Exclude<Pane, "panel">;

const find = (root: ParentNode, pane: Pane): HTMLElement | null =>
  root.querySelector<HTMLElement>(`[data-pane="${pane}"]`);

interface Panes {
  /** Null if all panes are side by side, or nothing is over the panel. */
  readonly sheet: Sheet | null;
  /** The same, a frame later: the bar answers a press before the sheet is laid out. */
  readonly shown: Sheet | null;
  readonly setSheet: (sheet: Sheet | null) => void;
  /** Shows a pane if it is hidden, and focuses it. */
  readonly go: (pane: Pane) => void;
  /** Whether a rail stands in place of files and queue. */
  readonly folded: boolean;
  /** Shows the panel again, and focuses the bar. */
  readonly closeSheet: () => void;
}

/** The visible pane, and functions that show others. */
export function usePanes(
  root: HTMLElement | null,
  {
    narrow,
    workspace,
    files,
  }: Pick<WorkspaceDeps, "workspace" | "files"> & { readonly narrow: boolean },
): Panes {
  const [open, setOpen] = useState<Sheet | null>(null);
  const folded = useFolded(
    useStore(workspace, (state) => state.folded),
    useStore(files, (state) => state.files.length),
  );
  const setSheet = useCallback(
    (sheet: Sheet | null): void => {
      if (folded && (sheet === "files" || sheet === "queue")) workspace.fold(false);
      setOpen(sheet);
    },
    [folded, workspace],
  );
  const sheet = narrow ? open : null;
  const shown = useDeferredValue(sheet);
  /** Finds what gets the focus when it is shown; a new object each time. */
  const [focusTarget, setFocusTarget] = useState<{
    readonly find: () => HTMLElement | null;
  } | null>(null);
  const focused = useRef(focusTarget);
  useEffect(() => {
    if (focusTarget === focused.current || shown !== sheet) return;
    focused.current = focusTarget;
    focusTarget?.find()?.focus();
  }, [focusTarget, shown, sheet]);
  const go = useCallback(
    (pane: Pane): void => {
      setSheet(pane === "panel" ? null : pane);
      setFocusTarget({
        find: () => {
          const element = root && find(root, pane);
          const first = pane === "menu" && element?.querySelector<HTMLElement>("[aria-current]");
          return first || element;
        },
      });
    },
    [root, setSheet],
  );
  const closeSheet = useCallback((): void => {
    setOpen(null);
    setFocusTarget({
      find: () => root?.querySelector<HTMLElement>(`[data-bar="${open}"]`) ?? null,
    });
  }, [root, open]);
  return { sheet, shown, setSheet, go, closeSheet, folded };
}

/** Whether a pane is visible. */
export const isShown = (document: Document, pane: Pane): boolean =>
  find(document, pane)?.checkVisibility() ?? false;

/** Shows a pane over the panel from outside of the workspace, on narrow screens. */
export const uncover = (document: Document, sheet: Sheet): void =>
  document.querySelector<HTMLElement>(`[data-bar="${sheet}"][aria-expanded="false"]`)?.click();
