import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { listStates } from "#audio/edit/history.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { Button, IconButton } from "#runtime/ui/Button.tsx";
import { TextField } from "#runtime/ui/field/Field.tsx";
import type { Desk } from "../desk/desk.ts";
import css from "../desk/edit.module.css";

/** States that are listed; earlier ones are reached step by step. */
const MOST = 200;

/** All that was done, to go back to, and states that were given a name. */
export function HistoryBox({
  desk: { store, state },
  tell,
}: {
  readonly desk: Desk;
  readonly tell: (label: string) => void;
}) {
  const { t, format } = useLocale();
  const [name, setName] = useState("");
  const [now] = useState(Date.now);
  const { states, present } = listStates(state.history);
  const first = Math.max(0, Math.min(present - MOST / 2, states.length - MOST));
  const keep = (): void => {
    const written = name.trim();
    if (written === "") return;
    store.keepVersion(written);
    setName("");
    tell("version");
  };
  return (
    <div className={css["boxBody"]}>
      <ol className={css["states"]} start={first + 1}>
        {states.slice(first, first + MOST).map(({ label }, at) => (
          <li key={first + at}>
            <button
              type="button"
              aria-current={first + at === present ? "step" : undefined}
              data-undone={first + at > present || undefined}
              onClick={() => {
                store.jump(first + at);
                tell(label);
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
          keep();
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
                  tell("version");
                }}
              >
                {t("panel-editor:edit.version.open")}
              </Button>
              <IconButton
                label={t("panel-editor:edit.version.remove", { name: version.name })}
                onClick={() => store.dropVersion(at)}
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
