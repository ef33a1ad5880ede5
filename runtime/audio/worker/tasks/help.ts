import { loadEffect } from "../effect/effects.ts";
import type { Task, TaskHandler } from "../protocol.ts";
import { type HelpRequest, help as processSegments } from "../segments/help.ts";

/** Applies an effect to segments from another worker, until terminated. */
export type Help = Task<HelpRequest, null>;

export const help: TaskHandler<Help> = (request) => {
  processSegments(request, { loadEffect });
  return null;
};
