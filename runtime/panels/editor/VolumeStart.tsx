import type { FormEvent } from "react";
import { useT } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import type { PanelProps, TrayFile } from "../../workspace/types.ts";
import css from "./panel.module.css";
import type { VolumeSetup } from "./params.ts";

/** Starts the change, a job for each file. */
export function VolumeStart({
  tool,
  jobs,
  files,
  setup,
}: Pick<PanelProps, "tool" | "jobs"> & {
  readonly files: readonly TrayFile[];
  readonly setup: VolumeSetup;
}) {
  const t = useT();
  const { mode, gain, loudness, limiter, ceiling, output } = setup;
  const start = (event: FormEvent): void => {
    event.preventDefault();
    for (const file of files)
      jobs.enqueue({
        panel: "editor",
        preset: "volume",
        tool: tool.slug,
        title: file.name,
        fileIds: [file.id],
        params: { values: { mode, gain, loudness, limiter, ceiling }, output },
        cost: 0,
      });
  };
  return (
    <form className={css["start"]} onSubmit={start}>
      <Button look="primary" type="submit">
        {t("panel-editor:volume", { count: files.length })}
      </Button>
      <p className={css["soft"]}>
        {t("common:cost.free.name")} · {t("panel-editor:device")}
      </p>
    </form>
  );
}
