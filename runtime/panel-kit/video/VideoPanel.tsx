import { type ReactNode, useMemo, useState } from "react";
import type { SoundTrace } from "#audio/visual/sound-trace.ts";
import type { Look } from "../../audio/worker/pictures/look.ts";
import { usePeaks } from "../../audio/use-peaks.ts";
import { WaveformView } from "../../audio/waveform/WaveformView.tsx";
import { useLocale } from "../../i18n/context.tsx";
import { Notice } from "../../ui/Feedback.tsx";
import type { JobResult, TrayFile } from "../../contract/file.ts";
import type { SteadyJob } from "../../contract/job.ts";
import type { PanelProps } from "../../contract/panel.ts";
import { useInput } from "../input/use-input.ts";
import { SoundSection, WaveformPlaceholder } from "../layout/SoundSection.tsx";
import { useLoopPlayer } from "../player/use-loop-player.ts";
import { isChanged } from "../result/outdated.ts";
import { SaveAll } from "../save/SaveAll.tsx";
import { SavedSettings } from "../settings/SavedSettings.tsx";
import { listOf, objectOf } from "../settings/json-values.ts";
import { JobStart } from "../start/JobStart.tsx";
import { outcomeOf, useRuns } from "../start/use-runs.ts";
import { ToolPanel } from "../ToolPanel.tsx";
import { ClipFields, clipWithin } from "./ClipFields.tsx";
import { ColorFields, SchemeFields, TextFields } from "./VideoFields.tsx";
import { Fold } from "./Fold.tsx";
import { FormatFields } from "./FormatFields.tsx";
import { VideoResult, isShowable } from "./VideoResult.tsx";
import {
  type Clip,
  type VideoOutput,
  type VideoParams,
  isStill,
  readVideoSettings,
  picturesOf,
} from "./video-settings.ts";
import { PreviewBar } from "./PreviewBar.tsx";
import { Screen } from "./Screen.tsx";
import css from "./video.module.css";
import { VideoPreview } from "./VideoPreview.tsx";
import { type VideoSetup, useVideoSetup } from "./use-video-setup.ts";
import { useVideoEncoder } from "./use-video-encoder.ts";
import { useStoredCaptions, useStoredMedia } from "./use-stored-media.ts";
import { type Tracing, useTrace } from "./use-trace.ts";

/** A panel that draws videos to sounds. */
export function VideoPanel({
  panel,
  action,
  look,
  choice,
  defaultLook,
  outputs,
  ...props
}: PanelProps & {
  /** Id of the panel. */
  readonly panel: string;
  /** Label of the start button. */
  readonly action: string;
  /** Name of the chosen look. */
  readonly look: (look: Look) => string;
  /** The default look. */
  readonly defaultLook: Look;
  /** Output formats, with names for those that are named differently in each language. */
  readonly outputs: readonly (readonly [output: VideoOutput, name: string])[];
  /** Choice of the look. The trace is null until the sound is analyzed. */
  readonly choice: (setup: VideoSetup, trace: SoundTrace | null) => ReactNode;
}) {
  const { tool, preset, files, jobs, workspace } = props;
  const { t } = useLocale();
  const input = useInput(files);
  const runs = useRuns(jobs, { panel, preset }, input.files);
  const setup = useVideoSetup(workspace, panel, defaultLook);
  const { film } = setup;
  const { shown } = input;
  const id = shown?.id ?? null;
  const open = useMemo(() => (id === null ? null : () => files.open(id)), [files, id]);
  const tracing = useTrace(open);
  const pictures = picturesOf(film);
  const isPlain = isStill(film.output);
  const writing = useVideoEncoder(pictures, film.output === "webm" ? "webm" : "mp4");
  const any = useVideoEncoder(pictures);
  const isAlone = input.files.length === 1;
  const [clips, setClips] = useClips(props, panel, isAlone ? shown : null);
  const params: VideoParams = { film, clips };
  const { job } = outcomeOf(runs, shown);
  const results = job?.results.filter(({ state }) => state !== "missing") ?? [];
  const isOutdated = job !== null && isChanged(job, params, ["film", "clips"]);
  if (any === null) return <Notice weight="bad">{t("panel-kit:film.missing")}</Notice>;
  return (
    <ToolPanel
      input={input}
      runs={runs}
      jobs={jobs}
      sound={
        shown &&
        open && (
          <PreviewOrResult job={job} results={results} isOutdated={isOutdated}>
            <SoundWithVideo
              key={shown.id}
              file={shown}
              open={open}
              tracing={tracing}
              setup={setup}
              clips={clips}
              onClips={isAlone ? setClips : null}
            />
          </PreviewOrResult>
        )
      }
      settings={
        <>
          <div>
            {" "}
            <Fold
              setup={setup}
              id="look"
              title={t("panel-kit:film.look")}
              summary={look(film.look)}
            >
              {choice(setup, tracing.trace)}
              <SchemeFields setup={setup} />
            </Fold>
            <FormatFields setup={setup} outputs={outputs} writing={writing} />
            <TextFields setup={setup} sound={isAlone ? shown : null} />
            <ColorFields setup={setup} />
          </div>{" "}
          <SavedSettings setup={setup} />
        </>
      }
      start={
        <JobStart
          tool={tool}
          jobs={jobs}
          input={
            clips.length > 0 && shown
              ? [{ fileIds: [shown.id], name: shown.name, duration: lengthOf(clips) }]
              : input.files
          }
          run={{ panel, preset, params }}
          action={action}
          counts
          disabled={!writing && !isPlain}
          again={results.length > 0 && !isOutdated}
          outdated={isOutdated && results.length > 0 ? { follows: null } : null}
        />
      }
      save={<SaveAll name={preset} jobs={runs.all} />}
    />
  );
}

