import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import { type ReactNode, useMemo } from "react";
import type { TranscriptLine } from "#core/transcript/transcript.ts";
import { usePeaks } from "#runtime/audio/use-peaks.ts";
import { WaveformView } from "#runtime/audio/waveform/WaveformView.tsx";
import type { TrayFile } from "#runtime/contract/file.ts";
import { useT } from "#runtime/i18n/context.tsx";
import kit from "#runtime/panel-kit/layout/kit.module.css";
import { WaveformPlaceholder } from "#runtime/panel-kit/layout/SoundSection.tsx";
import { Clock } from "#runtime/panel-kit/player/Clock.tsx";
import { Button } from "#runtime/ui/Button.tsx";
import css from "../looks/strip.module.css";
import type { Playback } from "./use-playback.ts";
import { WordTicks } from "./WordTicks.tsx";

/** The recording over the whole width: playback, and its waveform with the words of its text. */
export function SoundStrip({
  file,
  playback: { open, sound, state, toggle, seek },
  lines,
  children,
}: {
  readonly file: TrayFile;
  readonly playback: Playback;
  /** Empty before the recording has a transcript. */
  readonly lines: readonly TranscriptLine[];
  /** Actions at its end. */
  readonly children?: ReactNode;
}) {
  const t = useT();
  const peaks = usePeaks(open);
  const waves = useMemo(
    () => (peaks ? [{ peaks: peaks.peaks, tone: "original" as const }] : []),
    [peaks],
  );
  const { playing, time } = state;
  const duration = peaks?.duration ?? file.duration;
  return (
    <section className={css["strip"]} aria-label={t("panel-kit:sound")} data-strip="">
      <div className={css["head"]}>
        <Button icon={playing ? <Pause /> : <Play />} disabled={!sound} onClick={toggle}>
          {t(playing ? "panel-kit:pause" : "panel-kit:play")}
        </Button>
        <Clock time={time} seconds={duration} />
        <h2 className={kit["name"]}>
          <bdi>{file.name}</bdi>
        </h2>
        <div className={css["tools"]}>{children}</div>
      </div>
      {peaks ? (
        <WaveformView
          waves={waves}
          duration={peaks.duration}
          time={time}
          label={t("panel-kit:position")}
          onSeek={seek}
          over={lines.length > 0 ? (view) => <WordTicks lines={lines} view={view} /> : null}
        />
      ) : (
        <WaveformPlaceholder />
      )}
    </section>
  );
}
