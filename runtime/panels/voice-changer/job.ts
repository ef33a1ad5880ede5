import { codecOf } from "../../audio/codec-of.ts";
import { finishResult } from "../../audio/finish-result.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import { formatLike } from "../../audio/wanted-format.ts";
import { OUTPUT_FORMATS } from "../../audio/worker/formats.ts";
import type { JobRunner } from "../../workspace/job-runner.ts";
import type { VoiceParams } from "./voice-setup.ts";
import { resultName } from "./voice-setup.ts";

/** Changes the voice of one file, in a worker, straight to the device's storage. */
const run: JobRunner<VoiceParams> = async (job) => {
  const { files, params, signal, onProgress, sink } = job;
  const { values, output: wanted } = params;
  const file = files[0]!;
  const engine = sharedEngine();
  const output = wanted === "keep" ? formatLike(await codecOf(engine, file)) : wanted;
  const result = await sink(resultName(file.name, values, output), OUTPUT_FORMATS[output].type);
  const told = await engine.run(
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
