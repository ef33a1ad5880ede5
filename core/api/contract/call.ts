import * as z from "zod/mini";
import type { ApiErrorKey } from "./errors.ts";

/** `code` of a successful response. */
export const SUCCESS = 100_000;

/**
 * A call of the API. GET sends its request as a query, POST as a JSON body.
 *
 * The token, where one is needed, is the whole value of the `Authorization` header, without a
 * scheme.
 *
 * Calls that move credits or money carry an `Idempotency-Key` of 8 to 128 visible ASCII characters,
 * generated once per action and reused for its retries. A key belongs to its user and path for 24
 * hours. A successful response is replayed with `Idempotent-Replayed: true`; an error has moved
 * nothing, so that the next attempt counts as the first. A different body under the key of a
 * success is `key_reused`, a request while another one with the key is in flight is
 * `key_in_flight`.
 *
 * An API on another origin exposes `Retry-After` and `Idempotent-Replayed` (CORS).
 */
export interface Call<Request extends z.ZodMiniType, Answer extends z.ZodMiniType> {
  /** Name of the export. */
  readonly name: string;
  /** One English sentence; part of the OpenAPI document, as is the description. */
  readonly summary: string;
  readonly description?: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  /** Whether the caller must be signed in. */
  readonly signedIn: boolean;
  /** For the operator: requires the operator's token instead of a user's. */
  readonly operator?: true;
  /**
   * Moves credits or money: requires an `Idempotency-Key` header. `call`: the key names a call of a
   * hosted model, and its response is not replayed for 24 hours.
   */
  readonly idempotent?: true | "call";
  /**
   * Whether it can be made again if it is unknown whether it has arrived. Without a value, that holds
   * for GET and for calls with an `Idempotency-Key` whose response is replayed.
   */
  readonly repeatable?: boolean;
  /** Seconds that a client waits for the response, if it depends on other sites, or if data is large. */
  readonly seconds?: number;
  /**
   * Errors of this call, besides those that follow from its request, its method and the server's
   * state.
   */
  readonly errors?: readonly ApiErrorKey[];
  readonly request: Request;
  /** Shape of `data` in a successful response. */
  readonly response: Answer;
}
export type AnyCall = Call<z.ZodMiniType, z.ZodMiniType>;
export type RequestOf<C extends AnyCall> = z.input<C["request"]>;
export type ResponseOf<C extends AnyCall> = z.output<C["response"]>;

export const defineCall = <Request extends z.ZodMiniType, Answer extends z.ZodMiniType>(
  call: Call<Request, Answer>,
): Call<Request, Answer> => call;

export const isRepeatable = ({ repeatable, method, idempotent }: AnyCall): boolean =>
  repeatable ?? (method === "GET" || idempotent === true);

/** An address of the API whose response has no envelope, such as a stream, a list or a probe. */
export interface RawCall {
  readonly method: "GET" | "HEAD" | "POST" | "PATCH" | "DELETE";
  /** Path template; parts in braces are parameters. */
  readonly path: string;
  /** MIME type of the response; null when it depends on the request or the response is empty. */
  readonly type: string | null;
}

/** Wrapper of every response. */
export const envelope = z.object({
  code: z.number(),
  message: z.optional(z.string()),
  data: z.optional(z.unknown()),
  /** Stable name of an error (errors.ts); its text is a message of the locale. */
  key: z.optional(z.string()),
  /** Parameters of the error message. */
  params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
});
export type Envelope = z.output<typeof envelope>;

/** A request or response without content. */
export const nothing = z.object({});
/** Response data that callers ignore. */
export const ignored = z.optional(z.unknown());
