import type { FormEvent } from "react";
import { useStore } from "zustand";
import { costOf } from "{{core}}/credits.ts";
import { useT } from "{{runtime}}/i18n/context.tsx";
import { Button } from "{{runtime}}/ui/Button.tsx";
import { Checkbox } from "{{runtime}}/ui/Field.tsx";
import type { PanelProps, TrayFile } from "{{runtime}}/workspace/types.ts";
import css from "./panel.module.css";

/** What can be set, and the button that starts the work: one job for each selected file. */
export default function Panel({ tool, preset, files, jobs, workspace }: PanelProps) {
  const t = useT();
  const all = useStore(files, (state) => state.files);
  const selected = useStore(files, (state) => state.selected);
  const settings = useStore(workspace, (state) => state.settings["{{id}}"]);
  const capitals = settings?.["capitals"] === true;
  const input = all.filter(
    ({ id, state, problem }) => selected.includes(id) && state !== "missing" && !problem,
  );
  const quote = ({ duration }: TrayFile): number =>
    tool.cost === "free" ? 0 : costOf(tool.cost, duration ?? 0);
  const cost = input.reduce((sum, file) => sum + quote(file), 0);

  const start = (event: FormEvent): void => {
    event.preventDefault();
    for (const file of input)
      jobs.enqueue({
        panel: "{{id}}",
        preset,
        tool: tool.slug,
        title: file.name,
        fileIds: [file.id],
        params: { capitals },
        cost: quote(file),
      });
  };

  return (
    <form className={css["panel"]} onSubmit={start}>
      <p>
        {input.length === 0
          ? t("panel-{{id}}:none")
          : t("panel-{{id}}:selected", { count: input.length })}
      </p>
      <Checkbox
        label={t("panel-{{id}}:capitals")}
        checked={capitals}
        onChange={({ target }) => workspace.set("{{id}}", { capitals: target.checked })}
      />
      {cost > 0 && <p className={css["cost"]}>{t("panel-{{id}}:cost", { count: cost })}</p>}
      <Button look="primary" type="submit" disabled={input.length === 0}>
        {t("panel-{{id}}:start")}
      </Button>
    </form>
  );
}
