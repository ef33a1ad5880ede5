import type { EventBody } from "#core/analytics/events.ts";

export interface TransportDeps {
  /** The log store's address, without query. */
  readonly address: string;
  /** Where the events come from: the site's host. */
  readonly source: string;
  readonly fetch: typeof fetch;
  readonly sendBeacon: (address: string, body: string) => boolean;
  /** Calls `work` after `ms`; the answer calls it off. */
  readonly setTimer: (work: () => void, ms: number) => () => void;
}

export interface Transport {
  add(event: EventBody): void;
  /** Sends what waits in beacons: the page may not run again. */
  flushLast(): void;
}

/** Characters from which a body is posted. */
const LARGE = 32_768;
/** Events that make a batch, and ms after which fewer do. */
const COUNT = 1;
const TIME = 500;
/** Requests at once; one place is kept for the last beacon of a page. */
const PLACES = 10;
/** A beacon does not tell when it ends: ms for which it counts as under way. */
const BEACON_HELD = 1000;
/** Events that wait at most; the oldest gives way. */
const KEPT = 100;
/** ms before the second and the third try. */
const PAUSES = [1000, 4000];
/** Batches lost in a row after which the address counts as blocked. */
const GIVE_UP = 3;
/** More bytes than these must not outlive a page; a character has 3 at most. */
const KEEPALIVE = 64_000 / 3;
const FINAL: readonly number[] = [400, 401, 403, 404, 413];

/** Carries events to the log service. Nothing that happens there is ever heard of here. */
export function createTransport(deps: TransportDeps): Transport {
  const { source, fetch, sendBeacon, setTimer } = deps;
  const address = `${deps.address}?APIVersion=0.6.0`;
  let waiting: EventBody[] = [];
  let resting = 0;
  let busy = 0;
  let lost = 0;
  let timer: (() => void) | null = null;

  const bodyOf = (events: readonly EventBody[]): string =>
    JSON.stringify({ __logs__: events, __source__: source });

  function free(): void {
    busy -= 1;
    flush();
  }

  function flush(): void {
    timer?.();
    timer = null;
    while (waiting.length > 0 && busy < PLACES - 1) {
      const batch = waiting;
      waiting = [];
      send(batch, 0);
    }
    if (waiting.length > 0) timer = setTimer(flush, TIME);
  }

  function send(batch: readonly EventBody[], tries: number): void {
    busy += 1;
    const body = bodyOf(batch);
    if (body.length < LARGE && beacon(body)) setTimer(free, BEACON_HELD);
    else void post(batch, body, tries);
  }

  function beacon(body: string): boolean {
    try {
      return sendBeacon(address, body);
    } catch {
      return false;
    }
  }

  async function post(batch: readonly EventBody[], body: string, tries: number): Promise<void> {
    let status = 0;
    try {
      const response = await fetch(address, {
        method: "POST",
        body,
        // The type of a beacon: the browser need not ask the service for leave.
        headers: { "Content-Type": "text/plain;charset=UTF-8" },
        credentials: "omit",
        keepalive: body.length < KEEPALIVE,
      });
      status = response.status;
    } catch {
      // As a status that is not known.
    }
    if (status >= 200 && status < 300) lost = 0;
    else rest(batch, FINAL.includes(status) ? PAUSES.length : tries);
    free();
  }

  /** Tries a batch again after a while; a batch out of tries, or for which there is no room, is lost. */
  function rest(batch: readonly EventBody[], tries: number): void {
    const pause = PAUSES[tries];
    if (pause === undefined) {
      lost += 1;
      if (lost >= GIVE_UP) waiting = [];
      return;
    }
    if (resting + batch.length > KEPT) return;
    resting += batch.length;
    const again = (): void => {
      if (lost < GIVE_UP && busy >= PLACES - 1) {
        setTimer(again, TIME);
        return;
      }
      resting -= batch.length;
      if (lost < GIVE_UP) send(batch, tries + 1);
    };
    setTimer(again, pause);
  }

  return {
    add(event) {
      if (lost >= GIVE_UP) return;
      waiting.push(event);
      if (waiting.length > KEPT) waiting.shift();
      if (waiting.length >= COUNT) flush();
      else timer ??= setTimer(flush, TIME);
    },
    flushLast() {
      while (waiting.length > 0 && busy < PLACES) {
        let count = waiting.length;
        while (count > 1 && bodyOf(waiting.slice(0, count)).length >= LARGE) count >>= 1;
        send(waiting.splice(0, count), 0);
      }
    },
  };
}
