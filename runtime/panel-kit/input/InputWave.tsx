import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import { useCallback, useMemo } from "react";
import { useLocale } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { useWorkspace } from "../../workspace/contract/context.ts";
import { useShortcut } from "../../workspace/contract/use-shortcut.ts";
import { WaveformView } from "../../audio/waveform/WaveformView.tsx";
import { useStore } from "zustand";
import css from "../layout/kit.module.css";
import { SoundSection, WaveBone } from "../layout/SoundSection.tsx";
import { usePeaks } from "../../audio/use-peaks.ts";
import type { TrayFile } from "../../workspace/contract/file.ts";

/** The sound that will be worked on. */
export function InputWave({ file }: { readonly file: TrayFile }) {
  const { t, format } = useLocale();
  const { files, preview } = useWorkspace();
  const open = useCallback(() => files.open(file.id), [files, file.id]);
  const peaks = usePeaks(open);
  const isPlaying = useStore(preview, (state) => state.id === file.id && state.state === "playing");
  const time = useStore(preview, (state) => (state.id === file.id ? state.time : 0));
  const toggle = (): void => preview.toggle(file.id, open);
  useShortcut("audio.play", toggle);
  const waves = useMemo(
    () => (peaks ? [{ peaks: peaks.peaks, tone: "original" as const }] : []),
    [peaks],
  );
  return (
    <SoundSection
      label={t("panel-kit:sound")}
      name={file.name}
      facts={peaks && `${format.duration(peaks.duration)} · ${format.sampleRate(peaks.sampleRate)}`}
    >
      {peaks ? (
        <WaveformView
          waves={waves}
          duration={peaks.duration}
          time={time}
          label={t("panel-kit:position")}
          onSeek={preview.seek}
        />
      ) : (
        <WaveBone />
      )}
      <div className={css["row"]}>
        <Button small icon={isPlaying ? <Pause /> : <Play />} onClick={toggle}>
          {t(isPlaying ? "panel-kit:pause" : "panel-kit:play")}
        </Button>
      </div>
    </SoundSection>
  );
}
