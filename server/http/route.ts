import type { AnswerOf, AnyCall, RawCall } from "../../core/api/contract/call.ts";
import type * as z from "zod/mini";
import { findSession } from "../sessions/sessions.ts";
import type { Tx } from "../db/schema/tables.ts";
import { answerOnce } from "./idempotency.ts";
import type { Outcome } from "./outcome.ts";
import { success } from "./outcome.ts";
import { BODY_LIMIT } from "./body.ts";
import { createReader } from "./read-request.ts";
import type { UserVisit, Visit } from "./visit.ts";
import { requireSession } from "./visit.ts";

/** A call of the contract and what answers it. */
export interface Route {
  readonly call: AnyCall;
  /** Bytes of a body at most. */
  readonly limit: number;
  readonly answer: (visit: Visit) => Promise<Outcome>;
}
/** An address whose answer has no envelope. Headers that all answers share are added to it. */
export interface RawRoute {
  readonly call: RawCall;
  /** Bytes of a body at most; null: none is read. */
  readonly limit: number | null;
  readonly answer: (visit: Visit) => Promise<Response>;
}

type Wanted<C extends AnyCall> = z.output<C["request"]>;

/** Lets in who is signed in. @throws {Refusal} not_signed_in */
export async function enter(visit: Visit): Promise<UserVisit> {
  const token = visit.request.headers.get("authorization");
  const session = token === null ? null : await findSession(visit.deps, token);
  return { ...visit, user: requireSession(session) };
}

/** A call that anybody can make. */
export const openRoute = <C extends AnyCall>(
  call: C,
  handle: (request: Wanted<C>, visit: Visit) => Promise<AnswerOf<C>>,
): Route => {
  const read = createReader(call, BODY_LIMIT);
  return {
    call,
    limit: BODY_LIMIT,
    answer: async (visit) => success(await handle((await read(visit)) as Wanted<C>, visit)),
  };
};

/** A call that wants somebody who is signed in. @param limit bytes of its body at most */
export const userRoute = <C extends AnyCall>(
  call: C,
  handle: (request: Wanted<C>, visit: UserVisit) => Promise<AnswerOf<C>>,
  limit = BODY_LIMIT,
): Route => {
  const read = createReader(call, limit);
  return {
    call,
    limit,
    answer: async (visit) => {
      const entered = await enter(visit);
      return success(await handle((await read(visit)) as Wanted<C>, entered));
    },
  };
};

/**
 * A call that moves credits or money, done once for an idempotency key. `handle` runs in the
 * transaction that keeps its answer, perhaps more than once; it has no effects but queries.
 * `prepare` comes before, outside of the transaction, for what is asked of others; it must be able to
 * happen twice.
 */
export const moneyRoute = <C extends AnyCall, P = undefined>(
  call: C,
  handle: (request: Wanted<C>, visit: UserVisit & { prepared: P }, tx: Tx) => Promise<AnswerOf<C>>,
  prepare?: (request: Wanted<C>, visit: UserVisit) => Promise<P>,
): Route => {
  const read = createReader(call, BODY_LIMIT);
  return {
    call,
    limit: BODY_LIMIT,
    answer: async (visit) => {
      const entered = await enter(visit);
      const request = (await read(visit)) as Wanted<C>;
      return await answerOnce(entered, { path: call.path, request }, async () => {
        const prepared = (await prepare?.(request, entered)) as P;
        return async (tx) => await handle(request, { ...entered, prepared }, tx);
      });
    },
  };
};
