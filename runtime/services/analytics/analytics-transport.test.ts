import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { type EventBody, eventOf } from "#core/analytics/events.ts";
import { TestClock } from "#tests/test-clock.ts";
import { type Transport, createTransport } from "./analytics-transport.ts";

const ADDRESS = "https://p.log.example/logstores/l/track";
const event = (n: number, userAgent = "ua"): EventBody =>
  eventOf("page_shown", {
    time: n * 1000,
    userId: "",
    browser: "B",
    version: "1",
    userAgent,
    platform: "P",
    language: "en",
    pathName: "/",
    utmSource: "",
  });
let clock: TestClock;
const setTimer = (work: () => void, ms: number) => {
  const { clearTimeout, setTimeout } = clock;
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
};

interface Sent {
  readonly by: "beacon" | "post";
  readonly address: string;
  readonly body: string;
  readonly init?: RequestInit;
}
interface Service {
  readonly sent: Sent[];
  readonly open: ((status: number | null) => void)[];
  beacons: boolean;
  /** Timestamps of the events, grouped by request. */
  events(by?: Sent["by"]): number[][];
  readonly transport: Transport;
  answer(status: number | null): Promise<void>;
}

/** A log service whose responses the test controls. */
function createService({ beacons = true }: { beacons?: boolean } = {}): Service {
  const sent: Sent[] = [];
  const open: Service["open"] = [];
  const service: Service = {
    sent,
    open,
    beacons,
    events: (by) =>
      sent
        .filter((each) => by === undefined || each.by === by)
        .map(({ body }) =>
          (JSON.parse(body) as { __logs__: EventBody[] }).__logs__.map(({ event_time }) =>
            Number(event_time),
          ),
        ),
    transport: createTransport({
      address: ADDRESS,
      source: "s.example",
      setTimer,
      sendBeacon: (address, body) => {
        if (service.beacons) sent.push({ by: "beacon", address, body });
        return service.beacons;
      },
      fetch: ((address: string, init: RequestInit) => {
        sent.push({ by: "post", address, body: init.body as string, init });
        return new Promise((resolve, reject) => {
          open.push((status) => {
            if (status === null) reject(new TypeError("Failed to fetch"));
            else resolve({ status, ok: status < 300 });
          });
        });
      }) as unknown as typeof fetch,
    }),
    /** Completes the oldest request: with a status, or null for a network error. */
    async answer(status: number | null): Promise<void> {
      open.shift()!(status);
      await clock.advance(0);
    },
  };
  return service;
}

beforeEach(() => void (clock = new TestClock()));

