import Trash2 from "lucide-react/icons/trash-2";
import type { MouseEvent } from "react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { useT } from "../../i18n/context.tsx";
import { IconButton } from "../../ui/Button.tsx";
import { useWorkspace } from "../contract/context.ts";
import { useShortcut } from "../contract/use-shortcut.ts";
import type { Way } from "../../ui/menu/menu-keys.ts";
import { walk } from "../../ui/menu/menu-keys.ts";
import { dragRows } from "./reorder.ts";
import { namesText, movedText, offerUndo, thrownText } from "../contract/texts.ts";
import css from "./tray.module.css";
import { TrayRow } from "./TrayRow.tsx";

/** Where a dragged row would go. */
interface Over {
  readonly id: string;
  readonly to: number;
}

const idAt = (element: Element | null): string | null =>
  element?.closest<HTMLElement>("[data-file]")?.dataset["file"] ?? null;

/** The files in the visitor's order. Tools work on those that are selected. */
export function TrayList() {
  const t = useT();
  const { files: store, preview, notices, say } = useWorkspace();
  const files = useStore(store, (state) => state.files);
  const selected = useStore(store, (state) => state.selected);
  const list = useRef<HTMLUListElement>(null);
  const anchor = useRef<string | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const [over, setOver] = useState<Over | null>(null);

  const focusFile = useCallback((id: string | undefined): void => {
    // Once it is where it goes.
    requestAnimationFrame(() => {
      const row = id === undefined ? null : list.current?.querySelector(`[data-file="${id}"]`);
      const target = row?.querySelector<HTMLElement>("input[type=checkbox]");
      (target ?? list.current?.closest<HTMLElement>("[data-pane]"))?.focus();
    });
  }, []);

  const move = useCallback(
    (id: string, to: number): void => {
      const own = store.getState().files;
      const at = own.findIndex((file) => file.id === id);
      const place = Math.max(0, Math.min(own.length - 1, to));
      if (at < 0 || place === at) return;
      const hadFocus = idAt(document.activeElement) === id;
      store.move(id, place);
      say(movedText(t, own[at]!.name, place + 1, own.length));
      if (hadFocus) focusFile(id);
    },
    [store, say, t, focusFile],
  );
  const step = useCallback(
    (id: string, by: number): void =>
      move(id, store.getState().files.findIndex((file) => file.id === id) + by),
    [move, store],
  );

  const remove = useCallback(
    (ids: readonly string[]): void => {
      const own = store.getState().files;
      const gone = own.filter(({ id }) => ids.includes(id));
      if (gone.length === 0) return;
      const last = own.findIndex(({ id }) => id === gone.at(-1)!.id);
      const next = own.slice(last + 1).at(0) ?? own.findLast(({ id }) => !ids.includes(id));
      const hadFocus = list.current?.closest("[data-pane]")?.contains(document.activeElement);
      for (const { id } of gone) preview.stop(id);
      const undo = store.remove(gone.map(({ id }) => id));
      offerUndo(
        notices,
        namesText(
          "removed",
          gone.map(({ name }) => name),
        ),
        undo,
      );
      if (hadFocus) focusFile(next?.id);
    },
    [store, preview, notices, focusFile],
  );

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
  const rename = useCallback(
    (id: string, name: string | null): void => {
      if (name !== null) store.rename(id, name);
      setRenaming(null);
      focusFile(id);
    },
    [store, focusFile],
  );
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

  useEffect(
    () =>
      dragRows(list.current!, {
        onOver: (id, to) => setOver(to === null ? null : { id, to }),
        onDrop: move,
      }),
    [move],
  );

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
    // From a button of a row to the row itself.
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
  useShortcut("list.rename", () => atFocused(setRenaming));
  useShortcut("list.remove", () =>
    atFocused((id) => remove(selected.includes(id) ? selected : [id])),
  );

  const rest = over ? files.filter(({ id }) => id !== over.id) : [];
  return (
    <div data-file-list="">
      {files.length > 1 && (
        <div className={css["selection"]}>
          <SelectAll all={files.length} chosen={selected.length} onChange={selectAll} />
          {selected.length > 0 && (
            <IconButton
              label={t("workspace:tray.removeSelected", { count: selected.length })}
              onClick={() => remove(selected)}
            >
              <Trash2 />
            </IconButton>
          )}
        </div>
      )}
      <ul ref={list} className={css["list"]}>
        {files.map((file, at) => (
          <TrayRow
            key={file.id}
            file={file}
            selected={selected.includes(file.id)}
            renaming={renaming === file.id}
            first={at === 0}
            last={at === files.length - 1}
            dragged={over?.id === file.id}
            drop={
              !over || over.id === file.id
                ? null
                : rest[over.to]?.id === file.id
                  ? "before"
                  : over.to === rest.length && rest.at(-1)?.id === file.id
                    ? "after"
                    : null
            }
            onSelect={select}
            onPlay={play}
            onSave={keep}
            onRename={setRenaming}
            onRenamed={rename}
            onStep={step}
            onRemove={remove}
          />
        ))}
      </ul>
    </div>
  );
}

/** Saves a file to the device, and says when that cannot be done. */
export function useSave(): (open: () => Promise<File>, name: string) => void {
  const { saveCopy, notices } = useWorkspace();
  return useCallback(
    (open, name) => {
      open()
        .then((file) => saveCopy(file, name))
        .then((saved) => saved || notices.warn("errors:download"))
        .catch((error: unknown) => notices.warn(thrownText(error)));
    },
    [saveCopy, notices],
  );
}

function SelectAll({
  all,
  chosen,
  onChange,
}: {
  readonly all: number;
  readonly chosen: number;
  readonly onChange: () => void;
}) {
  const t = useT();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    box.current!.indeterminate = chosen > 0 && chosen < all;
  }, [all, chosen]);
  return (
    <label className={css["selectAll"]}>
      <input ref={box} type="checkbox" checked={chosen === all} onChange={onChange} />
      <span>{t("workspace:tray.selected", { count: chosen, all })}</span>
    </label>
  );
}
