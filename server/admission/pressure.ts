import type { Action, AttemptScope, Pressure } from "../deps/limits.ts";
import type { Settings } from "../deps/settings.ts";
import type { Clock } from "../ports/clock.ts";
import { addTo, limitKey } from "./limits.ts";

const MINUTE = 60_000;

interface SlowRule {
  /**
   * Attempts in a window without proof of work. Each doubling raises the difficulty of the next
   * ones.
   */
  readonly free: number;
  /** Milliseconds. */
  readonly window: number;
}
/**
 * Limits that slow clients down. They count resources that many clients share or that anyone can
 * name.
 */
const rulesOf = ({ code, login, rate }: Settings["beforeProof"]) =>
  ({
    codeAll: { free: code, window: 10 * MINUTE },
    codeWide: { free: 30, window: 10 * MINUTE },
    loginAll: { free: login, window: 10 * MINUTE },
    loginWide: { free: 300, window: 10 * MINUTE },
    loginAddress: { free: 30, window: 60 * MINUTE },
    loginKnownAll: { free: login, window: 10 * MINUTE },
    loginKnownWide: { free: 300, window: 10 * MINUTE },
    loginKnownAddress: { free: 16, window: 10 * MINUTE },
    verifyAll: { free: login, window: 10 * MINUTE },
    verifyWide: { free: 300, window: 10 * MINUTE },
    rateAll: { free: rate, window: 10 * MINUTE },
    rateWide: { free: 60, window: 10 * MINUTE },
  }) as const satisfies Record<string, SlowRule>;
type SlowName = keyof ReturnType<typeof rulesOf>;

/** Bits of the proof of work at each level. */
const BITS = [0, 16, 17, 18, 19, 20] as const;
export const HARDEST = BITS.length - 1;
export const bitsOf = (level: number): number => BITS[Math.min(level, HARDEST)]!;

/** Milliseconds between two exchanges of counts with other processes. */
const SHARED_EVERY = 1000;
/** Maximum number of rows written per exchange. */
const SHARED_AT_ONCE = 50;
/** Maximum number of subjects kept in memory for a rule. */
const SUBJECTS = 20_000;

interface Tally {
  readonly rule: SlowName;
  readonly subject: string;
  count: number;
  /** Attempts that have not been shared with other processes. */
  unshared: number;
  /** Epoch milliseconds. */
  endsAt: number;
}

export function createPressure(clock: Clock, beforeProof: Settings["beforeProof"]): Pressure {
  const rules = rulesOf(beforeProof);
  const levelOf = ({ rule, count }: Pick<Tally, "rule" | "count">): number => {
    const { free } = rules[rule];
    return count < free ? 0 : Math.min(HARDEST, 1 + Math.floor(Math.log2(count / free)));
  };
  const tallies = new Map<SlowName, Map<string, Tally>>();
  let sharedAt = clock();
  let sharing: Promise<void> | null = null;

  /** Finds the tally of a subject, or an empty one. */
  function find(rule: SlowName, subject: string): Tally {
    const now = clock();
    const tally = tallies.get(rule)?.get(subject);
    if (tally && tally.endsAt > now) return tally;
    return { rule, subject, count: 0, unshared: 0, endsAt: now + rules[rule].window };
  }
  const talliesOf = (action: Action, { wide, address }: AttemptScope) => ({
    all: find(`${action}All`, ""),
    own: [
      find(`${action}Wide`, wide),
      ...(action === "login" || action === "loginKnown" ? [find(`${action}Address`, address)] : []),
    ],
  });
  function bump(tally: Tally): void {
    tally.count += 1;
    tally.unshared += 1;
    const known = tallies.get(tally.rule) ?? new Map<string, Tally>();
    tallies.set(tally.rule, known);
    // Moves the tally to the end, so that the least recently used ones are evicted first.
    known.delete(tally.subject);
    known.set(tally.subject, tally);
    if (known.size > SUBJECTS) known.delete(known.keys().next().value!);
  }

  /** Tallies to be shared with other processes. Most addresses are tried once and never written. */
  const due = (): Tally[] =>
    [...tallies.values()]
      .flatMap((known) => [...known.values()])
      .filter(
        ({ rule, count, unshared, endsAt }) =>
          unshared > 0 && count >= rules[rule].free / 4 && endsAt > clock(),
      )
      .sort((a, b) => b.unshared - a.unshared)
      .slice(0, SHARED_AT_ONCE);

  async function exchange(deps: Parameters<Pressure["share"]>[0]): Promise<void> {
    const now = clock();
    const sent = due().map((tally) => ({
      tally,
      by: tally.unshared,
      key: limitKey(deps, tally.rule, tally.subject),
      window: rules[tally.rule].window,
    }));
    if (sent.length === 0) return;
    // Fixed order, to avoid deadlocks between processes.
    sent.sort((a, b) => (a.key < b.key ? -1 : 1));
    const rows = await deps.db.write(async (tx) => {
      const found = [];
      for (const { key, by, window } of sent) found.push(await addTo(tx, { key, by, now, window }));
      return found;
    });
    for (const [at, { tally, by }] of sent.entries()) {
      tally.unshared -= by;
      tally.count = rows[at]!.count + tally.unshared;
      tally.endsAt = rows[at]!.endsAt;
    }
  }

  return {
    level: (action, scope) => {
      const { all, own } = talliesOf(action, scope);
      return Math.max(...[all, ...own].map(levelOf));
    },
    isCrowded: (address) => levelOf(find("loginAddress", address)) > 0,
    add: (action, scope) => {
      const { all, own } = talliesOf(action, scope);
      // Attempts that already slow down their own network or address are not counted for all
      // clients.
      const counted = own.every((tally) => levelOf(tally) === 0) ? [all, ...own] : own;
      counted.forEach(bump);
      return () => {
        for (const tally of counted) {
          tally.count -= 1;
          tally.unshared -= 1;
        }
      };
    },
    share: async (deps) => {
      if (Math.abs(clock() - sharedAt) < SHARED_EVERY) return;
      sharedAt = clock();
      sharing ??= exchange(deps).finally(() => (sharing = null));
      await sharing;
    },
  };
}
