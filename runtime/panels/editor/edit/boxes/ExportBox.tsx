import { type FormEvent, useState } from "react";
import { lengthOf } from "../../../../../audio/edit/edit.ts";
import { useT } from "../../../../i18n/context.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { Select } from "../../../../ui/field/Field.tsx";
import type { Desk } from "../desk/desk.ts";
import { ExportFormat } from "../project/ExportFormat.tsx";
import { EXPORT_PARTS, type ExportPart } from "../project/edit-export.ts";
import { useExport } from "../project/use-export.ts";
import css from "../desk/edit.module.css";
import type { PanelProps } from "../../../../workspace/contract/panel.ts";

/** Exports and saves the mix, a part of it, or several. */
export function ExportBox({
  desk,
  ...props
}: Pick<PanelProps, "tool" | "jobs"> & { readonly desk: Desk }) {
  const t = useT();
  const { state, values, change } = desk;
  const { run, isBusy } = useExport(desk.store, props);
  const [chosen, setPart] = useState<ExportPart>("all");
  const { edit, selection } = state;
  const isPossible: Readonly<Record<ExportPart, boolean>> = {
    all: lengthOf(edit) > 0,
    selection: selection.end > selection.start,
    marks: edit.marks.some(({ start, end }) => end > start),
    tracks: edit.tracks.length > 1,
  };
  const part = isPossible[chosen] ? chosen : "all";
  const start = (event: FormEvent): void => {
    event.preventDefault();
    run(part, values.output);
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
          {EXPORT_PARTS.map((name) => (
            <option key={name} value={name} disabled={!isPossible[name]}>
              {t(`panel-editor:edit.export.parts.${name}`)}
            </option>
          ))}
        </Select>
        <ExportFormat value={values.output} onChange={(output) => change({ output })} />
      </div>
      <Button type="submit" disabled={!isPossible.all} busy={isBusy}>
        {t("panel-editor:edit.export.start")}
      </Button>
      <p className={css["soft"]}>
        {t("common:cost.free.name")} · {t("workspace:start.device")}
      </p>
    </form>
  );
}
