import { MediaError } from "../media/problems/media-error.ts";
import { type FaultParams, MediaFault } from "./media-fault.ts";

/** An error in a form that can be posted to the document, a thread or another process. */
export type Failure =
  /** An error for the visitor: a key of `errors.json`. */
  | { readonly kind: "fault"; readonly code: string; readonly params: FaultParams }
  /** An unexpected error. */
  | { readonly kind: "broken"; readonly name: string; readonly message: string };

export function failureOf(error: unknown): Failure {
  if (error instanceof MediaError)
    return { kind: "fault", code: `file.${error.problem}`, params: error.params };
  if (error instanceof MediaFault) return { kind: "fault", code: error.code, params: error.params };
  const { name = "Error", message = String(error) } = (error ?? {}) as Partial<Error>;
  return { kind: "broken", name, message };
}
