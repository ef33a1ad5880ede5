import type { SynthesizedSpeech } from "#audio/nets/speaking/speech-synthesis-net.ts";
import type { RunsWithMessage, SynthesizeRequest } from "../models/run-studio.ts";
import type { Task, TaskHandler } from "../protocol.ts";

/** Speaks a phrase with a studio model. */
export type Synthesize = Task<SynthesizeRequest, SynthesizedSpeech, RunsWithMessage>;

export const synthesize: TaskHandler<Synthesize> = async (request, context) => {
  const { runSynthesize } = await import("../models/run-studio.ts");
  return runSynthesize(request, context);
};
