import { type MouseEvent, type RefObject, useCallback, useRef } from "react";
import { useT } from "../../i18n/context.tsx";
import { useWorkspace } from "../../contract/context.ts";
import { movedText, namesText, offerUndo } from "../../contract/texts.ts";
import { useSave } from "./use-save.ts";

type List = RefObject<HTMLUListElement | null>;

/** The file of the row that contains an element. */
export const idAt = (element: Element | null): string | null =>
  element?.closest<HTMLElement>("[data-file]")?.dataset["file"] ?? null;

/** Focuses the row of a file, or the whole list. */
export function useFocusFile(list: List): (id: string | undefined) => void {
  return useCallback(
    (id: string | undefined): void => {
      // After it is rendered at its new position.
      requestAnimationFrame(() => {
        const row = id === undefined ? null : list.current?.querySelector(`[data-file="${id}"]`);
        const target = row?.querySelector<HTMLElement>("input[type=checkbox]");
        (target ?? list.current?.closest<HTMLElement>("[data-pane]"))?.focus();
      });
    },
    [list],
  );
}

/** Moves a file to an index, or by steps. */
export function useMoveFile(focusFile: (id: string) => void) {
  const t = useT();
  const { files: store, say } = useWorkspace();
  const move = useCallback(
    (id: string, to: number): void => {
      const own = store.getState().files;
      const at = own.findIndex((file) => file.id === id);
      const position = Math.max(0, Math.min(own.length - 1, to));
      if (at < 0 || position === at) return;
      const hadFocus = idAt(document.activeElement) === id;
      store.move(id, position);
      say(movedText(t, own[at]!.name, position + 1, own.length));
      if (hadFocus) focusFile(id);
    },
    [store, say, t, focusFile],
  );
  const step = useCallback(
    (id: string, by: number): void =>
      move(id, store.getState().files.findIndex((file) => file.id === id) + by),
    [move, store],
  );

  return { move, step };
}

/** Removes files, which can be undone, and focuses the next one. */
export function useRemoveFiles(list: List, focusFile: (id: string | undefined) => void) {
  const { files: store, preview, notices } = useWorkspace();
  return useCallback(
    (ids: readonly string[]): void => {
      const own = store.getState().files;
      const removed = own.filter(({ id }) => ids.includes(id));
      if (removed.length === 0) return;
      const last = own.findIndex(({ id }) => id === removed.at(-1)!.id);
      const next = own.slice(last + 1).at(0) ?? own.findLast(({ id }) => !ids.includes(id));
      const hadFocus = list.current?.closest("[data-pane]")?.contains(document.activeElement);
      for (const { id } of removed) preview.stop(id);
      const undo = store.remove(removed.map(({ id }) => id));
      offerUndo(
        notices,
        namesText(
          "removed",
          removed.map(({ name }) => name),
        ),
        undo,
      );
      if (hadFocus) focusFile(next?.id);
    },
    [list, store, preview, notices, focusFile],
  );
}

/** Selects a file, a range of files with Shift, or all files. */
export function useSelectFiles() {
  const { files: store } = useWorkspace();
  const anchor = useRef<string | null>(null);
  const select = useCallback(
    (id: string, event: MouseEvent): void => {
      const { files: own, selected: chosen } = store.getState();
      const from = own.findIndex((file) => file.id === anchor.current);
      const to = own.findIndex((file) => file.id === id);
      const isOn = !chosen.includes(id);
      const range =
        event.shiftKey && from >= 0
          ? own.slice(Math.min(from, to), Math.max(from, to) + 1).map((file) => file.id)
          : [id];
      anchor.current = id;
      store.select(
        isOn
          ? [...chosen, ...range.filter((one) => !chosen.includes(one))]
          : chosen.filter((one) => !range.includes(one)),
      );
    },
    [store],
  );
  const selectAll = (): void => {
    const all = store.getState().files.map(({ id }) => id);
    store.select(store.getState().selected.length === all.length ? [] : all);
  };
  return { select, selectAll };
}

/** Plays a file, or saves a copy of it to the device. */
export function useOpenFile() {
  const { files: store, preview } = useWorkspace();
  const play = useCallback(
    (id: string): void => {
      const file = store.getState().files.find((one) => one.id === id);
      if (file && file.state !== "missing") preview.toggle(id, () => store.open(id));
    },
    [store, preview],
  );
  const save = useSave();
  const keep = useCallback(
    (id: string): void => {
      const file = store.getState().files.find((one) => one.id === id);
      if (file) save(() => store.open(id), file.name);
    },
    [store, save],
  );

  return { play, keep };
}
