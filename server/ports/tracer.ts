/**
 * Values that spans may have. All are from closed sets or random: nothing of a person, a file or an
 * address can be written into a trace.
 */
export interface SpanAttributes {
  readonly "http.request.method"?: string;
  /** Path of the contract, such as `/audio/api/v1/job/result/{id}`. */
  readonly "http.route"?: string;
  readonly "http.response.status_code"?: number;
  readonly "job.id"?: string;
  readonly "job.attempt"?: number;
  readonly "job.pool"?: string;
  /** State in which an attempt has left the job; `lost` if the job belongs to another attempt. */
  readonly "job.state"?: string;
  /** `call` of the task. */
  readonly "job.call"?: string;
  readonly "hosted.kind"?: string;
  readonly "hosted.run"?: number;
}

export type SpanName =
  | "request"
  | "database read"
  | "database write"
  | "job attempt"
  | "fetch input"
  | "run task"
  | "hosted call"
  | "call model"
  | "store result"
  | "store put"
  | "store get"
  | "store remove";

export interface SpanOptions {
  readonly attributes?: SpanAttributes;
  /** W3C trace context of the caller; by default, the span in which this one begins. */
  readonly parent?: string | null;
  /** W3C trace context of a span that this one is related to without being a part of it. */
  readonly link?: string | null;
}

export interface Span {
  readonly set: (attributes: SpanAttributes) => void;
  /** W3C trace context of the span; null if nothing is traced. */
  readonly traceparent: string | null;
}

export interface Tracer {
  /**
   * Runs work in a span, which fails if the work throws. Without `parent`, a span begins only inside
   * of another one, so that polling leaves no traces.
   */
  readonly span: <T>(
    name: SpanName,
    options: SpanOptions,
    work: (span: Span) => Promise<T>,
  ) => Promise<T>;
  /** W3C trace context of the current span; null outside of spans. */
  readonly traceparent: () => string | null;
  /** Makes a callback run in the current span, whatever calls it. */
  readonly bind: <A extends readonly unknown[], R>(work: (...args: A) => R) => (...args: A) => R;
  /** Sends what has not been sent yet. */
  readonly close: () => Promise<void>;
}

const UNTRACED: Span = { set: () => {}, traceparent: null };

/** Runs all work without spans. */
export const NO_TRACER: Tracer = {
  span: (_name, _options, work) => work(UNTRACED),
  traceparent: () => null,
  bind: (work) => work,
  close: async () => {},
};
