import type { Db } from "../db/db.ts";
import type { Settings } from "./settings.ts";

/** Cache of reached limits, so that repeated attempts write nothing. */
export interface ClosedLimits {
  /** Epoch milliseconds until which a key is closed; 0: unknown. */
  readonly until: (key: string) => number;
  /** @param believed epoch milliseconds until which the cache entry is trusted */
  readonly close: (key: string, until: number, believed: number) => void;
  readonly open: (key: string) => void;
}

/** `loginKnown`: a login on a device that has been used with the account before. */
export type Action = "code" | "login" | "loginKnown" | "verify" | "rate";

/** The subjects for which an action is counted. */
export interface AttemptScope {
  readonly wide: string;
  /** Normalized address of an account, counted for logins. */
  readonly address: string;
}

/**
 * Counts attempts on shared resources, which must not be closed. The counts are kept in memory;
 * significant ones are added to the database at most once a second, regardless of the load.
 */
export interface Pressure {
  /** 0: no slowdown; at most `HARDEST` in admission/pressure.ts. */
  readonly level: (action: Action, scope: AttemptScope) => number;
  /** Whether strangers attempt more logins to an address than its owner would. */
  readonly isCrowded: (address: string) => boolean;
  /**
   * Counts an attempt immediately. @returns removes the count, for an attempt that was rejected
   * later
   */
  readonly add: (action: Action, scope: AttemptScope) => () => void;
  /** Adds pending counts to those of all processes, and reads theirs. */
  readonly share: (deps: {
    readonly db: Db;
    readonly settings: Pick<Settings, "secret">;
  }) => Promise<void>;
}
