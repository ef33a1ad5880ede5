import { OUTPUT_FORMATS } from "#audio/media/writers/output-formats.ts";
import { finishResult } from "../../audio/finish-result.ts";
import type { JobRunner } from "../../contract/job-runner.ts";
import { type ScapeParams, nameOf } from "./setup/setup.ts";

/** Renders a soundscape directly into the device's storage, in the chosen format. */
const run: JobRunner<ScapeParams> = async ({ params, engine, signal, sink, onProgress }) => {
  const { scape, length, output } = params;
  const { ending, type } = OUTPUT_FORMATS[output];
  const result = await sink(`${nameOf(scape, length)}.${ending}`, type);
  const rendered = await engine.run(
    { effect: null, file: { scape, length }, values: {}, output },
    {
      signal,
      sink: result,
      onProgress: (done, stage) => onProgress({ done, stage: `panel-kit:stage.${stage}` }),
    },
  );
  return [await finishResult(result, { ...rendered, effect: null, values: {} })];
};
export default run;
