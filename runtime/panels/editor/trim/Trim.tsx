import { useCallback, useEffect, useMemo, useState } from "react";
import { usePeaks } from "#runtime/audio/use-peaks.ts";
import { type View, showPosition } from "#runtime/audio/waveform/view.ts";
import { fadeAt } from "#audio/signal/fade.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { PlaybackRange } from "#runtime/panel-kit/player/loop-player.ts";
import type { Fades, TrimParams, TrimValues } from "../parts/params.ts";
import css from "../parts/panel.module.css";
import { RegionFields } from "./RegionFields.tsx";
import type { Region } from "./regions.ts";
import { TrimSettings } from "./TrimSettings.tsx";
import { TrimStart } from "./TrimStart.tsx";
import { TrimTools } from "./TrimTools.tsx";
import { TrimWave } from "./TrimWave.tsx";
import { Columns } from "#runtime/panel-kit/layout/Columns.tsx";
import type { Freshness } from "#runtime/panel-kit/start/Outdated.tsx";
import { isChanged } from "#runtime/panel-kit/result/outdated.ts";
import type { SteadyJob } from "#runtime/contract/job.ts";
import { Results } from "../parts/Results.tsx";
import {
  SoundFacts,
  SoundSection,
  WaveformPlaceholder,
} from "#runtime/panel-kit/layout/SoundSection.tsx";
import { type OpenSound, useLoopPlayer } from "#runtime/panel-kit/player/use-loop-player.ts";
import { useRegions } from "./use-regions.ts";
import { useSettings } from "#runtime/panel-kit/settings/use-settings.ts";
import { nearestCrossing } from "./zero-crossing.ts";
import type { PanelProps } from "#runtime/contract/panel.ts";
import type { TrayFile } from "#runtime/contract/file.ts";

/**
 * Seconds in both directions within which a zero crossing is searched: less than one step of a key.
 */
const MAX_ZERO_DISTANCE = 0.008;

const DEFAULT_SETTINGS: TrimValues = {
  fadeIn: 0,
  fadeOut: 0,
  curve: "smooth",
  snap: false,
  loop: false,
  output: "keep",
};

type TrimProps = Pick<PanelProps, "tool" | "jobs" | "workspace"> & {
  readonly file: TrayFile;
  /** The last job that trimmed the file, if any. */
  readonly done: readonly SteadyJob[];
  /** Whether a job is trimming the file. */
  readonly busy: boolean;
};

/** Trims a sound: regions on its waveform and in numbers, and a preview. */
export function Trim(props: TrimProps) {
  const { file, done } = props;
  const t = useT();
  const { files } = useWorkspace();
  const open = useCallback(() => files.open(file.id), [files, file.id]);
  const { sound, state, failed } = useLoopPlayer(open);
  return (
    <SoundSection
      label={t("panel-kit:sound")}
      name={file.name}
      facts={sound && <SoundFacts {...sound.info} />}
    >
      {sound && sound.info.duration > 0 ? (
        <TrimEditor
          {...props}
          sound={sound}
          time={state.time}
          playing={state.playing}
          open={open}
        />
      ) : (
        <>
          {failed ? (
            <p className={css["soft"]}>{t("errors:file.unreadable")}</p>
          ) : (
            <Columns aside={null}>
              <WaveformPlaceholder />
            </Columns>
          )}
          <Results preset="trim" done={done} />
        </>
      )}
    </SoundSection>
  );
}

