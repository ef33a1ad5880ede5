import { type FormEvent, useState } from "react";
import { lengthOf } from "#audio/edit/edit.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { Button } from "#runtime/ui/Button.tsx";
import { Select } from "#runtime/ui/field/Field.tsx";
import { useEditSettings } from "../context/edit-settings.ts";
import { useEditor, useEditorState } from "../context/editor-context.ts";
import { ExportFormat } from "../project/ExportFormat.tsx";
import { EXPORT_PARTS, type ExportPart } from "../project/edit-export.ts";
import { useExport } from "../project/use-export.ts";
import css from "../context/edit.module.css";
import type { PanelProps } from "#runtime/contract/panel.ts";

/** Exports and saves the mix, the selection, the markers or the tracks. */
export function ExportSection(props: Pick<PanelProps, "tool" | "jobs">) {
  const t = useT();
  const { run, isBusy } = useExport(useEditor().store, props);
  const [settings, change] = useEditSettings();
  const [requested, setPart] = useState<ExportPart>("all");
  const edit = useEditorState((state) => state.edit);
  const selection = useEditorState((state) => state.selection);
  const isPossible: Readonly<Record<ExportPart, boolean>> = {
    all: lengthOf(edit) > 0,
    selection: selection.end > selection.start,
    marks: edit.marks.some(({ start, end }) => end > start),
    tracks: edit.tracks.length > 1,
  };
  const part = isPossible[requested] ? requested : "all";
  const start = (event: FormEvent): void => {
    event.preventDefault();
    run(part, settings.output);
  };
  return (
    <form className={css["sectionBody"]} onSubmit={start}>
      <Select
        label={t("panel-editor:edit.export.part")}
        value={part}
        onChange={({ target }) => setPart(target.value as ExportPart)}
      >
        {EXPORT_PARTS.map((name) => (
          <option key={name} value={name} disabled={!isPossible[name]}>
            {t(`panel-editor:edit.export.parts.${name}`)}
          </option>
        ))}
      </Select>
      <ExportFormat value={settings.output} onChange={(output) => change({ output })} />
      <div className={css["row"]}>
        <Button type="submit" disabled={!isPossible.all} busy={isBusy}>
          {t("panel-editor:edit.export.start")}
        </Button>
      </div>
    </form>
  );
}
