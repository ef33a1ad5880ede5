/** Why an inference server gave no usable answer. */
export type InferenceFault =
  /** It did not answer in time, or at all. */
  | "unreachable"
  /** It has too many requests (429), or is not ready yet (503). */
  | "busy"
  /** It refused the request (other statuses from 400 to 499). */
  | "refused"
  /** It refused what is in the request (400, 422). */
  | "invalid"
  /** It failed (other statuses). */
  | "failed"
  /** Its answer does not follow the protocol, or is not what the model answers. */
  | "wrong"
  /** Its answer has numbers that are not finite, which extreme inputs cause. */
  | "overflow";

/** The message says what the server did, and what to do about it. */
export class InferenceError extends Error {
  override readonly name = "InferenceError";
  readonly fault: InferenceFault;
  /** Seconds until a retry is allowed; null if the server specifies none. */
  readonly retryAfter: number | null;
  constructor(
    fault: InferenceFault,
    message: string,
    { retryAfter = null, cause }: { retryAfter?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.fault = fault;
    this.retryAfter = retryAfter;
  }
}