function TrimEditor({
  tool,
  jobs,
  workspace,
  file,
  done,
  busy,
  sound,
  time,
  playing,
  open,
}: TrimProps & {
  readonly sound: OpenSound;
  readonly time: number;
  readonly playing: boolean;
  readonly open: () => Promise<Blob>;
}) {
  const { info, player, read } = sound;
  const { duration, sampleRate } = info;
  const peaks = usePeaks(open);
  const regions = useRegions(duration);
  const [values, change] = useSettings(workspace, ["editor", "trim"], DEFAULT_SETTINGS);
  const [view, setView] = useState<View>({ from: 0, to: duration });
  const waves = useMemo(
    () => (peaks ? [{ peaks: peaks.peaks, tone: "original" as const }] : []),
    [peaks],
  );
  const { start, end } = regions.selected;
  const { fadeIn, fadeOut, curve, loop, snap } = values;
  useEffect(() => {
    player.set(previewOf({ start, end }, { fadeIn, fadeOut, curve }, loop));
  }, [player, start, end, fadeIn, fadeOut, curve, loop]);

  // The view follows the playhead.
  const [shownTime, setShownTime] = useState(time);
  if (shownTime !== time) {
    setShownTime(time);
    if (playing) setView(showPosition(view, time, duration));
  }
  const settle = async (region: Region, edge: "start" | "end"): Promise<void> => {
    const at = region[edge];
    if (!snap || at <= 0 || at >= duration) return;
    const middle = Math.round(at * sampleRate);
    const reach = Math.round(MAX_ZERO_DISTANCE * sampleRate);
    const from = Math.max(0, middle - reach);
    const crossing = nearestCrossing(await read(from, 2 * reach + 1), middle - from);
    if (crossing !== null) regions.settle(region.id, edge, (from + crossing) / sampleRate);
  };
  const { report } = useWorkspace();
  const onSettled = (region: Region, edge: "start" | "end"): void =>
    void settle(region, edge).catch(report);

  const params = paramsOf(regions.all, values);
  const freshnessOf = (job: SteadyJob): Freshness => {
    if (!isChanged(job, params, PARAMS)) return "current";
    return busy ? "updating" : "outdated";
  };
  const [last] = done;
  const hasResult = last !== undefined && last.results.length > 0;
  const isOutdated = hasResult && freshnessOf(last) !== "current";
  return (
    <Columns
      aside={
        <>
          <TrimSettings values={values} change={change} info={info} />
          <TrimStart
            tool={tool}
            jobs={jobs}
            file={file}
            params={params}
            current={hasResult && !isOutdated ? last.results : []}
            outdated={isOutdated && !busy ? last : null}
          />
        </>
      }
    >
      <TrimTools
        player={player}
        playing={playing}
        time={time}
        duration={duration}
        regions={regions}
        setView={setView}
        loop={loop}
        onLoop={(on) => change({ loop: on })}
      />
      <TrimWave
        waves={waves}
        duration={duration}
        time={time}
        view={view}
        setView={setView}
        regions={regions}
        onSeek={player.seek}
        onSettled={onSettled}
      />
      <RegionFields regions={regions} onSettled={onSettled} />
      <Results preset="trim" done={done} freshnessOf={freshnessOf} />
    </Columns>
  );
}

/** The parameters that decide whether a result matches the present settings. */
const PARAMS = ["regions", "fadeIn", "fadeOut", "curve", "output"];
const paramsOf = (
  regions: readonly Region[],
  { fadeIn, fadeOut, curve, output }: TrimValues,
): TrimParams => ({
  regions: regions.map(({ start, end }) => ({ start, end })),
  fadeIn,
  fadeOut,
  curve,
  output,
});

/** The preview of a region: the range that will be written. */
function previewOf(
  { start, end }: Pick<Region, "start" | "end">,
  { fadeIn, fadeOut, curve }: Fades,
  loop: boolean,
): PlaybackRange {
  const length = end - start;
  const [up, down] = [Math.min(fadeIn, length / 2), Math.min(fadeOut, length / 2)];
  if (up === 0 && down === 0) return { start, end, loop };
  const shape = (seconds: number): number =>
    (seconds < up ? fadeAt(curve, seconds / up) : 1) *
    (length - seconds < down ? fadeAt(curve, (length - seconds) / down) : 1);
  return { start, end, loop, shape };
}
