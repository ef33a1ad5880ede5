import { useSteadyJobs } from "../start/use-steady-jobs.ts";
import { readTranscript } from "#core/transcript/read-transcript.ts";
import { uncutLines, type TranscriptLine, type WrittenWith } from "#core/transcript/transcript.ts";
import { records } from "../../audio/records.ts";
import { useWorkspace } from "../../contract/context.ts";
import type { JobResult } from "../../contract/file.ts";
import type { JobsStore } from "../../contract/job.ts";

/**
 * The last transcript of a recording; null if there is none. @param fileId null without a recording
 */
export function useTranscriptOf(fileId: string | null): JobResult | null {
  const { jobs } = useWorkspace();
  const queue = useSteadyJobs(jobs);
  const job = queue.findLast(
    ({ panel, fileIds, state, unchanged }) =>
      panel === "transcript" &&
      state === "done" &&
      unchanged === null &&
      fileId !== null &&
      fileIds.includes(fileId),
  );
  return (
    job?.results.find(({ role, state }) => role === "transcript" && state !== "missing") ?? null
  );
}

/**
 * The corrected lines and speakers of a transcript without removed parts; empty if it cannot be
 * read.
 */
export async function linesOfTranscript(
  jobs: Pick<JobsStore, "openResult">,
  result: JobResult,
): Promise<{
  readonly lines: readonly TranscriptLine[];
  readonly language: string | null;
  readonly written: WrittenWith | null;
}> {
  const stored = await records.get("transcripts", result.id);
  const found = stored ?? readTranscript(await (await jobs.openResult(result)).text());
  return {
    lines: found ? uncutLines(found) : [],
    language: found?.language ?? null,
    written: found && { engine: found.engine, model: found.model },
  };
}
