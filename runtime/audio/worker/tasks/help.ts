import { loadEffect } from "../effect/effects.ts";
import type { Task, TaskHandler } from "../protocol.ts";
import { type HelpRequest, help as processSegments } from "../segments/help.ts";

/** Takes segments of a sound, which another worker sends, through an effect, until the worker is ended. */
export type Help = Task<HelpRequest, null>;

export const help: TaskHandler<Help> = (request) => {
  processSegments(request, { loadEffect });
  return null;
};
