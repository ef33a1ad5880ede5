import type { Saving } from "../../workspace/contract/file.ts";
import type { SteadyJob, JobsStore } from "../../workspace/contract/job.ts";

/** What all results of jobs are saved as from now on, those that can be. */
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
