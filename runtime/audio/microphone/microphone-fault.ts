import type { Fault } from "../../contract/fault.ts";

const NAMES: Readonly<Record<string, string>> = {
  NotAllowedError: "denied",
  SecurityError: "denied",
  NotFoundError: "none",
  OverconstrainedError: "none",
  NotReadableError: "busy",
  AbortError: "busy",
  NotSupportedError: "unsupported",
};

/** Why a microphone cannot be had, from what `getUserMedia` threw; null where it was something else. */
export function microphoneFault(error: unknown): Fault | null {
  const known = NAMES[(error as { readonly name?: string } | null)?.name ?? ""];
  return known === undefined ? null : { code: `recorder.${known}`, params: {} };
}
