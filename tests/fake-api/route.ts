import type { z } from "zod/mini";
import type { AnyCall, ResponseOf } from "#core/api/contract/call.ts";
import { FakeApiError } from "./fake-api-error.ts";
import type { Account, World } from "./world.ts";

/** The calling account. */
export interface Visit {
  readonly world: World;
  readonly token: string | null;
  /** Where this server is, from outside. */
  readonly origin: string;
  /** @throws {FakeApiError} not_signed_in */
  readonly account: () => Account;
}

export interface Route {
  readonly call: AnyCall;
  readonly answer: (request: never, visit: Visit) => unknown;
}

/** What the server does for a call of the contract. */
export const route = <C extends AnyCall>(
  call: C,
  answer: (request: z.output<C["request"]>, visit: Visit) => ResponseOf<C>,
): Route => ({ call, answer: answer as Route["answer"] });

export function visitOf(world: World, token: string | null, origin: string): Visit {
  return {
    world,
    token,
    origin,
    account() {
      const account = world.accounts.get(world.tokens.get(token ?? "") ?? "");
      if (!account) throw new FakeApiError("not_signed_in");
      return account;
    },
  };
}
