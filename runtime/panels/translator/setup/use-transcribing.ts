import { useSteadyJobs } from "#runtime/panel-kit/start/use-steady-jobs.ts";
import { TRANSCRIPT_RUN } from "#runtime/panel-kit/transcribe/params.ts";
import type { TrayFile } from "#runtime/contract/file.ts";
import type { SteadyJob } from "#runtime/contract/job.ts";
import type { PanelProps } from "#runtime/contract/panel.ts";

/** The last transcription job of a recording in this tool, and the last successful one. */
export function useTranscribing(
  tool: Pick<PanelProps["tool"], "slug">,
  jobs: PanelProps["jobs"],
  file: TrayFile,
): { readonly latest: readonly SteadyJob[]; readonly done: SteadyJob | undefined } {
  const queue = useSteadyJobs(jobs);
  const own = queue.filter(
    (job) =>
      job.panel === TRANSCRIPT_RUN.panel && job.tool === tool.slug && job.fileIds.includes(file.id),
  );
  return {
    latest: own.slice(-1),
    done: own.findLast(({ state, unchanged }) => state === "done" && unchanged === null),
  };
}
