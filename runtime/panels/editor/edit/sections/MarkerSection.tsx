import Trash2 from "lucide-react/icons/trash-2";
import { type Mark, changeMark, removeMark } from "#audio/edit/edit.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { Button, IconButton } from "#runtime/ui/Button.tsx";
import { useEditor, useEditorState } from "../context/editor-context.ts";
import { addMarkerAtCursor } from "../project/edit-commands.ts";
import { LabelFiles } from "./LabelFiles.tsx";
import { bindCommand } from "../project/edit-actions.ts";
import css from "../context/edit.module.css";
import { NameField } from "../../parts/NameField.tsx";

/** The markers: to go to, rename or remove. */
export function MarkerSection() {
  const { t } = useLocale();
  const { store, announce } = useEditor();
  const state = useEditorState((current) => current);
  const { marks } = state.edit;
  const name = t("panel-editor:edit.mark.new", { number: marks.length + 1 });
  const add = bindCommand({ store, state, announce }, "mark", addMarkerAtCursor(name));
  return (
    <div className={css["sectionBody"]}>
      <div className={css["row"]}>
        <Button small onClick={() => add?.()}>
          {t("panel-editor:edit.tools.mark")}
        </Button>
        <LabelFiles />
      </div>
      {marks.length > 0 && (
        <ol className={css["list"]}>
          {marks.map((mark) => (
            <MarkerRow key={mark.id} mark={mark} />
          ))}
        </ol>
      )}
    </div>
  );
}

function MarkerRow({ mark }: { readonly mark: Mark }) {
  const { store, playback, announce } = useEditor();
  const rate = useEditorState(({ edit }) => edit.sampleRate);
  const { t, format } = useLocale();
  const { id, name, start, end } = mark;
  const go = (): void => {
    const tracks = store.getState().edit.tracks.map((track) => track.id);
    store.select({ start, end, ...(end > start && { tracks }) });
    playback.seek(start / rate);
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
          announce("markRemove");
        }}
      >
        <Trash2 />
      </IconButton>
    </li>
  );
}
