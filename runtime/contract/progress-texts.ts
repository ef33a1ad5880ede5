import type { Format } from "../i18n/format.ts";
import type { Translate } from "../i18n/translate.ts";
import type { Job } from "./job.ts";

interface Deps {
  readonly t: Translate;
  readonly format: Pick<Format, "percent" | "timeLeft">;
}

/** The present stage of a running job. */
export function stageText({ stage, finishing }: Pick<Job, "stage" | "finishing">, t: Translate) {
  if (finishing) return t("workspace:state.finishing");
  return t(stage ?? "workspace:state.running");
}

/** Texts on the known progress of a running job. No figure is shown while the job is finishing. */
export const progressTexts = (
  { progress, left, finishing }: Pick<Job, "progress" | "left" | "finishing">,
  { t, format }: Deps,
): readonly [percent: string | null, left: string | null] => [
  progress === null || finishing ? null : format.percent(progress),
  left === null ? null : t("common:zone.left", { time: format.timeLeft(left) }),
];
