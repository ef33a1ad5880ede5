import { useT } from "../i18n/context.tsx";
import type { SteadyJob } from "../contract/job.ts";
import type { Json, JsonObject } from "../contract/json.ts";
import type { PanelProps } from "../contract/panel.ts";
import { modelOf } from "#core/models/engine.ts";
import { useEngineTimes } from "./engine/use-engine-times.ts";
import { type Input, useInput } from "./input/use-input.ts";
import { renderEffectRange } from "./preview/open-preview.ts";
import { SoundPreview } from "./preview/SoundPreview.tsx";
import { RecipeButtons } from "./recipes/RecipeButtons.tsx";
import { EffectResult } from "./result/EffectResult.tsx";
import { isOutdated, isQuick } from "./result/outdated.ts";
import { useKeepNewestOnly } from "./result/use-keep-newest-only.ts";
import { saveAllAs } from "./save/save-all-as.ts";
import { SaveAll } from "./save/SaveAll.tsx";
import type { Controls } from "./settings/controls.ts";
import { type EffectParams, chosenModel } from "./settings/effect-params.ts";
import { EffectSettings } from "./settings/EffectSettings.tsx";
import { type EffectSetup, useEffectSetup } from "./settings/use-effect-setup.ts";
import { JobStart } from "./start/JobStart.tsx";
import { type Runs, outcomeOf, useRuns } from "./start/use-runs.ts";
import { useServers } from "./start/use-servers.ts";
import { ToolPanel } from "./ToolPanel.tsx";

export interface EffectPanelOptions {
  /** Id of the panel, under which its settings are stored. */
  readonly panel: string;
  /** Id of the effect: its file in `audio/effects`. */
  readonly effect: string;
  /** Message key of the start button; the effect's name if it is missing. */
  readonly action?: string;
  readonly controls?: Controls;
}

/**
 * A panel for one effect: input files, parameters, cost and duration, and the result beside the
 * original. Its job is `runEffectJob`.
 */
export function EffectPanel(props: PanelProps & EffectPanelOptions) {
  const { preset, files, jobs, workspace, panel, effect, controls = {} } = props;
  const input = useInput(files);
  const runs = useRuns(jobs, { panel, preset }, input.files);
  const hasServers = useServers(props.tool);
  const setup = useEffectSetup(workspace, panel, effect, hasServers);
  const { shown } = input;
  const { job, result, busy } = outcomeOf(runs, shown);
  const timeOf = useEngineTimes({
    effect,
    length: shown?.duration ?? null,
    earlier: runs.all,
    lengthOf: input.lengthOf,
  });
  const outdated = job !== null && isOutdated(job, setup);
  useKeepNewestOnly(jobs, runs.all, job);
  // The output format also applies to existing results.
  const setFormat = (output: EffectSetup["output"]): void => {
    setup.setOutput(output);
    saveAllAs(jobs, runs.all, output);
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
            tool={props.tool}
            file={shown}
            job={job}
            result={result}
            busy={busy}
            setup={setup}
            controls={controls}
            freshness={outdated ? (busy ? "updating" : "outdated") : "current"}
            onFormat={setFormat}
          />
        ) : (
          <SoundPreview
            key={shown.id}
            file={shown}
            make={renderEffectRange}
            requested={busy ? null : previewOf(effect, setup)}
          />
        ))
      }
      // The settings are rendered all at once, so that none of them moves others.
      settings={
        setup.effect && (
          <EffectSettings
            tool={[panel, preset]}
            effect={effect}
            setup={setup}
            controls={controls}
            onServer={{ files: input.files, cost: props.tool.cost, tool: props.tool.slug }}
            timeOf={timeOf}
            onFormat={result ? null : setFormat}
          >
            <RecipeButtons
              settings={{
                effect,
                values: setup.values,
                model: setup.model?.id ?? null,
                output: setup.output,
              }}
            />
          </EffectSettings>
        )
      }
      start={
        setup.effect && (
          <EffectStart
            {...props}
            input={input}
            runs={runs}
            setup={setup}
            again={result !== null && !outdated}
            outdated={outdated && result && !busy ? job : null}
          />
        )
      }
      save={<SaveAll name={preset} jobs={runs.all} />}
    />
  );
}

/** The request for a preview; null until it can be made. */
const previewOf = (effect: string, { effect: code, values, model, engines }: EffectSetup) =>
  code === null || !engines.isReady
    ? null
    : { effect, values, ...(model && { net: chosenModel(model) }) };

/** Restores the settings that a result was made with. */
function restore(setup: EffectSetup, { params }: SteadyJob): void {
  const { values, model } = params as unknown as EffectParams;
  // Ranges that the visitor kept belong to the result.
  const { keep: _keep, ...settings } = values;
  setup.restore(settings as JsonObject, model?.id ?? null);
}

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
  again,
  outdated,
}: PanelProps &
  EffectPanelOptions & {
    readonly input: Input;
    readonly runs: Runs;
    readonly setup: EffectSetup;
    /** Whether there is a result of these settings. */
    readonly again: boolean;
    /** A job whose result has other settings, until the visitor decides about it. */
    readonly outdated: SteadyJob | null;
  }) {
  const t = useT();
  const { values, output, model, engines } = setup;
  const onServer = engines.engine?.kind === "server";
  return (
    <JobStart
      tool={tool}
      jobs={jobs}
      input={files}
      run={{
        panel,
        preset,
        params: {
          values,
          output,
          ...(model && { model: chosenModel(model) as unknown as Json }),
        },
        ...(onServer && { onServer }),
      }}
      action={t(action)}
      counts
      disabled={setup.effect === null}
      estimated={{
        effect,
        earlier: runs.all.filter(
          (job) => job.onServer === onServer && modelOf(job.params) === (model?.id ?? null),
        ),
        lengthOf,
        // Only earlier runs show how long a model takes here.
        ...((model || onServer) && { timeOf: () => null }),
      }}
      again={again}
      outdated={
        outdated && {
          onBack: () => restore(setup, outdated),
          // Nothing is sent without a click.
          follows: !onServer && isQuick(outdated, setup) ? JSON.stringify(values) : null,
        }
      }
      takesPart={!onServer}
    />
  );
}
