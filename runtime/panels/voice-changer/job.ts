import { runEffectJob } from "../../panel-kit/run-effect-job.ts";
import type { JobRunner } from "../../contract/job-runner.ts";
import { type VoiceParams, suffixOf } from "./voice-setup.ts";

/** Changes the voice in a file. */
const run: JobRunner<VoiceParams> = (job) =>
  runEffectJob(job, { effect: "voice", suffix: suffixOf(job.params.values) });
export default run;
