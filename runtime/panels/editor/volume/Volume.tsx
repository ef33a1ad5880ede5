import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import { useCallback, useEffect, useMemo, useState } from "react";
import { usePeaks } from "#runtime/audio/use-peaks.ts";
import { WaveformView } from "#runtime/audio/waveform/WaveformView.tsx";
import { useLocale } from "#runtime/i18n/context.tsx";
import { Button } from "#runtime/ui/Button.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import { useShortcut } from "#runtime/contract/shortcuts/use-shortcut.ts";
import { LevelTable } from "./LevelTable.tsx";
import type { VolumeSetup } from "../parts/params.ts";
import type { GainPlan, VolumeValues } from "../parts/gain-plan.ts";
import { Results } from "../parts/Results.tsx";
import { useLevels, usePlans } from "./use-levels.ts";
import { Columns } from "#runtime/panel-kit/layout/Columns.tsx";
import strip from "../../../panel-kit/result/compare.module.css";
import { type Freshness, OutdatedBadge } from "#runtime/panel-kit/start/Outdated.tsx";
import { SideChoice } from "#runtime/panel-kit/result/SideChoice.tsx";
import { Save, SavedSize } from "#runtime/panel-kit/save/Save.tsx";
import {
  SoundFacts,
  SoundSection,
  WaveformPlaceholder,
} from "#runtime/panel-kit/layout/SoundSection.tsx";
import { useLoopPlayer } from "#runtime/panel-kit/player/use-loop-player.ts";
import { useRecords } from "#runtime/panel-kit/result/use-records.ts";
import { nameToSave } from "#runtime/panel-kit/save/saved-format.ts";
import { saveAllAs } from "#runtime/panel-kit/save/save-all-as.ts";
import { RecipeButtons } from "#runtime/panel-kit/recipes/RecipeButtons.tsx";
import type { ToolSettings } from "#runtime/panel-kit/recipes/recipes.ts";
import { useSettings } from "#runtime/panel-kit/settings/use-settings.ts";
import { REQUESTED_FORMATS } from "#runtime/audio/requested-format.ts";
import { MoreSettings } from "#runtime/panel-kit/settings/MoreSettings.tsx";
import { OutputSelect } from "#runtime/panel-kit/settings/OutputSelect.tsx";
import { VolumeNotes } from "./VolumeNotes.tsx";
import { VolumeSettings } from "./VolumeSettings.tsx";
import { VolumeStart } from "./VolumeStart.tsx";
import type { SteadyJob } from "#runtime/contract/job.ts";
import type { PanelProps } from "#runtime/contract/panel.ts";
import type { JobResult, Saving, TrayFile } from "#runtime/contract/file.ts";

const DEFAULT_SETUP: VolumeSetup = {
  mode: "gain",
  gain: 0,
  loudness: -16,
  limiter: true,
  ceiling: -1,
  output: "keep",
};

const SIDES = ["before", "after"] as const;

const recipeSettings = ({ output, ...values }: VolumeSetup): ToolSettings => ({
  effect: "volume",
  values,
  model: null,
  output,
});

/** Changes the volume of files, with their present and expected levels and a preview. */
export function Volume({
  tool,
  jobs,
  workspace,
  files,
  shown,
  done,
  busy,
}: Pick<PanelProps, "tool" | "jobs" | "workspace"> & {
  /** At least one file. */
  readonly files: readonly TrayFile[];
  /** The file that is played. */
  readonly shown: TrayFile;
  /** Finished jobs, with stable identity. */
  readonly done: readonly SteadyJob[];
  /** Whether a job is running on the played file. */
  readonly busy: boolean;
}) {
  const [setup, set] = useSettings(workspace, ["editor", "volume"], DEFAULT_SETUP);
  const change = (part: Partial<VolumeSetup>): void => {
    set(part);
    // The output format also applies to existing results.
    if (part.output !== undefined) saveAllAs(jobs, done, part.output);
  };
  const levels = useLevels(files);
  const records = useRecords(done.flatMap(({ results }) => results));
  const measured = new Map(
    done.flatMap(({ fileIds, results: [made] }) => {
      const record = made && records.get(made.id);
      return record ? [[fileIds[0]!, { record, result: made }] as const] : [];
    }),
  );
  const plans = usePlans(files, levels, setup);
  const old = done.find((job) => isOutdated(job, setup));
  const lastJob = done.find(({ fileIds }) => fileIds.includes(shown.id));
  const result = lastJob?.results.find(({ state }) => state !== "missing");
  const freshnessOf = (job: SteadyJob): Freshness => {
    if (!isOutdated(job, setup)) return "current";
    return busy && job === lastJob ? "updating" : "outdated";
  };
  return (
    <Columns
      aside={
        <>
          <VolumeSettings setup={setup} change={change} />
          {/* A result shows its own format. */}
          {!result && (
            <OutputSelect
              formats={REQUESTED_FORMATS}
              value={setup.output}
              onChange={(output) => change({ output })}
            />
          )}
          <MoreSettings of={["editor", "volume"]}>
            <RecipeButtons settings={recipeSettings(setup)} />
          </MoreSettings>
          <VolumeStart
            tool={tool}
            jobs={jobs}
            files={files}
            setup={setup}
            current={done.length === files.length && !old ? done.flatMap((job) => job.results) : []}
            outdated={
              old && !busy
                ? { job: old, onBack: () => set(old.params["values"] as Partial<VolumeSetup>) }
                : null
            }
          />
          <VolumeNotes hasLimiter={setup.limiter} plans={[...plans.values()]} />
        </>
      }
    >
      <VolumePreview
        key={shown.id}
        file={shown}
        setup={setup}
        plan={plans.get(shown.id) ?? null}
        freshness={lastJob ? freshnessOf(lastJob) : "current"}
        result={result ?? null}
        onFormat={(output) => change({ output })}
      />
      <LevelTable files={files} levels={levels} measured={measured} plans={plans} />
      <Results preset="volume" done={done} freshnessOf={freshnessOf} shown={result?.id} />
    </Columns>
  );
}

