import { createHash, randomBytes, randomInt } from "node:crypto";
import type { ApiErrorKey } from "#core/api/contract/errors.ts";
import type { BrowserServices, Config } from "#core/site/config.ts";
import type { IsCommon, Passwords } from "./passwords.ts";
import type { ClosedLimits, Pressure } from "./limits.ts";
import type { Settings } from "./settings.ts";
import type { Db } from "../db/db.ts";
import type { Tx } from "../db/schema/tables.ts";
import type { YieldToEventLoop } from "./event-loop.ts";
import type { HostedCallRunner } from "./hosted-calls.ts";
import type { Log } from "./log.ts";
import type { EmailQueue, EmailTexts } from "./mail.ts";
import type { Metrics } from "./metrics.ts";
import type { Offers } from "./offers.ts";
import type { Site } from "#core/site/site.ts";
import type { Bulkhead, Slots } from "./slots.ts";
import type { Readiness } from "./readiness.ts";
import type { Clock } from "../ports/clock.ts";
import type { JobEvents } from "./job-events.ts";
import type { JobQueue } from "../ports/job-queue.ts";
import type { HostedModels } from "../ports/hosted-models.ts";
import type { MediaSource } from "../ports/media-source.ts";
import type { ObjectStore } from "../ports/object-store.ts";
import type { PaymentProvider } from "../ports/payment.ts";
import type { Tracer } from "../ports/tracer.ts";
import type { TrackSink } from "../ports/track-sink.ts";

/** All dependencies of the server; tests pass their own. */
export interface Deps {
  readonly settings: Settings;
  readonly db: Db;
  readonly readiness: Readiness;
  readonly clock: Clock;
  /** Creates ids that sort by time. */
  readonly ids: () => string;
  readonly random: RandomSource;
  readonly passwords: Passwords;
  readonly isCommonPassword: IsCommon;
  /** Limits known to be reached, and how much strangers are to be slowed down. */
  readonly closedLimits: ClosedLimits;
  readonly pressure: Pressure;
  readonly emails: EmailQueue;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly tracer: Tracer;
  readonly offers: Offers;
  /** English message of an error. */
  readonly errorMessage: (
    key: ApiErrorKey,
    params: Readonly<Record<string, string | number>> | undefined,
  ) => string;
  /** Locales available for messages, the default first. */
  readonly locales: readonly { readonly code: string; readonly language: string }[];
  /** Additional erasure when an account is deleted. */
  readonly erasureHooks: readonly ErasureHook[];
  /** Calls in progress in this process: digest of the body, by user, path and idempotency key. */
  readonly inFlight: Map<string, string>;
  readonly turns: YieldToEventLoop;
  readonly site: Site;
  /** Names of the CSRF cookie and of the header in which the browser repeats its value. */
  readonly xsrf: BrowserServices["xsrf"];
  readonly emailTexts: EmailTexts;
  readonly payment: PaymentProvider;
  readonly objects: ObjectStore;
  /** Tried in order. */
  readonly media: readonly MediaSource[];
  /** Concurrency limits of accounts and clients, across all processes. */
  readonly slots: Slots;
  /** Concurrency limits of this process, so that one kind of work never starves another. */
  readonly bulkheads: {
    readonly links: Bulkhead;
    readonly streams: Bulkhead;
    readonly uploads: Bulkhead;
    readonly hosted: Bulkhead;
  };
  readonly hosted: HostedModels;
  readonly hostedCalls: HostedCallRunner;
  readonly jobQueue: JobQueue;
  readonly jobEvents: JobEvents;
  readonly jobRules: Config["jobs"];
  /** Null: usage events are accepted and discarded. */
  readonly track: TrackSink | null;
  /** JSON of the languages of spoken audio; null if it is not available. */
  readonly languages: string | null;
}

/** Erases a user's data outside of the core tables. */
export interface ErasureHook {
  /** Runs before the account is deleted, for calls to external services; must be idempotent. */
  readonly before?: (deps: Deps, userId: string) => Promise<void>;
  /** Runs in the transaction that deletes the account. */
  readonly erase?: (tx: Tx, deps: Deps, userId: string) => Promise<void>;
}

/** Source of unguessable values. */
export interface RandomSource {
  readonly bytes: (size: number) => Buffer;
  /** At least 0, less than `below`. */
  readonly integer: (below: number) => number;
}
export const systemRandom: RandomSource = {
  bytes: randomBytes,
  integer: (below) => randomInt(below),
};

/** Digest for looking up a secret that is random enough not to be guessed. */
export const digest = (secret: string): string => createHash("sha256").update(secret).digest("hex");