/** The preview of a video, or the finished video in its place. */
function PreviewOrResult({
  job,
  results,
  isOutdated,
  children,
}: {
  readonly job: SteadyJob | null;
  readonly results: readonly JobResult[];
  /** Whether settings have changed since the job. */
  readonly isOutdated: boolean;
  readonly children: ReactNode;
}) {
  /** ID of the result that the visitor has replaced by the preview. */
  const [previewed, setPreviewed] = useState<string | null>(null);
  const { shape } = readVideoSettings(job?.params["film"]).look;
  const [only] = results;
  if (only && results.length === 1 && !isOutdated && only.id !== previewed && isShowable(only))
    return (
      <VideoResult
        key={only.id}
        result={only}
        shape={shape}
        isOnly
        onPreview={() => setPreviewed(only.id)}
      />
    );
  return (
    <>
      {children}
      {results.map((result) => (
        <VideoResult
          key={result.id}
          result={result}
          shape={shape}
          isOnly={results.length === 1}
          onPreview={null}
        />
      ))}
    </>
  );
}

const lengthOf = (clips: readonly Clip[]): number =>
  clips.reduce((sum, [start, end]) => sum + end - start, 0);

const NONE: readonly Clip[] = [];

/** Clips of a file, which are stored as long as it is the file that is edited. */
function useClips(
  { workspace }: Pick<PanelProps, "workspace">,
  panel: string,
  file: TrayFile | null,
): readonly [clips: readonly Clip[], set: (clips: readonly Clip[]) => void] {
  const storedClips = objectOf(workspace.getState().settings[panel]?.["clips"]);
  const own = storedClips["file"] === file?.id ? listOf(storedClips["ranges"]) : [];
  const clips = useMemo(
    () =>
      own.flatMap((range): Clip[] => {
        const [start, end] = listOf(range);
        return typeof start === "number" && typeof end === "number" ? [[start, end]] : [];
      }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- of the same text is the same
    [JSON.stringify(own)],
  );
  return [
    file ? clips : NONE,
    (ranges) => file && workspace.set(panel, { clips: { file: file.id, ranges } }),
  ];
}

/** A sound and the preview of its video. */
function SoundWithVideo({
  file,
  open,
  tracing: { trace, done },
  setup: { film },
  clips,
  onClips,
}: {
  readonly file: TrayFile;
  readonly open: () => Promise<Blob>;
  readonly tracing: Tracing;
  readonly setup: VideoSetup;
  readonly clips: readonly Clip[];
  /** Null if there are several files. */
  readonly onClips: ((clips: readonly Clip[]) => void) | null;
}) {
  const { t, format } = useLocale();
  const peaks = usePeaks(open);
  const sound = useLoopPlayer(open);
  const media = useStoredMedia(
    film.look.background === "media" || film.look.template !== "" ? film.media : null,
  );
  const captions = useStoredCaptions(film.captions);
  const waves = useMemo(
    () => (peaks ? [{ peaks: peaks.peaks, tone: "original" as const }] : []),
    [peaks],
  );
  const duration = trace?.seconds ?? peaks?.duration ?? file.duration ?? 0;
  const { time } = sound.state;
  const seek = (to: number): void => sound.sound?.player.seek(to);
  const clip = clips.find(([start, end]) => time >= start && time < end) ?? clips[0];
  const range = clip ? clipWithin(clip, duration) : ([0, duration] as const);
  return (
    <SoundSection
      label={t("panel-kit:film.preview")}
      name={file.name}
      facts={duration > 0 ? format.duration(duration) : null}
    >
      {trace ? (
        <VideoPreview
          look={film.look}
          {...picturesOf(film)}
          trace={trace}
          captions={captions}
          media={media}
          range={range}
          sound={sound}
        />
      ) : (
        <div className={css["stage"]}>
          <Screen shape={film.look.shape}>
            <output className={css["waiting"]}>
              {t("panel-kit:stage.listening")} {format.percent(done)}
            </output>
          </Screen>
          <PreviewBar
            playing={false}
            time={0}
            onToggle={null}
            onStep={null}
            showsZones={false}
            onZones={null}
          />
        </div>
      )}
      {peaks ? (
        <WaveformView
          waves={waves}
          duration={peaks.duration}
          time={time}
          ranges={clips.map(([start, end]) => ({ start, end, state: "kept" }))}
          label={t("panel-kit:position")}
          onSeek={seek}
        />
      ) : (
        <WaveformPlaceholder />
      )}
      {onClips && duration > 0 && (
        <ClipFields
          clips={clips}
          duration={duration}
          time={() => sound.sound?.player.getState().time ?? 0}
          onChange={onClips}
          onSeek={seek}
        />
      )}
    </SoundSection>
  );
}
