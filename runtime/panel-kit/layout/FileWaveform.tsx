import { useStore } from "zustand";
import { WaveformView, type WaveformViewProps } from "../../audio/waveform/WaveformView.tsx";
import { useWorkspace } from "../../contract/context.ts";
import type { TrayFile } from "../../contract/file.ts";

/**
 * The waveform of a file; while a job of the shown tool runs on the file, the processed part is
 * drawn as kept. In a component of its own, so that only it renders with each message of the job.
 */
export function FileWaveform({ file, ...wave }: WaveformViewProps & { readonly file: TrayFile }) {
  const { jobs, tool } = useWorkspace();
  const progress = useStore(jobs, (state) => {
    const job = state.jobs.findLast(
      (one) => one.state === "running" && one.tool === tool?.slug && one.fileIds.includes(file.id),
    );
    return job?.progress ?? null;
  });
  return <WaveformView {...wave} processed={progress === null ? null : progress * wave.duration} />;
}
