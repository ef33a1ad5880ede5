import { createHmac } from "node:crypto";
import { CODE } from "#core/api/contract/shapes.ts";
import type { Deps } from "../deps/deps.ts";
import type { ClosedLimits } from "../deps/limits.ts";
import type { Tx } from "../db/schema/tables.ts";
import { ApiFailure } from "../http/api-failure.ts";

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;

/** How often something may be tried in a window of time. Windows end: nobody is locked out for good. */
interface Rule {
  readonly max: number;
  /** Milliseconds. */
  readonly window: number;
  /** A right answer takes attempts back, in whatever process. */
  readonly forgotten?: true;
}
/**
 * Limits that close. Each is counted for who tries: a client, an IPv6 site, who is signed in, or one
 * of them together with an address. What many strangers share, or what anybody can name, closes for
 * nobody: see `rulesOf` in pressure.ts. The one exception is `codeAddress`, since each try is a message
 * in somebody's mailbox.
 */
export const RULES = {
  /** Codes that a client asks for; that its site does. */
  codeClient: { max: 20, window: HOUR },
  codeSite: { max: 60, window: HOUR },
  /** Time between two codes for an address and a purpose, for a client or a known device. */
  codeAgain: { max: 1, window: CODE.resendAfter * 1000 },
  /** Codes for an address and a purpose: asked for by a client, by a site, by all. */
  codePair: { max: 4, window: 30 * MINUTE },
  codeSitePair: { max: 4, window: 30 * MINUTE },
  codeAddress: { max: 6, window: 30 * MINUTE },
  /** Codes that a device asks for on which the account has been signed in. */
  codeDevice: { max: 5, window: HOUR },
  /** Log-ins of a client, of its site. */
  loginClient: { max: 100, window: 10 * MINUTE },
  loginSite: { max: 300, window: 10 * MINUTE },
  /** Log-ins to an address, from a client. */
  loginPair: { max: 6, window: 5 * MINUTE, forgotten: true },
  /** The same, from a client and from a site, while many others try the address. */
  loginPairCrowded: { max: 3, window: HOUR, forgotten: true },
  loginSiteCrowded: { max: 6, window: HOUR },
  /**
   * Logins on devices on which the account has been used before: of a client, of its site. Strangers,
   * who have no such device, cannot use them up.
   */
  loginKnownClient: { max: 100, window: 10 * MINUTE },
  loginKnownSite: { max: 300, window: 10 * MINUTE },
  /** Wrong passwords for an account on a known device. */
  loginDevice: { max: 10, window: 10 * MINUTE, forgotten: true },
  /** Device tokens for an account, besides those that replace an earlier one. */
  newDevice: { max: 20, window: DAY },
  /**
   * Wrong second codes for an account, entered by those who know its password: by strangers, on a
   * known device or in a session, and by all of them together. The last one comes last, so that
   * strangers use up no more of it than their own limit.
   */
  secondCode: { max: 10, window: HOUR },
  secondCodeKnown: { max: 10, window: HOUR },
  secondCodeAccount: { max: 50, window: HOUR },
  /** Messages that tell the owner of it. */
  secondCodeWarning: { max: 1, window: DAY },
  /** Registrations of an address that a client without a code verifier asks for. */
  registerUnbound: { max: 1, window: DAY },
  /** Codes that a client enters, that its site does. */
  verifyClient: { max: 60, window: 10 * MINUTE },
  verifySite: { max: 180, window: 10 * MINUTE },
  /** Ratings that a client gives, that its site does. */
  rateClient: { max: 20, window: HOUR },
  rateSite: { max: 60, window: HOUR },
  /** A proof of work counts once. */
  proof: { max: 1, window: 3 * MINUTE },
  /** Passwords that somebody who is signed in enters again. */
  passwordAgain: { max: 6, window: 5 * MINUTE, forgotten: true },
  export: { max: 10, window: HOUR },
  /** Links whose media are looked for. */
  resolve: { max: 300, window: HOUR },
  resolveClient: { max: 600, window: HOUR },
} as const satisfies Record<string, Rule>;
type RuleName = keyof typeof RULES;
const ORDER = Object.keys(RULES);

/** A rule and whom it is counted for. */
export type Attempt = readonly [rule: RuleName, subject: string];

type LimitDeps = Pick<Deps, "db" | "clock" | "settings" | "closedLimits">;

/** What is stored names nobody. */
export const limitKey = (
  { settings }: { readonly settings: Pick<Deps["settings"], "secret"> },
  rule: string,
  subject: string,
): string =>
  createHmac("sha256", settings.secret).update(`limit ${rule} ${subject}`).digest("base64url");

/** Milliseconds for which a process believes that others have not forgotten what is closed. */
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

/** A try that was refused, and the milliseconds until one is allowed; 0: it was not. */
interface Counted {
  readonly wait: number;
  readonly by: RuleName | null;
}
const FREE: Counted = { wait: 0, by: null };

/**
 * Counts a try, and refuses one too many.
 * @throws {ApiFailure} too_many_tries
 */
export async function countAttempts(deps: LimitDeps, attempts: readonly Attempt[]): Promise<void> {
  refuseAttempts((await countOnce(deps, attempts)).wait);
}

/** Counts a try. Where it is known to be one too many, nothing is written. */
export async function countOnce(deps: LimitDeps, attempts: readonly Attempt[]): Promise<Counted> {
  const known = findClosed(deps, attempts);
  if (known.wait > 0 || attempts.length === 0) return known;
  return await deps.db.write((tx) => countIn(tx, deps, attempts));
}

/** What this process knows of tries without asking the database. */
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
 * Counts a try in a transaction, for one rule after the other; after the first that refuses it, it
 * counts for no more: who is refused costs nobody else anything.
 */
export async function countIn(
  tx: Tx,
  deps: LimitDeps,
  attempts: readonly Attempt[],
): Promise<Counted> {
  const now = deps.clock();
  // In one order, so that two requests never wait for each other.
  const ordered = [...attempts].sort(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b));
  for (const [rule, subject] of ordered) {
    const { max, window, forgotten }: Rule = RULES[rule];
    const key = limitKey(deps, rule, subject);
    const row = await addTo(tx, { key, by: 1, now, window });
    // The next one would be too many.
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

/** Adds to a count, or begins it anew where its window is over. */
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

/** Forgets tries, after one that was right. */
export async function forgetAttempts(deps: LimitDeps, attempts: readonly Attempt[]): Promise<void> {
  await deps.db.write((tx) => forgetIn(tx, deps, attempts));
}

/** Forgets tries in a transaction. */
export async function forgetIn(
  tx: Tx,
  deps: LimitDeps,
  attempts: readonly Attempt[],
): Promise<void> {
  const keys = attempts.map(([rule, subject]) => limitKey(deps, rule, subject));
  await tx.deleteFrom("limits").where("key", "in", keys).execute();
  for (const key of keys) deps.closedLimits.open(key);
}

/** Takes an attempt back that turned out to be right; those of others stay counted. */
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
