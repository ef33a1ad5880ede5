import type { ResponseOf, AnyCall, RawCall } from "#core/api/contract/call.ts";
import type * as z from "zod/mini";
import type { Deps } from "../deps/deps.ts";
import { findSession } from "../sessions/sessions.ts";
import type { Tx } from "../db/schema/tables.ts";
import { respondOnce } from "./idempotency.ts";
import {
  type ApiResponse,
  type StreamedResponse,
  streamedResponse,
  successResponse,
} from "./api-response.ts";
import { BODY_LIMIT } from "./body.ts";
import { ApiFailure } from "./api-failure.ts";
import { mayOperate } from "./may-operate.ts";
import { createReader } from "./read-request.ts";
import { type UserContext, type RequestContext, requireSession } from "./request-context.ts";

/** A call of the contract and its handler. */
export interface Route {
  readonly call: AnyCall;
  /** Maximum bytes of a body. */
  readonly limit: number;
  readonly handle: (context: RequestContext) => Promise<ApiResponse | StreamedResponse>;
}
/** A route whose responses have no envelope. The shared headers are added. */
export interface RawRoute {
  readonly call: RawCall;
  /** Maximum bytes of a body; null: the body is not read. */
  readonly limit: number | null;
  /** Headers of the response to OPTIONS. */
  readonly options?: (deps: Deps) => Readonly<Record<string, string>>;
  readonly handle: (context: RequestContext) => Promise<Response>;
}

export type InputOf<C extends AnyCall> = z.output<C["request"]>;

/** @throws {ApiFailure} not_signed_in */
export async function authenticate(context: RequestContext): Promise<UserContext> {
  const token = context.request.headers.get("authorization");
  const session = token === null ? null : await findSession(context.deps, token);
  return { ...context, user: requireSession(session) };
}

/** A public call. */
export const openRoute = <C extends AnyCall>(
  call: C,
  handle: (request: InputOf<C>, context: RequestContext) => Promise<ResponseOf<C>>,
): Route => {
  const read = createReader(call, BODY_LIMIT);
  return {
    call,
    limit: BODY_LIMIT,
    handle: async (context) =>
      successResponse(await handle((await read(context)) as InputOf<C>, context)),
  };
};

/** A call for the operator. @throws {ApiFailure} forbidden */
export const operatorRoute = <C extends AnyCall>(
  call: C,
  handle: (request: InputOf<C>, context: RequestContext) => Promise<ResponseOf<C>>,
): Route =>
  openRoute(call, async (request, context) => {
    if (!mayOperate(context, context.deps.settings.operatorToken))
      throw new ApiFailure("forbidden");
    return await handle(request, context);
  });

/** A call for signed-in users, with any kind of response. @param limit maximum bytes of its body */
export const signedInRoute = <C extends AnyCall>(
  call: C,
  handle: (request: InputOf<C>, context: UserContext) => Promise<ApiResponse | StreamedResponse>,
  limit = BODY_LIMIT,
): Route => {
  const read = createReader(call, limit);
  return {
    call,
    limit,
    handle: async (context) => {
      const userContext = await authenticate(context);
      return await handle((await read(context)) as InputOf<C>, userContext);
    },
  };
};

/** A call for signed-in users. @param limit maximum bytes of its body */
export const userRoute = <C extends AnyCall>(
  call: C,
  handle: (request: InputOf<C>, context: UserContext) => Promise<ResponseOf<C>>,
  limit = BODY_LIMIT,
): Route =>
  signedInRoute(
    call,
    async (request, context) => successResponse(await handle(request, context)),
    limit,
  );

/**
 * A call for signed-in users whose response may be too large to hold in memory.
 * @param open yields chunks of its JSON. @throws {ApiFailure} before the first chunk
 */
export const userStreamRoute = <C extends AnyCall>(
  call: C,
  open: (request: InputOf<C>, context: UserContext) => Promise<AsyncIterable<string>>,
): Route =>
  signedInRoute(call, async (request, context) => streamedResponse(await open(request, context)));

/**
 * A call that moves credits or money, done once for each idempotency key. `handle` runs in the
 * transaction that stores its response, possibly more than once, so it must have no effects except
 * queries. `prepare` runs before that, outside of the transaction, for calls to external services;
 * it must be idempotent.
 */
export const moneyRoute = <C extends AnyCall, P = undefined>(
  call: C,
  handle: (
    request: InputOf<C>,
    context: UserContext & { prepared: P },
    tx: Tx,
  ) => Promise<ResponseOf<C>>,
  prepare?: (request: InputOf<C>, context: UserContext) => Promise<P>,
): Route =>
  signedInRoute(call, (request, context) =>
    respondOnce(context, { path: call.path, request }, async () => {
      const prepared = (await prepare?.(request, context)) as P;
      return async (tx) => await handle(request, { ...context, prepared }, tx);
    }),
  );