/** Whether a job had other values of the settings that change the sound. */
const isOutdated = ({ params }: SteadyJob, setup: VolumeSetup): boolean =>
  effective(params["values"] as unknown as VolumeValues) !== effective(setup);
const effective = ({ mode, gain, loudness, limiter, ceiling }: VolumeValues): string =>
  [mode, mode === "gain" ? gain : loudness, limiter, limiter ? ceiling : null].join();

/** The waveform and player of a file, at its expected volume. */
function VolumePreview({
  file,
  setup,
  plan,
  freshness,
  result,
  onFormat,
}: {
  readonly file: TrayFile;
  readonly setup: VolumeSetup;
  readonly plan: GainPlan | null;
  readonly result: JobResult | null;
  /** Whether the result matches the settings. */
  readonly freshness: Freshness;
  readonly onFormat: (chosen: Saving["chosen"]) => void;
}) {
  const { t, format } = useLocale();
  const { files } = useWorkspace();
  const open = useCallback(() => files.open(file.id), [files, file.id]);
  const peaks = usePeaks(open);
  const { sound, state } = useLoopPlayer(open);
  const [changed, setChanged] = useState(true);
  const waves = useMemo(
    () => (peaks ? [{ peaks: peaks.peaks, tone: "original" as const }] : []),
    [peaks],
  );
  const player = sound?.player ?? null;
  const gain = plan ? plan.gain : setup.mode === "gain" ? setup.gain : 0;
  // The waveform is scaled by the gain that is heard.
  const factor = changed ? 10 ** (gain / 20) : 1;
  useEffect(() => player?.level(factor), [player, factor]);
  const toggle = player && (() => (state.playing ? player.pause() : player.play()));
  const by = (seconds: number) => player && (() => player.seek(player.getState().time + seconds));
  useShortcut("audio.play", toggle);
  useShortcut("audio.compare", player && (() => setChanged((now) => !now)));
  useShortcut("audio.back", by(-1));
  useShortcut("audio.forward", by(1));
  useShortcut("audio.backFar", by(-5));
  useShortcut("audio.forwardFar", by(5));
  useShortcut("audio.start", player && (() => player.seek(0)));
  return (
    <SoundSection
      label={t("panel-kit:sound")}
      name={result ? nameToSave(result) : file.name}
      facts={
        sound && (
          <>
            <SoundFacts {...sound.info} />
            {result && <SavedSize result={result} />} <OutdatedBadge freshness={freshness} />
          </>
        )
      }
    >
      <div className={strip["strip"]} data-strip="">
        <Button
          icon={state.playing ? <Pause /> : <Play />}
          disabled={!toggle}
          onClick={() => toggle?.()}
        >
          {t(state.playing ? "panel-kit:pause" : "panel-kit:play")}
        </Button>
        <SideChoice
          sides={SIDES}
          side={changed ? "after" : "before"}
          disabled={!player}
          onChoose={(side) => setChanged(side === "after")}
        />
        <span className={strip["clock"]}>{format.clock(state.time, 1)}</span>
        {result && (
          <Save result={result} outdated={freshness !== "current"} isInline onFormat={onFormat} />
        )}
      </div>
      {sound ? (
        <WaveformView
          waves={waves}
          gain={factor}
          duration={sound.info.duration}
          time={state.time}
          label={t("panel-kit:position")}
          onSeek={sound.player.seek}
        />
      ) : (
        <WaveformPlaceholder />
      )}
    </SoundSection>
  );
}
