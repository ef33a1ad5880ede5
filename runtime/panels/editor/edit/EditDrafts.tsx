import Trash2 from "lucide-react/icons/trash-2";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { useLocale } from "#runtime/i18n/context.tsx";
import { Button, IconButton } from "#runtime/ui/Button.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import { type DraftFacts, draftStore } from "#runtime/panel-kit/draft/draft-store.ts";
import type { EditorStore } from "./project/edit-store.ts";
import css from "./context/edit.module.css";
import type { Project } from "./project/use-project.ts";

const NONE = createStore(() => ({ saved: "yes" as const, id: "" }));

/** The drafts on this device, to open or delete, and a button for a new project. */
export function EditDrafts({
  project,
  current,
}: {
  readonly project: Project;
  /** The open draft. */
  readonly current: EditorStore | null;
}) {
  const { t, format } = useLocale();
  const { report } = useWorkspace();
  const [drafts, setDrafts] = useState<readonly DraftFacts[]>([]);
  const [turn, setTurn] = useState(0);
  const [now] = useState(Date.now);
  const { saved, id: open } = useStore((current ?? NONE) as typeof NONE);
  useEffect(() => {
    let here = true;
    // Without storage there are no drafts.
    draftStore.list().then(
      (found) => here && setDrafts(found),
      () => {},
    );
    return () => {
      here = false;
    };
  }, [saved, turn]);
  const others = drafts.filter(({ id }) => id !== open);
  if (!current && others.length === 0) return null;
  return (
    <details className={css["section"]}>
      <summary>{t("panel-editor:edit.draft.title")}</summary>
      <div className={css["sectionBody"]}>
        {current && (
          <div className={css["row"]}>
            <Button small onClick={() => project.begin([])}>
              {t("panel-editor:edit.draft.new")}
            </Button>
          </div>
        )}
        <ul className={css["list"]}>
          {others.map(({ id, name, updated }) => (
            <li key={id}>
              <span className={css["what"]}>
                <bdi>{name || t("panel-editor:edit.title")}</bdi>
                <span className={css["soft"]}>
                  {format.relative(updated, Math.max(updated, now))}
                </span>
              </span>
              <Button small onClick={() => project.openDraft(id)}>
                {t("panel-editor:edit.draft.open")}
              </Button>
              <IconButton
                label={t("panel-editor:edit.draft.remove", { name })}
                onClick={() => {
                  draftStore.remove(id).then(() => setTurn(turn + 1), report);
                }}
              >
                <Trash2 />
              </IconButton>
            </li>
          ))}
        </ul>
        <p className={css["soft"]}>{t("panel-editor:edit.draft.where")}</p>
        <p className={css["soft"]}>{t("panel-editor:edit.file.hint")}</p>
      </div>
    </details>
  );
}
