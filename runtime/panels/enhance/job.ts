import { runEffectJob } from "../../panel-kit/run-effect-job.ts";
import type { EffectParams } from "../../panel-kit/settings/effect-params.ts";
import type { JobRunner } from "../../workspace/contract/job-runner.ts";

const run: JobRunner<EffectParams> = (job) => runEffectJob(job, { effect: job.preset });
export default run;
