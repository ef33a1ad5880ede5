import type { SynthesizedSpeech } from "#audio/nets/speaking/speech-synthesis-net.ts";
import type { RunsWithMessage, SayRequest } from "../models/run-studio.ts";
import type { Task, TaskHandler } from "../protocol.ts";

/** Speaks a phrase with a studio model. */
export type Say = Task<SayRequest, SynthesizedSpeech, RunsWithMessage>;

export const say: TaskHandler<Say> = async (request, context) => {
  const { runSay } = await import("../models/run-studio.ts");
  return runSay(request, context);
};
