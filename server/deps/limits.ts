import type { Db } from "../db/db.ts";
import type { Settings } from "./settings.ts";

/** What is known to be closed, so that trying again and again writes nothing. */
export interface ClosedLimits {
  /** Epoch milliseconds until which a key is closed; 0: nothing is known of it. */
  readonly until: (key: string) => number;
  /** @param believed epoch milliseconds until which this is taken for true */
  readonly close: (key: string, until: number, believed: number) => void;
  readonly open: (key: string) => void;
}

/** `loginKnown`: a login on a device on which the account has been used before. */
export type Action = "code" | "login" | "loginKnown" | "verify" | "rate";

/** What an action is counted for. */
export interface AttemptScope {
  readonly wide: string;
  /** Of an account, in the form in which it is looked up: counted for logins. */
  readonly address: string;
}

/**
 * Counts what may not close. Counts are kept in memory; those that matter are added to the
 * database's once a second at most, whatever comes in.
 */
export interface Pressure {
  /** 0: nobody is slowed down; up to `HARDEST` in accounts/pressure.ts. */
  readonly level: (action: Action, scope: AttemptScope) => number;
  /** Whether strangers log in to an address more often than its owner would. */
  readonly isCrowded: (address: string) => boolean;
  /** Counts at once what is let in. @returns takes it back, for what was refused all the same */
  readonly add: (action: Action, scope: AttemptScope) => () => void;
  /** Adds what is due to the counts of all processes, and learns theirs. */
  readonly share: (deps: {
    readonly db: Db;
    readonly settings: Pick<Settings, "secret">;
  }) => Promise<void>;
}
