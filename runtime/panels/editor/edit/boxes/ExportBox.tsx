import { type FormEvent, useState } from "react";
import { lengthOf } from "#audio/edit/edit.ts";
import { type OutputFormat, OUTPUT_FORMATS } from "#audio/media/writers/output-formats.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { Button } from "#runtime/ui/Button.tsx";
import { Select } from "#runtime/ui/field/Field.tsx";
import type { Desk } from "../desk/desk.ts";
import { exportOf } from "../project/edit-export.ts";
import css from "../desk/edit.module.css";
import type { PanelProps } from "#runtime/workspace/contract/panel.ts";

const PARTS = ["all", "selection", "marks", "tracks"] as const;
/** Id of the button that starts it, to which others lead. */
export const EXPORT_START = "editor-export";
export type ExportPart = (typeof PARTS)[number];

/** Starts the job that writes the mix, a part of it, or several. */
export function ExportBox({
  desk,
  tool,
  jobs,
}: Pick<PanelProps, "tool" | "jobs"> & { readonly desk: Desk }) {
  const t = useT();
  const { state, values, change } = desk;
  const [wanted, setPart] = useState<ExportPart>("all");
  const { edit, selection } = state;
  const can: Readonly<Record<ExportPart, boolean>> = {
    all: lengthOf(edit) > 0,
    selection: selection.end > selection.start,
    marks: edit.marks.some(({ start, end }) => end > start),
    tracks: edit.tracks.length > 1,
  };
  const part = can[wanted] ? wanted : "all";
  const start = (event: FormEvent): void => {
    event.preventDefault();
    const spec = exportOf(state, part, values.output);
    jobs.enqueue({ ...spec, tool: tool.slug, title: state.name, cost: 0 });
  };
  return (
    <form className={css["export"]} onSubmit={start}>
      <h3>{t("panel-editor:edit.export.title")}</h3>
      <div className={css["fields"]}>
        <Select
          label={t("panel-editor:edit.export.part")}
          value={part}
          onChange={({ target }) => setPart(target.value as ExportPart)}
        >
          {PARTS.map((name) => (
            <option key={name} value={name} disabled={!can[name]}>
              {t(`panel-editor:edit.export.parts.${name}`)}
            </option>
          ))}
        </Select>
        <Select
          label={t("panel-kit:output")}
          value={values.output}
          onChange={({ target }) => change({ output: target.value as OutputFormat })}
        >
          {Object.keys(OUTPUT_FORMATS).map((name) => (
            <option key={name} value={name}>
              {t(`panel-kit:format.${name}`)}
            </option>
          ))}
        </Select>
      </div>
      <Button id={EXPORT_START} look="primary" type="submit" disabled={!can.all}>
        {t("panel-editor:edit.export.start")}
      </Button>
      <p className={css["soft"]}>
        {t("common:cost.free.name")} · {t("workspace:start.device")}
      </p>
    </form>
  );
}
