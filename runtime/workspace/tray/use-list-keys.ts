import type { RefObject } from "react";
import { useWorkspace } from "../../contract/context.ts";
import { useShortcut } from "../../contract/shortcuts/use-shortcut.ts";
import { type Way, walk } from "../../ui/menu/menu-keys.ts";
import { idAt } from "./use-file-actions.ts";

interface ListKeys {
  readonly play: (id: string) => void;
  readonly selectAll: () => void;
  readonly step: (id: string, by: number) => void;
  readonly rename: (id: string) => void;
  readonly remove: (ids: readonly string[]) => void;
}

/** The shortcuts of the list, which apply to the focused row. */
export function useListKeys(
  list: RefObject<HTMLUListElement | null>,
  { play, selectAll, step, rename, remove }: ListKeys,
): void {
  const { files: store } = useWorkspace();
  const focused = (): string | null => idAt(document.activeElement);
  const atFocused = (act: (id: string) => void): void => {
    const id = focused();
    if (id !== null) act(id);
  };
  const walkRows = (way: Way): void => {
    const boxes = Array.from(
      list.current!.querySelectorAll<HTMLElement>("[data-file] input[type=checkbox]"),
    );
    const own = boxes.find((box) => idAt(box) === focused());
    // From a button in a row to the row itself.
    if (own && own !== document.activeElement) own.focus({ preventScroll: true });
    walk(boxes, way);
  };
  useShortcut("list.next", () => walkRows("next"));
  useShortcut("list.previous", () => walkRows("previous"));
  useShortcut("list.first", () => walkRows("first"));
  useShortcut("list.last", () => walkRows("last"));
  useShortcut("list.play", () => atFocused(play));
  useShortcut("list.all", selectAll);
  useShortcut("list.up", () => atFocused((id) => step(id, -1)));
  useShortcut("list.down", () => atFocused((id) => step(id, 1)));
  useShortcut("list.rename", () => atFocused(rename));
  useShortcut("list.remove", () =>
    atFocused((id) => {
      const { selected } = store.getState();
      remove(selected.includes(id) ? selected : [id]);
    }),
  );
}
