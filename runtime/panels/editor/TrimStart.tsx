import type { FormEvent } from "react";
import { useT } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import type { PanelProps, TrayFile } from "../../workspace/types.ts";
import css from "./panel.module.css";
import type { Region } from "./regions.ts";
import type { TrimValues } from "./params.ts";

/** Starts the cut. */
export function TrimStart({
  tool,
  jobs,
  file,
  regions,
  values: { fadeIn, fadeOut, curve, output },
}: Pick<PanelProps, "tool" | "jobs"> & {
  readonly file: TrayFile;
  readonly regions: readonly Region[];
  readonly values: TrimValues;
}) {
  const t = useT();
  const start = (event: FormEvent): void => {
    event.preventDefault();
    jobs.enqueue({
      panel: "editor",
      preset: "trim",
      tool: tool.slug,
      title: file.name,
      fileIds: [file.id],
      params: {
        regions: regions.map(({ start: from, end }) => ({ start: from, end })),
        fadeIn,
        fadeOut,
        curve,
        output,
      },
      cost: 0,
    });
  };
  return (
    <form className={css["start"]} onSubmit={start}>
      <Button look="primary" type="submit">
        {t("panel-editor:trim", { count: regions.length })}
      </Button>
      <p className={css["soft"]}>
        {t("common:cost.free.name")} · {t("panel-editor:device")}
      </p>
    </form>
  );
}
