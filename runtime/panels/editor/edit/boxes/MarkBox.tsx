import Trash2 from "lucide-react/icons/trash-2";
import { type Mark, changeMark, removeMark } from "#audio/edit/edit.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { Button, IconButton } from "#runtime/ui/Button.tsx";
import type { Desk } from "../desk/desk.ts";
import { markHere } from "../project/edit-commands.ts";
import { actionOf } from "../project/edit-actions.ts";
import css from "../desk/edit.module.css";
import { NameField } from "../../parts/NameField.tsx";

/** Places and stretches that have names: gone to, renamed, deleted. */
export function MarkBox({
  desk,
  tell,
}: {
  readonly desk: Desk;
  readonly tell: (label: string) => void;
}) {
  const { t } = useLocale();
  const { store, state } = desk;
  const { marks } = state.edit;
  const name = t("panel-editor:edit.mark.new", { number: marks.length + 1 });
  const add = actionOf({ store, state, tell }, "mark", markHere(name));
  return (
    <div className={css["boxBody"]}>
      <div className={css["row"]}>
        <Button small onClick={() => add?.()}>
          {t("panel-editor:edit.tools.mark")}
        </Button>
      </div>
      {marks.length > 0 && (
        <ol className={css["list"]}>
          {marks.map((mark) => (
            <MarkRow key={mark.id} desk={desk} mark={mark} tell={tell} />
          ))}
        </ol>
      )}
    </div>
  );
}

function MarkRow({
  desk: { store, rate, seek },
  mark,
  tell,
}: {
  readonly desk: Desk;
  readonly mark: Mark;
  readonly tell: (label: string) => void;
}) {
  const { t, format } = useLocale();
  const { id, name, start, end } = mark;
  const go = (): void => {
    const tracks = store.getState().edit.tracks.map((track) => track.id);
    store.select({ start, end, ...(end > start && { tracks }) });
    seek(start / rate);
  };
  const times = [start, ...(end > start ? [end] : [])].map((frame) =>
    format.clock(frame / rate, 2),
  );
  return (
    <li>
      <Button small onClick={go} aria-label={t("panel-editor:edit.mark.go", { name })}>
        <bdi dir="ltr">{times.join(" – ")}</bdi>
      </Button>
      <NameField
        label={t("panel-editor:edit.mark.name")}
        name={name}
        onName={(next) =>
          store.commit(changeMark(store.getState().edit, id, { name: next }), { step: "markName" })
        }
      />
      <IconButton
        label={t("panel-kit:remove", { name })}
        onClick={() => {
          store.commit(removeMark(store.getState().edit, id), { step: "markRemove" });
          tell("markRemove");
        }}
      >
        <Trash2 />
      </IconButton>
    </li>
  );
}
