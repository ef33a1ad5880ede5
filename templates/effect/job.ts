import { runEffectJob } from "{{runtime}}/panel-kit/run-effect-job.ts";
import type { EffectParams } from "{{runtime}}/panel-kit/settings/effect-params.ts";
import type { JobRunner } from "{{runtime}}/contract/job-runner.ts";

const run: JobRunner<EffectParams> = (job) => runEffectJob(job, { effect: "{{id}}" });
export default run;
