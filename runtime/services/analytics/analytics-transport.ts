import type { EventBody } from "#core/analytics/events.ts";

export interface TransportDeps {
  /** URL of the log store, without query. */
  readonly address: string;
  /** Source of the events: the host of the site. */
  readonly source: string;
  readonly fetch: typeof fetch;
  readonly sendBeacon: (address: string, body: string) => boolean;
  /** Calls `work` after `ms`; the returned function cancels it. */
  readonly setTimer: (work: () => void, ms: number) => () => void;
}

export interface Transport {
  add(event: EventBody): void;
  /** Sends pending events in beacons, since the page may not run again. */
  flushLast(): void;
}

/** Body length in characters from which a POST is used. */
const LARGE = 32_768;
/** Batch size in events, and the delay in ms after which a smaller batch is sent. */
const COUNT = 1;
const TIME = 500;
/** Concurrent requests; one slot is reserved for the last beacon of a page. */
const MAX_REQUESTS = 10;
/** Beacons report no end: time in ms for which one counts as pending. */
const BEACON_HELD = 1000;
/** Maximum number of pending events; the oldest are dropped. */
const MAX_PENDING = 100;
/** Delays in ms before the second and the third attempt. */
const PAUSES = [1000, 4000];
/** Consecutive lost batches after which the endpoint counts as blocked. */
const GIVE_UP = 3;
/** Limit in bytes of keepalive requests; a character takes at most 3. */
const KEEPALIVE = 64_000 / 3;
const FINAL: readonly number[] = [400, 401, 403, 404, 413];

/** Sends events to the log service. Its failures are never reported. */
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
    while (waiting.length > 0 && busy < MAX_REQUESTS - 1) {
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
        // The content type of a beacon avoids a CORS preflight.
        headers: { "Content-Type": "text/plain;charset=UTF-8" },
        credentials: "omit",
        keepalive: body.length < KEEPALIVE,
      });
      status = response.status;
    } catch {
      // Treated like an unknown status.
    }
    if (status >= 200 && status < 300) lost = 0;
    else rest(batch, FINAL.includes(status) ? PAUSES.length : tries);
    free();
  }

  /**
   * Retries a batch after a delay; a batch without attempts left, or that does not fit, is dropped.
   */
  function rest(batch: readonly EventBody[], tries: number): void {
    const pause = PAUSES[tries];
    if (pause === undefined) {
      lost += 1;
      if (lost >= GIVE_UP) waiting = [];
      return;
    }
    if (resting + batch.length > MAX_PENDING) return;
    resting += batch.length;
    const again = (): void => {
      if (lost < GIVE_UP && busy >= MAX_REQUESTS - 1) {
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
      if (waiting.length > MAX_PENDING) waiting.shift();
      if (waiting.length >= COUNT) flush();
      else timer ??= setTimer(flush, TIME);
    },
    flushLast() {
      while (waiting.length > 0 && busy < MAX_REQUESTS) {
        let count = waiting.length;
        while (count > 1 && bodyOf(waiting.slice(0, count)).length >= LARGE) count >>= 1;
        send(waiting.splice(0, count), 0);
      }
    },
  };
}
