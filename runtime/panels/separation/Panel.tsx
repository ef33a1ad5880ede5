import { useDeferredValue } from "react";
import type { SeparationPreset } from "#audio/separation/presets.ts";
import { useT } from "../../i18n/context.tsx";
import { useInput } from "../../panel-kit/input/use-input.ts";
import { SaveAll } from "../../panel-kit/save/SaveAll.tsx";
import { chosenModel } from "../../panel-kit/settings/effect-params.ts";
import { JobStart } from "../../panel-kit/start/JobStart.tsx";
import { outcomeOf, useRuns } from "../../panel-kit/start/use-runs.ts";
import { useServers } from "../../panel-kit/start/use-servers.ts";
import { ToolPanel } from "../../panel-kit/ToolPanel.tsx";
import type { Json, JsonObject } from "../../contract/json.ts";
import type { PanelProps } from "../../contract/panel.ts";
import { Mixer } from "./mixer/Mixer.tsx";
import type { StemResult } from "./mixer/StemRows.tsx";
import type { SplitParams } from "../../panel-kit/split/split-params.ts";
import { useModelSpeed } from "../../panel-kit/split/use-model-speed.ts";
import { modelOf } from "#core/models/engine.ts";
import { estimateInput, useSplitTimes } from "../../panel-kit/split/use-split-model.ts";
import { splitOf } from "./split/presets.ts";
import { StartNotes } from "./split/StartNotes.tsx";
import { SplitSettings } from "./split/SplitSettings.tsx";
import { SplitPreview } from "./split/SplitPreview.tsx";
import { type SplitSetup, useSplitSetup } from "./split/use-split-setup.ts";

/** Separates songs into stems, and mixes them. */
export default function Panel(props: PanelProps) {
  return <SplitPanel key={props.preset} {...props} />;
}

function SplitPanel({ tool, preset: named, files, jobs, workspace }: PanelProps) {
  const t = useT();
  const preset = named as SeparationPreset;
  const input = useInput(files);
  const runs = useRuns(jobs, { panel: "separation", preset }, input.files);
  const setup = useSplitSetup(workspace, preset, useServers(tool));
  const { onServer, engines } = setup;
  const { isReady } = engines;
  const pace = useModelSpeed(isReady && !onServer ? setup.model : null);
  const isUsable = isReady && pace.fault === null;
  const { shown } = input;
  const timeOf = useSplitTimes(runs.all, setup, { pace, input });
  const { job: latest, busy } = outcomeOf(runs, shown);
  // Deferred, because rendering the mixer takes long.
  const job = useDeferredValue(latest);
  const results = (job?.results ?? []).filter(
    (result): result is StemResult => result.role !== undefined && result.state !== "missing",
  );
  const split = splitOf(preset, setup.count, setup.model);
  const made = job?.params as SplitParams | undefined;
  const isOutdated = made !== undefined && !isMadeWith(made, setup, split.stems);
  // The output format also applies to existing results.
  const setFormat = (output: SplitSetup["output"]): void => {
    setup.setOutput(output);
    jobs.saveAs(
      runs.all.flatMap((one) => one.results.map(({ id }) => id)),
      output,
    );
  };
  const goBack = (): void => {
    if (!made) return;
    setup.setModel(made.model?.id ?? null);
    if (preset === "stems") setup.setCount(String(made.stems.length) as SplitSetup["count"]);
  };
  return (
    <ToolPanel
      wide={results.length > 0}
      input={input}
      runs={runs}
      jobs={jobs}
      sound={
        shown &&
        (job && results.length > 0 ? (
          <Mixer
            key={job.id}
            job={job}
            workspace={workspace}
            file={shown}
            results={results}
            muted={split.muted}
            onFormat={setFormat}
          />
        ) : (
          <SplitPreview
            key={shown.id}
            file={shown}
            split={split}
            model={setup.model}
            isReady={isUsable && !busy}
          />
        ))
      }
      settings={
        <SplitSettings
          preset={preset}
          setup={setup}
          onServer={{ files: input.files, cost: tool.cost, tool: tool.slug }}
          pace={pace}
          timeOf={timeOf}
          onFormat={results.length > 0 ? null : setFormat}
        />
      }
      start={
        <>
          <JobStart
            tool={tool}
            jobs={jobs}
            input={input.files}
            run={{ panel: "separation", preset, params: paramsOf(split, setup), onServer }}
            action={t(`panel-separation:start.${preset}`)}
            counts
            disabled={pace.fault !== null}
            estimated={{ ...estimateInput(runs.all, setup, pace), lengthOf: input.lengthOf }}
            again={results.length > 0 && !isOutdated}
            outdated={isOutdated && !busy ? { onBack: goBack, follows: null } : null}
            takesPart={!onServer}
          />
          {/* Last, because it appears only after the file was read. */}
          {shown && results.length === 0 && (
            <StartNotes
              shown={shown}
              songs={input.files}
              stems={split.stems.length}
              setup={setup}
            />
          )}
        </>
      }
      save={runs.done.length > 1 && <SaveAll name={preset} jobs={runs.all} />}
    />
  );
}

/** Whether a song was separated with the present settings. */
const isMadeWith = (
  made: SplitParams,
  { model }: Pick<SplitSetup, "model">,
  stems: readonly { readonly stem: string }[],
): boolean =>
  modelOf(made) === (model?.id ?? null) &&
  made.stems.map(({ stem }) => stem).join() === stems.map(({ stem }) => stem).join();

const paramsOf = (
  split: ReturnType<typeof splitOf>,
  { output, model }: SplitSetup,
): JsonObject => ({
  split: split.preset,
  stems: split.stems as unknown as Json,
  output,
  ...(model && { model: chosenModel(model) as unknown as Json }),
});
