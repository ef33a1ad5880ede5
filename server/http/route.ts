import type { ResponseOf, AnyCall, RawCall } from "#core/api/contract/call.ts";
import type * as z from "zod/mini";
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

/** A call of the contract and what answers it. */
export interface Route {
  readonly call: AnyCall;
  /** Bytes of a body at most. */
  readonly limit: number;
  readonly handle: (context: RequestContext) => Promise<ApiResponse | StreamedResponse>;
}
/** An address whose answer has no envelope. Headers that all answers share are added to it. */
export interface RawRoute {
  readonly call: RawCall;
  /** Bytes of a body at most; null: none is read. */
  readonly limit: number | null;
  readonly handle: (context: RequestContext) => Promise<Response>;
}

type InputOf<C extends AnyCall> = z.output<C["request"]>;

/** Lets in who is signed in. @throws {ApiFailure} not_signed_in */
export async function authenticate(context: RequestContext): Promise<UserContext> {
  const token = context.request.headers.get("authorization");
  const session = token === null ? null : await findSession(context.deps, token);
  return { ...context, user: requireSession(session) };
}

/** A call that anybody can make. */
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

/** A call of the operator. @throws {ApiFailure} forbidden */
export const operatorRoute = <C extends AnyCall>(
  call: C,
  handle: (request: InputOf<C>, context: RequestContext) => Promise<ResponseOf<C>>,
): Route =>
  openRoute(call, async (request, context) => {
    if (!mayOperate(context, context.deps.settings.operatorToken))
      throw new ApiFailure("forbidden");
    return await handle(request, context);
  });

/** A call of signed-in users, however it is answered. @param limit bytes of its body at most */
const signedInRoute = <C extends AnyCall>(
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

/** A call of signed-in users. @param limit bytes of its body at most */
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
 * The same for an answer that can be too long to be held at once.
 * @param open parts of its JSON. @throws {ApiFailure} before the first part
 */
export const userStreamRoute = <C extends AnyCall>(
  call: C,
  open: (request: InputOf<C>, context: UserContext) => Promise<AsyncIterable<string>>,
): Route =>
  signedInRoute(call, async (request, context) => streamedResponse(await open(request, context)));

/**
 * A call that moves credits or money, done once for an idempotency key. `handle` runs in the
 * transaction that keeps its answer, perhaps more than once; it has no effects but queries.
 * `prepare` comes before, outside of the transaction, for what is asked of others; it must be able to
 * happen twice.
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
