import { INPUT_FREE_FOR } from "../../../core/credits/credits.ts";
import type { Job, JobSpec } from "../../workspace/contract/job.ts";

/**
 * Whether a tool works on an input again without credits, as the server will find (USR-10): it has
 * been paid for within a day.
 * @param now epoch ms
 */
export const isPaidFor = (
  jobs: readonly Pick<Job, "tool" | "fileIds" | "text" | "params" | "state" | "cost" | "ended">[],
  {
    tool,
    fileIds: [file],
    text,
    now,
  }: Pick<JobSpec, "tool" | "fileIds" | "text"> & { readonly now: number },
): boolean =>
  jobs.some(
    (job) =>
      job.tool === tool &&
      job.state === "done" &&
      job.cost > 0 &&
      // A part of it was.
      job.params["part"] === undefined &&
      (file === undefined ? text !== undefined && job.text === text : job.fileIds.includes(file)) &&
      job.ended !== null &&
      now - job.ended < INPUT_FREE_FOR * 1000,
  );
