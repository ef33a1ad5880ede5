import { useState } from "react";
import { useLocale } from "#runtime/i18n/context.tsx";
import { Button } from "#runtime/ui/Button.tsx";
import { Notice } from "#runtime/ui/Feedback.tsx";
import type { TrayFile } from "#runtime/contract/file.ts";
import type { EditorStore } from "./project/edit-store.ts";
import type { useProject } from "./project/use-project.ts";

/** A notice that the draft comes from an earlier visit, with a button for a new project. */
export function RestoredNotice({
  project,
  store,
  others,
}: {
  readonly project: ReturnType<typeof useProject>;
  readonly store: EditorStore;
  /** Selected files that the draft does not use. */
  readonly others: readonly TrayFile[];
}) {
  const { t, format } = useLocale();
  const [openedAt] = useState(() => ({ updated: store.getState().updated, now: Date.now() }));
  const [isVisible, setVisible] = useState(project.restored);
  if (!isVisible) return null;
  return (
    <Notice
      title={t("panel-editor:edit.draft.restored", {
        time: format.relative(openedAt.updated, openedAt.now),
      })}
      actions={
        <>
          <Button small onClick={() => setVisible(false)}>
            {t("panel-editor:edit.draft.goOn")}
          </Button>
          <Button small onClick={() => project.begin(others)}>
            {others.length > 0
              ? t("panel-editor:edit.draft.newWith", { name: others[0]!.name })
              : t("panel-editor:edit.draft.new")}
          </Button>
        </>
      }
    />
  );
}
