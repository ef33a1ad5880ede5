import type { Saving } from "../../contract/file.ts";
import type { SteadyJob, JobsStore } from "../../contract/job.ts";

/** Changes the format in which all results of jobs are saved, if they support it. */
export function saveAllAs(
  jobs: Pick<JobsStore, "saveAs">,
  done: readonly Pick<SteadyJob, "results">[],
  chosen: Saving["chosen"],
): void {
  jobs.saveAs(
    done.flatMap(({ results }) => results.map(({ id }) => id)),
    chosen,
  );
}
