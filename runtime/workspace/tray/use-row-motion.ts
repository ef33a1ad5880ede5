import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useStore } from "zustand";
import type { TrayFile } from "../../contract/file.ts";
import { useWorkspace } from "../../contract/context.ts";
import { moveFrom } from "../motion/move.ts";

type List = RefObject<HTMLUListElement | null>;

/** Longer lists do not move: it would take too long to measure and to animate their rows. */
const MAX_ROWS = 100;

const orderOf = (files: readonly TrayFile[]): string => files.map(({ id }) => id).join(" ");

const rowsOf = (list: List): readonly (readonly [id: string, row: HTMLElement])[] =>
  Array.from(list.current?.querySelectorAll<HTMLElement>("[data-file]") ?? [], (row) => [
    row.dataset["file"]!,
    row,
  ]);

/** Rows that change their places, because another one was moved, added or removed, move there. */
export function useRowMotion(list: List): void {
  const { files: store } = useWorkspace();
  const order = useStore(store, ({ files }) => orderOf(files));
  const before = useRef<ReadonlyMap<string, DOMRect>>(new Map());
  useEffect(
    () =>
      store.subscribe(({ files }, earlier) => {
        if (files === earlier.files || files.length > MAX_ROWS) return;
        if (orderOf(files) === orderOf(earlier.files)) return;
        // Nothing has been rendered yet.
        before.current = new Map(
          rowsOf(list).map(([id, row]) => [id, row.getBoundingClientRect()]),
        );
      }),
    [store, list],
  );
  useLayoutEffect(() => {
    for (const [id, row] of rowsOf(list)) {
      const from = before.current.get(id);
      if (from) moveFrom(row, from);
    }
    before.current = new Map();
  }, [list, order]);
}

/** Scrolls to the last of the files that were just added, or added again. */
export function useShowAdded(list: List): void {
  const { files } = useWorkspace();
  const added = useStore(files, (state) => state.added);
  useEffect(() => {
    rowsOf(list)
      .find(([id]) => id === added.at(-1))?.[1]
      .scrollIntoView({ block: "nearest" });
  }, [list, added]);
}
