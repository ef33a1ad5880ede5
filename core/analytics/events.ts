/**
 * Usage events and their permanent numbers. An event records what was done, when, on which page and
 * with what kind of browser, and nothing else.
 */
export const EVENTS = {
  /** A page was shown, by a document load or by navigation within the site. */
  page_shown: "2001",
  /** The workspace was opened, in any way. */
  workspace_opened: "2002",
  /** Files joined the tray by one action: chosen, dropped, pasted or recorded. */
  files_added: "2003",
  job_started: "2004",
  job_done: "2005",
  /** A job ended with an error. Canceled jobs do not count. */
  job_failed: "2006",
  /** A result was saved to the device. */
  result_saved: "2007",
  logged_in: "2008",
  /** An account was confirmed by its code. */
  registered: "2009",
  /** The daily credits were claimed. */
  credits_claimed: "2010",
  /** A plan or a pack was chosen and the payment page was requested. */
  purchase_started: "1011",
  /** A tab switched to a new build. */
  build_taken: "7890",
} as const;

export type EventName = keyof typeof EVENTS;

/** An event as the log service stores it; all fields are strings. */
export interface EventBody {
  readonly event_type: string;
  /** Epoch seconds. */
  readonly event_time: string;
  /** Empty without an account. */
  readonly user_id: string;
  readonly browser: string;
  readonly version: string;
  readonly userAgent: string;
  readonly platform: string;
  readonly language: string;
  readonly path_name: string;
  readonly utm_source: string;
}

export interface EventContext {
  /** Epoch milliseconds. */
  readonly time: number;
  readonly userId: string | null;
  readonly browser: string;
  readonly version: string;
  readonly userAgent: string;
  readonly platform: string;
  readonly language: string;
  readonly pathName: string;
  readonly utmSource: string | null;
}

/** Paths of this site; anything else in a path was typed by a visitor and is not recorded. */
const PATH = /^\/(?:[a-z0-9-]{1,80}(?:\/|$)){0,4}$/;
const ID = /^[\w-]{1,64}$/;
const SOURCE = /^[\w.-]{1,64}$/;

const only = (pattern: RegExp, text: string | null): string =>
  typeof text === "string" && pattern.test(text) ? text : "";
const short = (text: string, length: number): string => text.slice(0, length);

/** Builds an event from what the browser reports; values of an unexpected form become empty. */
export const eventOf = (name: EventName, context: EventContext): EventBody => ({
  event_type: `33${EVENTS[name]}`,
  event_time: String(Math.floor(context.time / 1000)),
  user_id: only(ID, context.userId),
  browser: short(context.browser, 40),
  version: short(context.version, 20),
  userAgent: short(context.userAgent, 400),
  platform: short(context.platform, 40),
  language: short(context.language, 35),
  path_name: only(PATH, context.pathName),
  utm_source: only(SOURCE, context.utmSource),
});
