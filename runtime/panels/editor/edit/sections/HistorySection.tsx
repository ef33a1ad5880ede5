import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { listStates } from "#audio/edit/history.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { Button, IconButton } from "#runtime/ui/Button.tsx";
import { TextField } from "#runtime/ui/field/Field.tsx";
import { useEditor, useEditorState } from "../context/editor-context.ts";
import css from "../context/edit.module.css";

/** Maximum number of listed states; others are reached with undo and redo. */
const MAX_STATES = 200;

/** The undo history, and named versions of the project. */
export function HistorySection() {
  const { store, announce } = useEditor();
  const state = useEditorState((current) => current);
  const { t, format } = useLocale();
  const [name, setName] = useState("");
  const [now] = useState(Date.now);
  const { states, present } = listStates(state.history);
  const first = Math.max(0, Math.min(present - MAX_STATES / 2, states.length - MAX_STATES));
  const saveVersion = (): void => {
    const trimmed = name.trim();
    if (trimmed === "") return;
    store.saveVersion(trimmed);
    setName("");
    announce("version");
  };
  return (
    <div className={css["sectionBody"]}>
      <ol className={css["states"]} start={first + 1}>
        {states.slice(first, first + MAX_STATES).map(({ label }, at) => (
          <li key={first + at}>
            <button
              type="button"
              aria-current={first + at === present ? "step" : undefined}
              data-undone={first + at > present || undefined}
              onClick={() => {
                store.jump(first + at);
                announce(label);
              }}
            >
              {t(`panel-editor:edit.done.${label}`)}
            </button>
          </li>
        ))}
      </ol>
      <form
        className={css["pair"]}
        onSubmit={(event) => {
          event.preventDefault();
          saveVersion();
        }}
      >
        <TextField
          label={t("panel-editor:edit.version.name")}
          value={name}
          maxLength={120}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" disabled={name.trim() === ""}>
          {t("panel-editor:edit.version.keep")}
        </Button>
      </form>
      {state.versions.length > 0 && (
        <ul className={css["list"]}>
          {state.versions.map((version, at) => (
            <li key={version.savedAt + version.name}>
              <span className={css["what"]}>
                <bdi>{version.name}</bdi>
                <span className={css["soft"]}>
                  {format.relative(
                    Date.parse(version.savedAt),
                    Math.max(now, Date.parse(version.savedAt)),
                  )}
                </span>
              </span>
              <Button
                small
                onClick={() => {
                  store.commit(version.edit, { step: "version" });
                  announce("version");
                }}
              >
                {t("panel-editor:edit.version.open")}
              </Button>
              <IconButton
                label={t("panel-editor:edit.version.remove", { name: version.name })}
                onClick={() => store.removeVersion(at)}
              >
                <Trash2 />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
