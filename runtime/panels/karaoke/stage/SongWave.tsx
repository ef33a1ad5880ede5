import { useCallback, useMemo } from "react";
import { usePeaks } from "#runtime/audio/use-peaks.ts";
import { WaveformView } from "#runtime/audio/waveform/WaveformView.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { JobResult, TrayFile } from "#runtime/contract/file.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { WaveformPlaceholder } from "#runtime/panel-kit/layout/SoundSection.tsx";
import { ToneKey } from "#runtime/ui/figures/Waveform.tsx";

/** The song, and over it what is left without its vocals. */
export function SongWave({
  file: { id },
  instrumental,
  time,
  onSeek,
}: {
  readonly file: TrayFile;
  /** The same object for the same result. */
  readonly instrumental: JobResult;
  /** Seconds. */
  readonly time: number;
  readonly onSeek: (time: number) => void;
}) {
  const t = useT();
  const { files, jobs } = useWorkspace();
  const song = usePeaks(useCallback(() => files.open(id), [files, id]));
  const backing = usePeaks(useCallback(() => jobs.openResult(instrumental), [jobs, instrumental]));
  const waves = useMemo(
    () => [
      ...(song ? [{ peaks: song.peaks, tone: "removed" as const }] : []),
      ...(backing ? [{ peaks: backing.peaks, tone: "kept" as const }] : []),
    ],
    [song, backing],
  );
  if (!backing) return <WaveformPlaceholder />;
  return (
    <>
      <WaveformView
        waves={waves}
        duration={backing.duration}
        time={time}
        label={t("panel-kit:position")}
        onSeek={onSeek}
      />
      <ToneKey tones={["kept", "removed"]} />
    </>
  );
}
