import { useCallback, useMemo, useState } from "react";
import type { VoiceValues } from "../../../audio/voice/voice-values.ts";
import { Compare } from "../../panel-kit/result/Compare.tsx";
import { usePeaks } from "../../audio/use-peaks.ts";
import { WaveformView } from "../../audio/waveform/WaveformView.tsx";
import { useLocale } from "../../i18n/context.tsx";
import { useWorkspace } from "../../workspace/contract/context.ts";
import { SoundSection, WaveBone } from "../../panel-kit/layout/SoundSection.tsx";
import css from "./panel.module.css";
import { useStretch } from "./use-stretch.ts";
import type { TrayFile } from "../../workspace/contract/file.ts";

/** Seconds that are tried. */
const LENGTH = 8;

/** A stretch of the file, with the voice that it will have. */
export function Try({ file, values }: { readonly file: TrayFile; readonly values: VoiceValues }) {
  const { t, format } = useLocale();
  const { files } = useWorkspace();
  const open = useCallback(() => files.open(file.id), [files, file.id]);
  const peaks = usePeaks(open);
  const [start, setStart] = useState(0);
  const duration = peaks?.duration ?? 0;
  const end = peaks ? Math.min(duration, start + LENGTH) : null;
  const { stretch, state, working, failed } = useStretch(open, values, { start, end });
  const waves = useMemo(
    () => (peaks ? [{ peaks: peaks.peaks, tone: "original" as const }] : []),
    [peaks],
  );
  const seek = (time: number): void => {
    if (time >= start && time <= start + LENGTH) stretch?.player.seek(time - start);
    // A whole stretch before the end, so that there is something to hear.
    else setStart(Math.max(0, Math.min(time, duration - LENGTH)));
  };
  return (
    <SoundSection
      label={t("panel-voice-changer:try.title")}
      name={file.name}
      facts={peaks && `${format.duration(duration)} · ${format.sampleRate(peaks.sampleRate)}`}
    >
      {peaks ? (
        <WaveformView
          waves={waves}
          duration={duration}
          time={start + state.time}
          ranges={end !== null && duration > LENGTH ? [{ start, end, state: "kept" }] : []}
          selected={0}
          label={t("panel-kit:position")}
          onSeek={seek}
        />
      ) : (
        <WaveBone />
      )}
      <Compare
        player={stretch?.player ?? null}
        state={state}
        record={stretch?.levels ?? null}
        canSolo={false}
        failed={failed}
      />
      {!failed && (
        <p className={css["soft"]} aria-live="polite">
          {t(working ? "panel-voice-changer:try.working" : "panel-voice-changer:try.hint", {
            time: format.duration(Math.min(LENGTH, duration || LENGTH)),
          })}
        </p>
      )}
    </SoundSection>
  );
}
