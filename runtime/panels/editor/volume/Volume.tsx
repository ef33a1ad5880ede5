import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import { useCallback, useEffect, useMemo, useState } from "react";
import { usePeaks } from "../../../audio/use-peaks.ts";
import { WaveformView } from "../../../audio/waveform/WaveformView.tsx";
import type { Levels } from "../../../audio/worker/protocol.ts";
import { useLocale } from "../../../i18n/context.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/field/Field.tsx";
import { useWorkspace } from "../../../workspace/contract/context.ts";
import { useShortcut } from "../../../workspace/contract/use-shortcut.ts";
import { planGain } from "../parts/gain-plan.ts";
import { LevelTable } from "./LevelTable.tsx";
import css from "../parts/panel.module.css";
import type { VolumeSetup } from "../parts/params.ts";
import { useLevels } from "./use-levels.ts";
import { useLoopPlayer } from "../../../panel-kit/player/use-loop-player.ts";
import { useRecords } from "../../../panel-kit/result/use-records.ts";
import { useSettings } from "../../../panel-kit/settings/use-settings.ts";
import { VolumeSettings } from "./VolumeSettings.tsx";
import { VolumeStart } from "./VolumeStart.tsx";
import type { Job } from "../../../workspace/contract/job.ts";
import type { PanelProps } from "../../../workspace/contract/panel.ts";
import type { TrayFile } from "../../../workspace/contract/file.ts";

const USUAL: VolumeSetup = {
  mode: "gain",
  gain: 0,
  loudness: -16,
  limiter: true,
  ceiling: -1,
  output: "keep",
};

/** Changes the volume of files: what they have, what they will have, and how it sounds. */
export function Volume({
  tool,
  jobs,
  workspace,
  files,
  shown,
  done,
}: Pick<PanelProps, "tool" | "jobs" | "workspace"> & {
  /** One at least. */
  readonly files: readonly TrayFile[];
  /** The one that is heard. */
  readonly shown: TrayFile;
  /** Jobs that have changed them, in their last form. */
  readonly done: readonly Job[];
}) {
  const [setup, set] = useSettings(workspace, ["editor", "volume"], USUAL);
  const change = (part: Partial<VolumeSetup>): void => {
    set(part);
    const results = done.flatMap((job) => job.results);
    // One format, for what comes and for what is there.
    if (part.output !== undefined)
      jobs.saveAs(
        results.map(({ id }) => id),
        part.output,
      );
  };
  const levels = useLevels(files);
  const known = useRecords(done.flatMap(({ results }) => results));
  const measured = new Map(
    done.flatMap(({ fileIds, results }) => {
      const record = results[0] && known.get(results[0].id);
      return record ? [[fileIds[0]!, record.after] as const] : [];
    }),
  );
  const plans = files.flatMap(({ id }) => {
    const found = levels.get(id);
    return found ? [planGain(setup, found)] : [];
  });
  return (
    <>
      <Listening key={shown.id} file={shown} setup={setup} levels={levels.get(shown.id) ?? null} />
      <VolumeSettings setup={setup} change={change} plans={plans} />
      <LevelTable files={files} levels={levels} measured={measured} setup={setup} />
      <VolumeStart tool={tool} jobs={jobs} files={files} setup={setup} />
    </>
  );
}

/** A file, with the volume that it will have. */
function Listening({
  file,
  setup,
  levels,
}: {
  readonly file: TrayFile;
  readonly setup: VolumeSetup;
  readonly levels: Levels | null;
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
  const gain = levels ? planGain(setup, levels).gain : setup.mode === "gain" ? setup.gain : 0;
  // As loud as it is heard: the drawing grows with it.
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
    <section className={css["sound"]} aria-label={t("panel-kit:sound")}>
      <div className={css["head"]}>
        <h2 className={css["title"]}>
          <bdi>{file.name}</bdi>
        </h2>
        <span className={css["soft"]}>
          {sound &&
            `${format.duration(sound.info.duration)} · ${format.sampleRate(sound.info.sampleRate)}`}
        </span>
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
        <div className={css["bone"]} aria-hidden="true" />
      )}
      <div className={css["row"]}>
        <Button
          icon={state.playing ? <Pause /> : <Play />}
          disabled={!toggle}
          onClick={() => toggle?.()}
        >
          {t(state.playing ? "panel-kit:pause" : "panel-kit:play")}
        </Button>
        <Checkbox
          as="switch"
          label={t("panel-editor:hearNew")}
          checked={changed}
          onChange={({ target }) => setChanged(target.checked)}
        />
        <span className={css["clock"]}>{format.clock(state.time, 1)}</span>
      </div>
    </section>
  );
}
