import { finishResult } from "../../audio/finish-result.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import { OUTPUT_FORMATS } from "../../audio/worker/formats.ts";
import type { JobRunner } from "../../workspace/job-runner.ts";
import type { VoiceParams } from "./voice-setup.ts";
import { resultName } from "./voice-setup.ts";

/** Changes the voice of one file, in a worker, straight to the device's storage. */
const run: JobRunner<VoiceParams> = async (job) => {
  const { files, params, signal, onProgress, sink } = job;
  const { values, output } = params;
  const file = files[0]!;
  const result = await sink(resultName(file.name, values, output), OUTPUT_FORMATS[output].type);
  const told = await sharedEngine().run(
    { effect: "voice", file, values, output },
    {
      signal,
      sink: result,
      onProgress: (done, stage) =>
        onProgress({ done, stage: `panel-voice-changer:stage.${stage}` }),
    },
  );
  return [await finishResult(result, { ...told, effect: "voice", values })];
};
export default run;