describe("the transport of events", () => {
  it("ANL-2 ANL-3 one event goes at once, by beacon, with the API version", () => {
    const { transport, sent } = createService();
    transport.add(event(1));
    expect(sent.map(({ by, address }) => [by, address])).toEqual([
      ["beacon", `${ADDRESS}?APIVersion=0.6.0`],
    ]);
    expect(JSON.parse(sent[0]!.body)).toEqual({ __logs__: [event(1)], __source__: "s.example" });
  });

  it("ANL-2 a body of 32768 characters is posted, one of 32767 is not", async () => {
    for (const [length, by] of [
      [32_767, "beacon"],
      [32_768, "post"],
    ] as const) {
      const { transport, sent } = createService();
      const frame = JSON.stringify({ __logs__: [event(1, "")], __source__: "s.example" }).length;
      transport.add({ ...event(1), userAgent: "x".repeat(length - frame) });
      expect(sent[0]!.body).toHaveLength(length);
      expect(sent[0]!.by).toBe(by);
    }
  });

  it("ANL-2 what the browser refuses as a beacon is posted, as a request that needs no leave", () => {
    const { transport, sent } = createService({ beacons: false });
    transport.add(event(1));
    expect(sent[0]).toMatchObject({
      by: "post",
      address: `${ADDRESS}?APIVersion=0.6.0`,
      init: {
        method: "POST",
        credentials: "omit",
        keepalive: true,
        headers: { "Content-Type": "text/plain;charset=UTF-8" },
      },
    });
  });

  it("ANL-3 ten requests at once at most: others wait, and go together when a place is free", async () => {
    const { transport, sent, events, answer } = createService({ beacons: false });
    for (let n = 1; n <= 14; n++) transport.add(event(n));
    // The tenth slot is reserved for the last beacon of a page.
    expect(sent).toHaveLength(9);
    await clock.advance(60_000);
    expect(sent).toHaveLength(9);
    await answer(200);
    expect(events().at(-1)).toEqual([10, 11, 12, 13, 14]);
    expect(sent).toHaveLength(10);
  });

  it("ANL-3 a beacon holds its place for a second", async () => {
    const { transport, sent, events } = createService();
    for (let n = 1; n <= 12; n++) transport.add(event(n));
    expect(sent).toHaveLength(9);
    await clock.advance(999);
    expect(sent).toHaveLength(9);
    await clock.advance(1);
    expect(events().at(-1)).toEqual([10, 11, 12]);
  });

  it("ANL-3 the last beacon has a place even when all others are taken", async () => {
    const service = createService({ beacons: false });
    for (let n = 1; n <= 12; n++) service.transport.add(event(n));
    service.beacons = true;
    service.transport.flushLast();
    expect(service.events("beacon")).toEqual([[10, 11, 12]]);
    service.transport.add(event(13));
    service.transport.flushLast();
    expect(service.sent).toHaveLength(10);
  });

  it("ANL-3 a last beacon is small enough to be one", () => {
    const service = createService({ beacons: false });
    const long = "x".repeat(400);
    for (let n = 1; n <= 9; n++) service.transport.add(event(n));
    for (let n = 10; n <= 89; n++) service.transport.add(event(n, long));
    service.beacons = true;
    service.transport.flushLast();
    const [last] = service.sent.slice(-1);
    expect(last!.by).toBe("beacon");
    expect(last!.body.length).toBeLessThan(32_768);
    expect(service.events("beacon")[0]!.slice(0, 2)).toEqual([10, 11]);
  });

  it("ANL-3 a failed request is tried three times, with pauses, and then given up", async () => {
    const { transport, events, answer } = createService({ beacons: false });
    transport.add(event(1));
    await answer(null);
    await clock.advance(999);
    expect(events()).toHaveLength(1);
    await clock.advance(1);
    expect(events()).toEqual([[1], [1]]);
    await answer(503);
    await clock.advance(4000);
    expect(events()).toHaveLength(3);
    await answer(429);
    await clock.advance(600_000);
    expect(events()).toHaveLength(3);
  });

  it("ANL-3 a refusal is final, and an address that fails again and again is left alone", async () => {
    const { transport, events, answer } = createService({ beacons: false });
    for (let n = 1; n <= 3; n++) {
      transport.add(event(n));
      await answer(403);
    }
    transport.add(event(4));
    await clock.advance(600_000);
    expect(events()).toEqual([[1], [2], [3]]);
  });

  it("ANL-3 one success forgives the failures before it", async () => {
    const { transport, events, answer } = createService({ beacons: false });
    for (const [n, status] of [404, 404, 200, 404, 404, 200].entries()) {
      transport.add(event(n));
      await answer(status);
    }
    transport.add(event(9));
    expect(events().at(-1)).toEqual([9]);
  });

  it("ANL-3 at most 100 events wait, and the oldest gives way", async () => {
    const { transport, events, answer } = createService({ beacons: false });
    for (let n = 1; n <= 9 + 150; n++) transport.add(event(n));
    await answer(200);
    const [last] = events().slice(-1);
    expect(last).toHaveLength(100);
    expect(last!.at(0)).toBe(60);
    expect(last!.at(-1)).toBe(159);
  });

  it("ANL-3 a beacon that throws is no beacon", () => {
    const { sent } = createService();
    const transport = createTransport({
      address: ADDRESS,
      source: "s",
      setTimer,
      sendBeacon: () => {
        throw new TypeError("Illegal invocation");
      },
      fetch: ((address: string) => {
        sent.push({ by: "post", address, body: "" });
        return Promise.resolve({ status: 200, ok: true });
      }) as unknown as typeof fetch,
    });
    transport.add(event(1));
    expect(sent).toHaveLength(1);
  });

  it("ANL-3 in any order of events: never more than ten at once, nothing counted twice, nothing lost while the service answers", async () => {
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.constant({ do: "add" as const }) },
      { weight: 4, arbitrary: fc.record({ do: fc.constant("answer" as const), at: fc.nat(9) }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant("fail" as const), at: fc.nat(9) }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant("pass" as const), ms: fc.nat(5000) }) },
      { weight: 1, arbitrary: fc.constant({ do: "hide" as const }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        let max = 0;
        let added = 0;
        let failures = 0;
        const taken: number[] = [];
        const open: { events: number[]; resolve: (answer: object) => void }[] = [];
        const transport = createTransport({
          address: ADDRESS,
          source: "s",
          setTimer,
          sendBeacon: () => false,
          fetch: ((_: string, init: RequestInit) =>
            new Promise((resolve) => {
              const { __logs__: logs } = JSON.parse(init.body as string) as {
                __logs__: EventBody[];
              };
              open.push({ events: logs.map(({ event_time: n }) => Number(n)), resolve });
              max = Math.max(max, open.length);
            })) as unknown as typeof fetch,
        });
        const answer = async (index: number, status: number): Promise<void> => {
          const [request] = open.splice(index % Math.max(1, open.length), 1);
          if (!request) return;
          if (status === 200) taken.push(...request.events);
          request.resolve({ status, ok: status === 200 });
          await clock.advance(0);
        };
        for (const each of steps) {
          if (each.do === "add") transport.add(event(added++));
          else if (each.do === "answer") await answer(each.at, 200);
          else if (each.do === "fail") {
            failures += 1;
            await answer(each.at, 500);
          } else if (each.do === "pass") await clock.advance(each.ms);
          else transport.flushLast();
          expect(open.length).toBeLessThanOrEqual(10);
        }
        for (let n = 0; n < 200; n++) {
          await answer(0, 200);
          await clock.advance(500);
        }
        expect(max).toBeLessThanOrEqual(10);
        expect(new Set(taken).size).toBe(taken.length);
        // Fewer than three failures cannot use up the attempts of a batch.
        if (failures < 3) expect(taken.toSorted((a, b) => a - b)).toHaveLength(added);
      }),
      { numRuns: 60 },
    );
  });
});
