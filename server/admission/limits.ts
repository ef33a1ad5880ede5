import { createHmac } from "node:crypto";
import { CODE } from "#core/api/contract/shapes.ts";
import type { Deps } from "../deps/deps.ts";
import type { ClosedLimits } from "../deps/limits.ts";
import type { Tx } from "../db/schema/tables.ts";
import { ApiFailure } from "../http/api-failure.ts";

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;

/**
 * Number of attempts allowed in a time window. Windows end, so no client is locked out permanently.
 */
interface Rule {
  readonly max: number;
  /** Milliseconds. */
  readonly window: number;
  /** A correct attempt clears the count, in all processes. */
  readonly forgotten?: true;
}
/**
 * Limits that reject further attempts. Each counts a client, an IPv6 site, a signed-in user, or one
 * of them together with an address. A limit on a resource that many strangers share, or that anyone
 * can name, never rejects: see `rulesOf` in pressure.ts. The one exception is `codeAddress`,
 * because each attempt sends a message to a mailbox.
 */
export const RULES = {
  /** Codes requested by a client; by its site. */
  codeClient: { max: 20, window: HOUR },
  codeSite: { max: 60, window: HOUR },
  /**
   * Minimum time between two codes for an address and a purpose, for a client or a known device.
   */
  codeAgain: { max: 1, window: CODE.resendAfter * 1000 },
  /** Codes for an address and a purpose, requested by a client, by a site, and by all clients. */
  codePair: { max: 4, window: 30 * MINUTE },
  codeSitePair: { max: 4, window: 30 * MINUTE },
  codeAddress: { max: 6, window: 30 * MINUTE },
  /** Codes requested by a device that has been used with the account before. */
  codeDevice: { max: 5, window: HOUR },
  /** Logins of a client; of its site. */
  loginClient: { max: 100, window: 10 * MINUTE },
  loginSite: { max: 300, window: 10 * MINUTE },
  /** Logins to an address from a client. */
  loginPair: { max: 6, window: 5 * MINUTE, forgotten: true },
  /**
   * Logins to an address from a client and from a site while many other clients try the address.
   */
  loginPairCrowded: { max: 3, window: HOUR, forgotten: true },
  loginSiteCrowded: { max: 6, window: HOUR },
  /**
   * Logins on known devices, which have been used with the account before: by client and by site.
   * Strangers have no known device and cannot use up this limit.
   */
  loginKnownClient: { max: 100, window: 10 * MINUTE },
  loginKnownSite: { max: 300, window: 10 * MINUTE },
  /** Incorrect passwords for an account on a known device. */
  loginDevice: { max: 10, window: 10 * MINUTE, forgotten: true },
  /** New device tokens for an account, not counting renewals. */
  newDevice: { max: 20, window: DAY },
  /**
   * Incorrect second codes for an account, entered by clients that know its password: by strangers,
   * on a known device or in a session, and by all of them together. The total comes last, so that
   * strangers use up no more of it than their own limit.
   */
  secondCode: { max: 10, window: HOUR },
  secondCodeKnown: { max: 10, window: HOUR },
  secondCodeAccount: { max: 50, window: HOUR },
  /** Notifications to the owner about such attempts. */
  secondCodeWarning: { max: 1, window: DAY },
  /** Registrations of an address requested by a client without a code verifier. */
  registerUnbound: { max: 1, window: DAY },
  /** Codes entered by a client; by its site. */
  verifyClient: { max: 60, window: 10 * MINUTE },
  verifySite: { max: 180, window: 10 * MINUTE },
  /** Ratings by a client; by its site. */
  rateClient: { max: 20, window: HOUR },
  rateSite: { max: 60, window: HOUR },
  /** Withdrawals and cancellations declared by a client, by its site, and for an address. */
  declareClient: { max: 10, window: HOUR },
  declareSite: { max: 30, window: HOUR },
  declareAddress: { max: 3, window: HOUR },
  /** A proof of work is accepted only once. */
  proof: { max: 1, window: 3 * MINUTE },
  /** Repeated password entries by a signed-in user. */
  passwordAgain: { max: 6, window: 5 * MINUTE, forgotten: true },
  export: { max: 10, window: HOUR },
  /** Links to be resolved to media. */
  resolve: { max: 300, window: HOUR },
  resolveClient: { max: 600, window: HOUR },
} as const satisfies Record<string, Rule>;
type RuleName = keyof typeof RULES;
const ORDER = Object.keys(RULES);

/** A rule and the subject that it counts. */
export type Attempt = readonly [rule: RuleName, subject: string];

type LimitDeps = Pick<Deps, "db" | "clock" | "settings" | "closedLimits">;

/** Keyed digest: the stored key does not reveal the subject. */
export const limitKey = (
  { settings }: { readonly settings: Pick<Deps["settings"], "secret"> },
  rule: string,
  subject: string,
): string =>
  createHmac("sha256", settings.secret).update(`limit ${rule} ${subject}`).digest("base64url");

/**
 * Milliseconds for which a process trusts its cache of closed limits, which other processes may
 * have cleared.
 */
