import { createHash, randomBytes, randomInt } from "node:crypto";
import type { ApiErrorKey } from "#core/api/contract/errors.ts";
import type { BrowserServices } from "#core/site/config.ts";
import type { IsCommon, Passwords } from "./passwords.ts";
import type { ClosedLimits, Pressure } from "./limits.ts";
import type { Settings } from "./settings.ts";
import type { Db } from "../db/db.ts";
import type { Tx } from "../db/schema/tables.ts";
import type { YieldToEventLoop } from "./event-loop.ts";
import type { Log } from "./log.ts";
import type { EmailQueue, EmailTexts } from "./mail.ts";
import type { Metrics } from "./metrics.ts";
import type { Offers } from "./offers.ts";
import type { Site } from "#core/site/site.ts";
import type { Bulkhead, Slots } from "./slots.ts";
import type { Readiness } from "./readiness.ts";
import type { Clock } from "../ports/clock.ts";
import type { HostedModels } from "../ports/hosted-models.ts";
import type { MediaSource } from "../ports/media-source.ts";
import type { ObjectStore } from "../ports/object-store.ts";
import type { PaymentProvider } from "../ports/payment.ts";
import type { TrackSink } from "../ports/track-sink.ts";

/** All that the server works with; tests pass their own. */
export interface Deps {
  readonly settings: Settings;
  readonly db: Db;
  readonly readiness: Readiness;
  readonly clock: Clock;
  /** Makes ids that sort by time. */
  readonly ids: () => string;
  readonly random: RandomSource;
  readonly passwords: Passwords;
  readonly isCommonPassword: IsCommon;
  /** Limits that are known to be reached, and how hard strangers are to be slowed down. */
  readonly closedLimits: ClosedLimits;
  readonly pressure: Pressure;
  readonly emails: EmailQueue;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly offers: Offers;
  /** English words for an error. */
  readonly errorMessage: (
    key: ApiErrorKey,
    params: Readonly<Record<string, string | number>> | undefined,
  ) => string;
  /** Codes of the locales that messages can be sent in, the default one first. */
  readonly locales: readonly { readonly code: string; readonly language: string }[];
  /** What else is erased with an account. */
  readonly erasureHooks: readonly ErasureHook[];
  /** Calls that are in progress in this process: digest of the body, by user, path and idempotency key. */
  readonly inFlight: Map<string, string>;
  readonly turns: YieldToEventLoop;
  readonly site: Site;
  /** Names of the cookie that a browser repeats, and of the header that repeats it. */
  readonly xsrf: BrowserServices["xsrf"];
  readonly emailTexts: EmailTexts;
  readonly payment: PaymentProvider;
  readonly objects: ObjectStore;
  /** Asked in their order. */
  readonly media: readonly MediaSource[];
  /** What accounts and clients have running, in all processes. */
  readonly slots: Slots;
  /** What this process has running, so that one kind of work never keeps it from another. */
  readonly bulkheads: {
    readonly links: Bulkhead;
    readonly streams: Bulkhead;
    readonly uploads: Bulkhead;
    readonly hosted: Bulkhead;
  };
  readonly hosted: HostedModels;
  /** Null: usage events are taken and forgotten. */
  readonly track: TrackSink | null;
  /** JSON of the languages of spoken audio; null where nobody has it. */
  readonly languages: string | null;
}

/** What else there is of a user, elsewhere. */
export interface ErasureHook {
  /** Before the account goes: what is asked of others; able to happen twice. */
  readonly before?: (deps: Deps, userId: string) => Promise<void>;
  /** In the transaction in which it goes. */
  readonly erase?: (tx: Tx, deps: Deps, userId: string) => Promise<void>;
}

/** Where what nobody may guess comes from. */
export interface RandomSource {
  readonly bytes: (size: number) => Buffer;
  /** At least 0, less than `below`. */
  readonly integer: (below: number) => number;
}
export const systemRandom: RandomSource = {
  bytes: randomBytes,
  integer: (below) => randomInt(below),
};

/** A digest for looking up what only its owner knows and nobody can guess. */
export const digest = (secret: string): string => createHash("sha256").update(secret).digest("hex");
