import { useT } from "../../i18n/context.tsx";
import type { Input } from "../../panel-kit/input/use-input.ts";
import css from "../../panel-kit/layout/kit.module.css";
import { chosenModel } from "../../panel-kit/settings/effect-params.ts";
import type { ModelSpeed } from "../../panel-kit/split/use-model-speed.ts";
import { type SplitModel, estimateInput } from "../../panel-kit/split/use-split-model.ts";
import { JobStart } from "../../panel-kit/start/JobStart.tsx";
import type { JobResult } from "../../contract/file.ts";
import type { SteadyJob } from "../../contract/job.ts";
import type { Json } from "../../contract/json.ts";
import type { PanelProps } from "../../contract/panel.ts";
import { type StoredValues, doesSomething } from "./cover-params.ts";
import { sharesOf } from "./earlier-vocals.ts";

/** The button that starts covers, with a note on the required rights. */
export function Start({
  tool,
  preset,
  jobs,
  input,
  values,
  engine,
  pace,
  vocals,
  earlier,
  again,
  outdated,
}: Pick<PanelProps, "tool" | "preset" | "jobs"> & {
  readonly input: Input;
  readonly values: StoredValues;
  readonly engine: SplitModel;
  readonly pace: ModelSpeed;
  /** Vocals of the song that an earlier job has separated. */
  readonly vocals: JobResult | undefined;
  /** Earlier jobs of this tool. */
  readonly earlier: readonly SteadyJob[];
  /** Whether there is a result of these settings. */
  readonly again: boolean;
  readonly outdated: Parameters<typeof JobStart>[0]["outdated"];
}) {
  const t = useT();
  const { model, onServer } = engine;
  const isReady = doesSomething(values);
  return (
    <>
      <JobStart
        tool={tool}
        jobs={jobs}
        input={input.files}
        run={{
          panel: "cover",
          preset,
          params: {
            values,
            output: "keep",
            ...(model && { model: chosenModel(model) as unknown as Json }),
            ...(vocals && { vocals: vocals.id }),
          },
          ...(onServer && { onServer, serverShares: sharesOf(vocals) }),
        }}
        action={t("panel-cover:start")}
        counts
        disabled={!isReady || pace.fault !== null}
        note={isReady ? null : t("panel-cover:nothing")}
        estimated={{
          ...estimateInput(earlier, engine, pace),
          effect: "cover",
          lengthOf: input.lengthOf,
        }}
        again={again}
        outdated={outdated ?? null}
      />
      <p className={css["soft"]}>{t("panel-cover:rights")}</p>
    </>
  );
}
