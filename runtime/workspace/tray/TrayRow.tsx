import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import Download from "lucide-react/icons/download";
import Ellipsis from "lucide-react/icons/ellipsis";
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import { type MouseEvent, memo } from "react";
import { useLocale, useT } from "../../i18n/context.tsx";
import { formatText } from "../../notices/notices.ts";
import { Menu, MenuButton, MenuList } from "../../ui/menu/Menu.tsx";
import { PlayButton, PreviewLine } from "../../panel-kit/player/PreviewLine.tsx";
import { RenameField } from "./RenameField.tsx";
import { faultText, joinFacts } from "../../contract/texts.ts";
import css from "./tray.module.css";
import type { TrayFile } from "../../contract/file.ts";

interface RowProps {
  readonly file: TrayFile;
  readonly selected: boolean;
  readonly renaming: boolean;
  readonly first: boolean;
  readonly last: boolean;
  readonly dragged: boolean;
  /** Edge at which a dragged row would be dropped. */
  readonly drop: "before" | "after" | null;
  readonly onSelect: (id: string, event: MouseEvent) => void;
  readonly onPlay: (id: string) => void;
  readonly onSave: (id: string) => void;
  readonly onRename: (id: string) => void;
  readonly onRenamed: (id: string, name: string | null) => void;
  readonly onStep: (id: string, by: number) => void;
  readonly onRemove: (ids: readonly string[]) => void;
}

/** A file of the tray with its actions. */
export const TrayRow = memo(function TrayRow(props: RowProps) {
  const { file, selected, renaming, dragged, drop, onSelect, onPlay, onRenamed } = props;
  const { t, format } = useLocale();
  const { id, name, size, duration, state, saved, problem } = file;
  return (
    <li
      className={css["row"]}
      data-file={id}
      data-state={problem ? "broken" : state}
      data-selected={selected || undefined}
      data-dragged={dragged || undefined}
      data-drop={drop ?? undefined}
    >
      {renaming ? (
        <RenameField name={name} onDone={(given) => onRenamed(id, given)} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- its text is the file's name
        <label className={css["file"]} data-drag="">
          <input
            type="checkbox"
            checked={selected}
            // Click events know whether Shift was held; change events do not.
            onClick={(event) => onSelect(id, event)}
            onChange={() => {}}
          />
          <span className={css["text"]}>
            <bdi className={css["name"]} title={name}>
              {name}
            </bdi>
            <span className={css["facts"]}>
              {state === "saving" && !problem
                ? t("workspace:tray.saving", { part: format.percent(saved) })
                : joinFacts([
                    duration === null ? null : format.length(duration),
                    format.bytes(size),
                  ])}
            </span>
          </span>
        </label>
      )}
      <PlayButton id={id} name={name} disabled={state === "missing"} onPlay={() => onPlay(id)} />
      <RowMenu {...props} />
      <RowState file={file} />
      <PreviewLine id={id} name={name} />
    </li>
  );
});

/** Storage state and problems of a file. */
function RowState({ file: { state, problem } }: { readonly file: TrayFile }) {
  const t = useT();
  if (problem) return <p className={css["bad"]}>{formatText(faultText(problem), t)}</p>;
  switch (state) {
    case "unsaved":
      return <p className={css["attention"]}>{t("workspace:tray.unsaved")}</p>;
    case "missing":
      return <p className={css["bad"]}>{t("workspace:tray.missing")}</p>;
    case "saving":
    case "ready":
      return null;
  }
}

function RowMenu({ file, first, last, onSave, onRename, onStep, onRemove }: RowProps) {
  const t = useT();
  const { id, name } = file;
  return (
    <Menu label={t("workspace:more", { name })} icon={<Ellipsis />}>
      {() => (
        <MenuList>
          <MenuButton icon={<Pencil size={20} />} onClick={() => onRename(id)}>
            {t("workspace:tray.rename")}
          </MenuButton>
          <MenuButton icon={<ArrowUp size={20} />} disabled={first} onClick={() => onStep(id, -1)}>
            {t("workspace:up")}
          </MenuButton>
          <MenuButton icon={<ArrowDown size={20} />} disabled={last} onClick={() => onStep(id, 1)}>
            {t("workspace:down")}
          </MenuButton>
          <MenuButton
            icon={<Download size={20} />}
            disabled={file.state === "missing"}
            onClick={() => onSave(id)}
          >
            {t("workspace:tray.save")}
          </MenuButton>
          <MenuButton icon={<Trash2 size={20} />} onClick={() => onRemove([id])}>
            {t("workspace:remove")}
          </MenuButton>
        </MenuList>
      )}
    </Menu>
  );
}
