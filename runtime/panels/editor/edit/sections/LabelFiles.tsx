import { useState } from "react";
import {
  type LabelFault,
  MAX_LABELS,
  MAX_LABEL_BYTES,
  addMarks,
  readLabels,
  writeLabels,
} from "#audio/edit/labels/label-file.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { chooseFile } from "#runtime/panel-kit/input/choose-file.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import { Button } from "#runtime/ui/Button.tsx";
import { Notice } from "#runtime/ui/Feedback.tsx";
import { useEditor, useEditorState } from "../context/editor-context.ts";

/** Reads markers and regions from a file of labels, and saves them as one. */
export function LabelFiles() {
  const t = useT();
  const { store } = useEditor();
  const { saveCopy, say } = useWorkspace();
  const { marks } = useEditorState(({ edit }) => edit);
  const [fault, setFault] = useState<LabelFault | null>(null);
  const open = (): void =>
    chooseFile(".txt,text/plain", async (file) => {
      if (!file) return;
      // A file that vanished or cannot be read has no labels.
      const text = file.size <= MAX_LABEL_BYTES ? await file.text().catch(() => "") : null;
      const { edit } = store.getState();
      const found =
        text === null ? { fault: { kind: "many" } as const } : readLabels(text, edit.sampleRate);
      setFault("fault" in found ? found.fault : null);
      if ("fault" in found) return;
      store.commit(addMarks(edit, found.marks), { step: "labels" });
      say(t("panel-editor:edit.labels.imported", { count: found.marks.length }));
    });
  const save = (): void => {
    const { edit, name } = store.getState();
    const file = `${name || "labels"}.txt`;
    void saveCopy(new File([writeLabels(edit)], file, { type: "text/plain" }), file);
  };
  return (
    <>
      <Button small onClick={open}>
        {t("panel-editor:edit.labels.import")}
      </Button>
      <Button small disabled={marks.length === 0} onClick={save}>
        {t("panel-editor:edit.labels.export")}
      </Button>
      {fault && (
        <Notice weight="bad">
          {t(`panel-editor:edit.labels.fault.${fault.kind}`, {
            line: "line" in fault ? fault.line : 0,
            max: MAX_LABELS,
          })}
        </Notice>
      )}
    </>
  );
}
