import type { JobOutput, JobSink } from "../contract/job-runner.ts";
import { type RunRecord, records } from "./records.ts";

/** Finishes a job's result, and stores its findings and measurements. */
export async function finishResult(result: JobSink, record: RunRecord | null): Promise<JobOutput> {
  const written = await result.finish();
  if (record && written.kind === "written") await records.put("runs", written.id, record);
  return written;
}
