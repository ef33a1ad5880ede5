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

/** The fault for an error of `getUserMedia`; null for other errors. */
export function microphoneFault(error: unknown): Fault | null {
  const known = NAMES[(error as { readonly name?: string } | null)?.name ?? ""];
  return known === undefined ? null : { code: `recorder.${known}`, params: {} };
}
