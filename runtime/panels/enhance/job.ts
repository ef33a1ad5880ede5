import { runEffectJob } from "../../panel-kit/run-effect-job.ts";
import type { EffectParams } from "../../panel-kit/settings/effect-params.ts";
import type { DeviceJob } from "../../contract/job-runner.ts";

/** Suffixes of result names; English in all languages, so that every file system supports them. */
const SUFFIXES: Readonly<Record<string, string>> = {
  denoise: "noise-removed",
  breath: "breaths-reduced",
  clicks: "clicks-removed",
  enhance: "enhanced",
  silence: "pauses-shortened",
  echo: "echo-removed",
  reverb: "reverb-reduced",
};

const run: DeviceJob<EffectParams> = (job) =>
  runEffectJob(job, { effect: job.preset, suffix: SUFFIXES[job.preset] ?? job.preset });
export default run;
