import type { Fault } from "./types.ts";

/** An error that can be kept and said in any language. */
export class FaultError extends Error {
  override readonly name = "FaultError";
  readonly fault: Fault;

  constructor(code: string, params: Fault["params"] = {}, cause?: unknown) {
    super(code, { cause });
    this.fault = { code, params };
  }
}

/** The message key of a fault. */
export const faultKey = ({ code }: Fault): string => (code.includes(":") ? code : `errors:${code}`);
