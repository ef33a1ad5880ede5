import * as z from "zod/mini";
import type { ApiErrorKey } from "./errors.ts";

/** `code` of an answer that did what was asked for. */
export const SUCCESS = 100_000;

/**
 * A call of the API. GET sends its request as a query, POST as a JSON body.
 *
 * The token, where one is needed, is the whole value of the `Authorization` header: no scheme.
 *
 * Calls that move credits or money carry an `Idempotency-Key` of 8 to 128 visible ASCII characters,
 * made once for an action and kept when it is tried again. A key belongs to its user and path for 24
 * hours. A success is given again with `Idempotent-Replayed: true`; a refusal or a failure has moved
 * nothing, and the next try is the first. Another body under the key of a success is `key_reused`,
 * anything while one is being worked on `key_in_flight`.
 *
 * An API on another origin exposes `Retry-After` and `Idempotent-Replayed` (CORS).
 */
export interface Call<Request extends z.ZodMiniType, Answer extends z.ZodMiniType> {
  /** The one that it is exported under. */
  readonly name: string;
  /** What it does, in a sentence of English; the OpenAPI document has it, as what follows. */
  readonly summary: string;
  readonly description?: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  /** Whether the caller must be signed in. */
  readonly signedIn: boolean;
  /** Is for the operator: wants the operator's token in the place of a user's. */
  readonly operator?: true;
  /** Moves credits or money: wants an `Idempotency-Key` header. */
  readonly idempotent?: true;
  /** What it is refused for, besides what its request, its method and the server's state bring. */
  readonly errors?: readonly ApiErrorKey[];
  readonly request: Request;
  /** Shape of `data` in an answer with the code `SUCCESS`. */
  readonly answer: Answer;
}
export type AnyCall = Call<z.ZodMiniType, z.ZodMiniType>;
export type RequestOf<C extends AnyCall> = z.input<C["request"]>;
export type AnswerOf<C extends AnyCall> = z.output<C["answer"]>;

export const defineCall = <Request extends z.ZodMiniType, Answer extends z.ZodMiniType>(
  call: Call<Request, Answer>,
): Call<Request, Answer> => call;

/** An address of the API whose answer has no envelope: a stream, a list, a probe. */
export interface RawCall {
  readonly method: "GET" | "POST";
  /** Parts in braces are to be filled in. */
  readonly path: string;
  /** MIME type of the answer; null where it depends on what was asked for, or is empty. */
  readonly type: string | null;
}

/** What every answer is wrapped in. */
export const envelope = z.object({
  code: z.number(),
  message: z.optional(z.string()),
  data: z.optional(z.unknown()),
  /** Stable name of an error, see errors.ts; the reader's words for it are messages. */
  key: z.optional(z.string()),
  /** Values for the error's words. */
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
});
export type Envelope = z.output<typeof envelope>;

/** A request or an answer without content. */
export const nothing = z.object({});
/** An answer of which nothing is needed. */
export const ignored = z.optional(z.unknown());
