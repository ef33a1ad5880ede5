import { finishResult } from "../../audio/finish-result.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import { OUTPUT_FORMATS } from "../../audio/worker/formats.ts";
import type { JobRunner } from "../../workspace/job-runner.ts";
import type { EnhanceParams } from "./params.ts";
import { resultName } from "./params.ts";

/** Takes one file through the effect of the preset, in a worker, straight to the device's storage. */
const run: JobRunner<EnhanceParams> = async (job) => {
  const { files, params, preset, signal, onProgress, sink } = job;
  const { output, values, model } = params;
  const file = files[0]!;
  const engine = sharedEngine();
  const result = await sink(resultName(file.name, preset, output), OUTPUT_FORMATS[output].type);
  const told = await engine.run(
    { effect: preset, file, values, output, ...(model && { net: model }) },
    {
      signal,
      sink: result,
      onProgress: (done, stage) => onProgress({ done, stage: `panel-enhance:stage.${stage}` }),
    },
  );
  return [
    await finishResult(result, {
      ...told,
      effect: preset,
      values,
      ...(model && { model: model.id }),
    }),
  ];
};
export default run;
