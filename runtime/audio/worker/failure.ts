import { MediaError } from "#audio/media/problems/media-error.ts";
import { MediaFault } from "./media-fault.ts";
import type { Failure } from "./protocol.ts";

/** An error in a form that can be posted to the document or another worker. */
export function failureOf(error: unknown): Failure {
  if (error instanceof MediaError)
    return { kind: "fault", code: `file.${error.problem}`, params: error.params };
  if (error instanceof MediaFault) return { kind: "fault", code: error.code, params: error.params };
  const { name = "Error", message = String(error) } = (error ?? {}) as Partial<Error>;
  return { kind: "broken", name, message };
}
