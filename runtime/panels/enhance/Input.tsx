import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import { useCallback, useMemo } from "react";
import { useLocale } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { useWorkspace } from "../../workspace/Context.tsx";
import { useShortcut } from "../../workspace/keyboard-hook.ts";
import { NoSound } from "../../workspace/NoSound.tsx";
import type { TrayFile } from "../../workspace/types.ts";
import { WaveformView } from "../../audio/waveform/WaveformView.tsx";
import { useStore } from "zustand";
import css from "./panel.module.css";
import { usePeaks } from "../../audio/use-peaks.ts";

/** The sound that will be worked on; without one, the ways to bring one. */
export function Input({ file }: { readonly file: TrayFile | null }) {
  return file ? <InputWave key={file.id} file={file} /> : <NoSound />;
}

function InputWave({ file }: { readonly file: TrayFile }) {
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
    <section className={css["sound"]} aria-label={t("panel-enhance:sound")}>
      <div className={css["head"]}>
        <h2 className={css["name"]}>
          <bdi>{file.name}</bdi>
        </h2>
        <span className={css["soft"]}>
          {peaks && `${format.duration(peaks.duration)} · ${format.sampleRate(peaks.sampleRate)}`}
        </span>
      </div>
      {peaks ? (
        <WaveformView
          waves={waves}
          duration={peaks.duration}
          time={time}
          label={t("panel-enhance:position")}
          onSeek={preview.seek}
        />
      ) : (
        <div className={css["bone"]} aria-hidden="true" />
      )}
      <div className={css["row"]}>
        <Button small icon={isPlaying ? <Pause /> : <Play />} onClick={toggle}>
          {t(isPlaying ? "panel-enhance:pause" : "panel-enhance:play")}
        </Button>
      </div>
    </section>
  );
}
