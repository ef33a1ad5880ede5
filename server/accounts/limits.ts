import { createHmac } from "node:crypto";
import type { Deps } from "../deps.ts";
import type { Tx } from "../db/schema.ts";
import { Refusal } from "../http/refusal.ts";

const MINUTE = 60_000;
const HOUR = 3_600_000;

/** How often something may be tried in a window of time. Windows end: nobody is locked out for good. */
interface Rule {
  readonly max: number;
  /** Milliseconds. */
  readonly window: number;
}
export const RULES = {
  /** Log-ins to an address from a client. */
  loginPair: { max: 6, window: 5 * MINUTE },
  /** Log-ins to an address from anywhere. */
  loginAddress: { max: 60, window: HOUR },
  loginClient: { max: 100, window: 10 * MINUTE },
  /** Codes that are sent to an address for one purpose; those that a client asks for; all of them. */
  codeAddress: { max: 5, window: HOUR },
  codeClient: { max: 20, window: HOUR },
  codeAll: { max: 3000, window: HOUR },
  /** Codes that a client enters. */
  verifyClient: { max: 60, window: 10 * MINUTE },
  /** Passwords that somebody who is signed in enters again. */
  passwordAgain: { max: 6, window: 5 * MINUTE },
  export: { max: 10, window: HOUR },
  /** Links whose media are looked for. */
  resolve: { max: 60, window: HOUR },
} as const satisfies Record<string, Rule>;

/** A rule and whom it is counted for. */
export type Try = readonly [rule: keyof typeof RULES, subject: string];

type World = Pick<Deps, "db" | "clock" | "settings">;

/** What is stored names nobody. */
const keyOf = ({ settings }: World, [rule, subject]: Try): string =>
  createHmac("sha256", settings.secret).update(`limit ${rule} ${subject}`).digest("base64url");

/**
 * Counts a try, and refuses one too many.
 * @throws {Refusal} too_many_tries
 */
export async function countTries(world: World, tries: readonly Try[]): Promise<void> {
  refuseTries(await world.db.write((tx) => countIn(tx, world, tries)));
}

/** @param wait milliseconds. @throws {Refusal} too_many_tries */
export function refuseTries(wait: number): void {
  if (wait > 0) throw new Refusal("too_many_tries", { retryAfter: wait / 1000 });
}

/** Counts a try in a transaction. @returns milliseconds until one is allowed; 0: this one is */
export async function countIn(tx: Tx, world: World, tries: readonly Try[]): Promise<number> {
  const now = world.clock();
  // In one order, so that two requests never wait for each other.
  const keyed = tries
    .map((one) => ({ key: keyOf(world, one), ...RULES[one[0]] }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  let wait = 0;
  for (const { key, max, window } of keyed) {
    const row = await tx
      .insertInto("limits")
      .values({ key, count: 1, ends_at: now + window })
      .onConflict((conflict) =>
        conflict.column("key").doUpdateSet((fields) => {
          const isOver = fields("limits.ends_at", "<=", now);
          const count = fields("limits.count", "+", 1);
          const endsAt = fields.ref("limits.ends_at");
          return {
            count: fields.case().when(isOver).then(1).else(count).end(),
            ends_at: fields
              .case()
              .when(isOver)
              .then(now + window)
              .else(endsAt)
              .end(),
          };
        }),
      )
      .returning(["count", "ends_at"])
      .executeTakeFirstOrThrow();
    if (row.count > max) wait = Math.max(wait, row.ends_at - now);
  }
  return wait;
}

/** Forgets tries, after one that was right. */
export async function forgetTries(world: World, tries: readonly Try[]): Promise<void> {
  const keys = tries.map((one) => keyOf(world, one));
  await world.db.write((tx) => tx.deleteFrom("limits").where("key", "in", keys).execute());
}
