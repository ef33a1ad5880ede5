import { useId } from "react";
import { useStore } from "zustand";
import { useT } from "../i18n/context.tsx";
import { useWorkspace } from "../workspace/contract/context.ts";
import type { Json } from "../workspace/contract/json.ts";
import type { PanelProps } from "../workspace/contract/panel.ts";
import type { Input } from "./input/use-input.ts";
import { useInput } from "./input/use-input.ts";
import { SoundPreview } from "./preview/SoundPreview.tsx";
import { EffectResult } from "./result/EffectResult.tsx";
import { SaveAll } from "./save/SaveAll.tsx";
import type { Controls } from "./settings/controls.ts";
import { chosenOf } from "./settings/effect-params.ts";
import { EffectSettings } from "./settings/EffectSettings.tsx";
import type { EffectSetup } from "./settings/use-effect-setup.ts";
import { useEffectSetup } from "./settings/use-effect-setup.ts";
import { JobStart } from "./start/JobStart.tsx";
import type { Runs } from "./start/use-runs.ts";
import { outcomeOf, useRuns } from "./start/use-runs.ts";
import { ToolPanel } from "./ToolPanel.tsx";

export interface EffectPanelOptions {
  /** Id of the panel, under which its settings are kept. */
  readonly panel: string;
  /** Id of the effect: its file in `audio/effects`. */
  readonly effect: string;
  /** Message key of what the start button says; the effect's own name where it is missing. */
  readonly action?: string;
  readonly controls?: Controls;
}

/**
 * A panel over one effect: files in, its parameters, what it costs and how long it takes, and the
 * result beside the original. Its job is `runEffectJob`.
 */
export function EffectPanel(props: PanelProps & EffectPanelOptions) {
  const { preset, files, jobs, workspace, panel, effect, controls = {} } = props;
  const input = useInput(files);
  const runs = useRuns(jobs, { panel, preset }, input.files);
  const setup = useEffectSetup(workspace, panel, effect);
  const { shown } = input;
  const { job, result, busy } = outcomeOf(runs, shown);
  const isModelHere = useIsModelHere(setup);
  const form = useId();
  // One format, for what comes and for what is there.
  const setFormat = (output: EffectSetup["output"]): void => {
    setup.setOutput(output);
    const results = runs.all.flatMap((one) => one.results);
    jobs.saveAs(
      results.map(({ id }) => id),
      output,
    );
  };
  return (
    <ToolPanel
      input={input}
      runs={runs}
      jobs={jobs}
      sound={
        shown &&
        (job && result ? (
          <EffectResult
            key={`${shown.id} ${result.id}`}
            file={shown}
            job={job}
            result={result}
            busy={busy}
            setup={setup}
            controls={controls}
            form={form}
            onFormat={setFormat}
          />
        ) : (
          <SoundPreview
            key={shown.id}
            file={shown}
            alone={input.files.length === 1}
            wanted={busy ? null : previewOf(effect, setup, isModelHere)}
          />
        ))
      }
      settings={
        <EffectSettings
          effect={effect}
          setup={setup}
          controls={controls}
          onFormat={result ? null : setFormat}
        />
      }
      start={
        <EffectStart
          {...props}
          form={form}
          input={input}
          runs={runs}
          setup={setup}
          again={result !== null}
        />
      }
      save={<SaveAll name={preset} jobs={runs.all} />}
    />
  );
}

/** Whether the net that is chosen is on the device, or none is needed. */
function useIsModelHere({ model }: EffectSetup): boolean {
  const { models } = useWorkspace();
  return useStore(models, ({ entries }) => model === null || entries[model.id]?.state === "kept");
}

/** What is tried before a start; null until it can be. */
const previewOf = (effect: string, { effect: code, values, model }: EffectSetup, isHere: boolean) =>
  code === null || !isHere ? null : { effect, values, ...(model && { net: chosenOf(model) }) };

/** Starts the effect on the files. */
function EffectStart({
  tool,
  preset,
  jobs,
  panel,
  effect,
  action = `panel-kit:effect.${effect}.name`,
  input: { files, lengthOf },
  runs,
  setup,
  form,
  again,
}: PanelProps &
  EffectPanelOptions & {
    readonly input: Input;
    readonly runs: Runs;
    readonly setup: EffectSetup;
    readonly form: string;
    /** Whether there is a result already. */
    readonly again: boolean;
  }) {
  const t = useT();
  const { values, output, model } = setup;
  const isModelHere = useIsModelHere(setup);
  return (
    <JobStart
      id={form}
      tool={tool}
      jobs={jobs}
      input={files}
      run={{
        panel,
        preset,
        params: {
          values,
          output,
          ...(model && { model: chosenOf(model) as unknown as Json }),
        },
      }}
      action={t(action)}
      counts
      disabled={setup.effect === null || !isModelHere}
      note={isModelHere ? null : t("panel-kit:quality.needed")}
      estimated={{ effect, earlier: runs.all, lengthOf }}
      again={again}
      takesPart
    />
  );
}
