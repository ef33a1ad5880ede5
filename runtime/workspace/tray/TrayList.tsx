import Trash2 from "lucide-react/icons/trash-2";
import { useCallback, useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { useT } from "../../i18n/context.tsx";
import { IconButton } from "../../ui/Button.tsx";
import { useWorkspace } from "../../contract/context.ts";
import type { TrayFile } from "../../contract/file.ts";
import { dragRows } from "./reorder.ts";
import css from "./tray.module.css";
import { TrayRow } from "./TrayRow.tsx";
import {
  useFocusFile,
  useMoveFile,
  useOpenFile,
  useRemoveFiles,
  useSelectFiles,
} from "./use-file-actions.ts";
import { useListKeys } from "./use-list-keys.ts";
import { useRowMotion, useShowAdded } from "./use-row-motion.ts";

/** The position at which a dragged row would be dropped. */
interface Over {
  readonly id: string;
  readonly to: number;
}

/** The edge of a row beside which the dragged one would be dropped. */
function dropAt(
  files: readonly TrayFile[],
  id: string,
  over: Over | null,
): "before" | "after" | null {
  if (!over || over.id === id) return null;
  const rest = files.filter((file) => file.id !== over.id);
  if (rest[over.to]?.id === id) return "before";
  return over.to === rest.length && rest.at(-1)?.id === id ? "after" : null;
}

/** The files in the visitor's order. Tools use the selected ones. */
export function TrayList() {
  const t = useT();
  const { files: store } = useWorkspace();
  const files = useStore(store, (state) => state.files);
  const selected = useStore(store, (state) => state.selected);
  const list = useRef<HTMLUListElement>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const [over, setOver] = useState<Over | null>(null);
  const focusFile = useFocusFile(list);
  const { move, step } = useMoveFile(focusFile);
  const remove = useRemoveFiles(list, focusFile);
  const { select, selectAll } = useSelectFiles();
  const { play, keep } = useOpenFile();
  const rename = useCallback(
    (id: string, name: string | null): void => {
      if (name !== null) store.rename(id, name);
      setRenaming(null);
      focusFile(id);
    },
    [store, focusFile],
  );
  useEffect(
    () =>
      dragRows(list.current!, {
        onOver: (id, to) => setOver(to === null ? null : { id, to }),
        onDrop: move,
      }),
    [move],
  );

  useRowMotion(list);
  useShowAdded(list);
  useListKeys(list, { play, selectAll, step, rename: setRenaming, remove });

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
            drop={dropAt(files, file.id, over)}
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