const BELIEVED = 10_000;
const MAX_CLOSED = 50_000;

export function createClosedLimits(clock: () => number): ClosedLimits {
  const known = new Map<string, { readonly until: number; readonly believed: number }>();
  return {
    until: (key) => {
      const found = known.get(key);
      if (found && found.believed > clock()) return found.until;
      known.delete(key);
      return 0;
    },
    close: (key, until, believed) => {
      known.delete(key);
      known.set(key, { until, believed });
      if (known.size > MAX_CLOSED) known.delete(known.keys().next().value!);
    },
    open: (key) => void known.delete(key),
  };
}

/** Milliseconds until the next attempt is allowed; 0: the attempt was allowed. */
interface Counted {
  readonly wait: number;
  readonly by: RuleName | null;
}
const FREE: Counted = { wait: 0, by: null };

/** @throws {ApiFailure} too_many_tries */
export async function countAttempts(deps: LimitDeps, attempts: readonly Attempt[]): Promise<void> {
  refuseAttempts((await countOnce(deps, attempts)).wait);
}

/** Counts an attempt. If the limit is known to be reached, nothing is written. */
export async function countOnce(deps: LimitDeps, attempts: readonly Attempt[]): Promise<Counted> {
  const known = findClosed(deps, attempts);
  if (known.wait > 0 || attempts.length === 0) return known;
  return await deps.db.write((tx) => countIn(tx, deps, attempts));
}

/** Checks this process's cache of closed limits, without a query. */
export function findClosed(deps: LimitDeps, attempts: readonly Attempt[]): Counted {
  const now = deps.clock();
  for (const [rule, subject] of attempts) {
    const until = deps.closedLimits.until(limitKey(deps, rule, subject));
    if (until > now) return { wait: until - now, by: rule };
  }
  return FREE;
}

/** @param wait milliseconds. @throws {ApiFailure} too_many_tries */
export function refuseAttempts(wait: number): void {
  if (wait > 0) throw new ApiFailure("too_many_tries", { retryAfter: wait / 1000 });
}

/**
 * Counts an attempt in a transaction, one rule after the other. Rules after the first that rejects
 * do not count it, so that a rejected client does not use up shared limits.
 */
export async function countIn(
  tx: Tx,
  deps: LimitDeps,
  attempts: readonly Attempt[],
): Promise<Counted> {
  const now = deps.clock();
  // Fixed order, to avoid deadlocks between requests.
  const ordered = [...attempts].sort(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b));
  for (const [rule, subject] of ordered) {
    const { max, window, forgotten }: Rule = RULES[rule];
    const key = limitKey(deps, rule, subject);
    const row = await addTo(tx, { key, by: 1, now, window });
    // The next attempt would exceed the limit.
    if (row.count >= max)
      deps.closedLimits.close(
        key,
        row.endsAt,
        forgotten ? Math.min(row.endsAt, now + BELIEVED) : row.endsAt,
      );
    if (row.count > max) return { wait: row.endsAt - now, by: rule };
  }
  return FREE;
}

/** Adds to a count, or restarts it if its window has ended. */
export async function addTo(
  tx: Tx,
  {
    key,
    by,
    now,
    window,
  }: {
    readonly key: string;
    readonly by: number;
    readonly now: number;
    readonly window: number;
  },
): Promise<{ readonly count: number; readonly endsAt: number }> {
  const { count, ends_at: endsAt } = await tx
    .insertInto("limits")
    .values({ key, count: by, ends_at: now + window })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet((fields) => {
        const isOver = fields("limits.ends_at", "<=", now);
        return {
          count: fields
            .case()
            .when(isOver)
            .then(by)
            .else(fields("limits.count", "+", by))
            .end(),
          ends_at: fields
            .case()
            .when(isOver)
            .then(now + window)
            .else(fields.ref("limits.ends_at"))
            .end(),
        };
      }),
    )
    .returning(["count", "ends_at"])
    .executeTakeFirstOrThrow();
  return { count, endsAt };
}

/** Clears attempts after a correct one. */
export async function forgetAttempts(deps: LimitDeps, attempts: readonly Attempt[]): Promise<void> {
  await deps.db.write((tx) => forgetIn(tx, deps, attempts));
}

export async function forgetIn(
  tx: Tx,
  deps: LimitDeps,
  attempts: readonly Attempt[],
): Promise<void> {
  const keys = attempts.map(([rule, subject]) => limitKey(deps, rule, subject));
  await tx.deleteFrom("limits").where("key", "in", keys).execute();
  for (const key of keys) deps.closedLimits.open(key);
}

/**
 * Uncounts one attempt that turned out to be correct; the attempts of other clients stay counted.
 */
export async function uncountIn(
  tx: Tx,
  deps: LimitDeps,
  attempts: readonly Attempt[],
): Promise<void> {
  for (const [rule, subject] of attempts) {
    const key = limitKey(deps, rule, subject);
    await tx
      .updateTable("limits")
      .set((fields) => ({ count: fields("count", "-", 1) }))
      .where("key", "=", key)
      .execute();
    deps.closedLimits.open(key);
  }
}
