import { describe, expect, it } from "vitest";
import { createChannelPresence, createLockPresence } from "./presence.ts";
import { createTimers, settle } from "./test-session.ts";

/** A fake of the used part of the Web Locks API. */
function createFakeLocks() {
  type Request = {
    readonly name: string;
    readonly mode: string;
    readonly run: () => void;
  };
  const held: Request[] = [];
  let waiting: Request[] = [];
  const grant = (): void => {
    for (const request of waiting) {
      const others = held.filter(({ name }) => name === request.name);
      if (others.some(({ mode }) => mode === "exclusive" || request.mode === "exclusive")) continue;
      waiting = waiting.filter((other) => other !== request);
      held.push(request);
      request.run();
    }
  };
  const request = (name: string, ...rest: unknown[]): Promise<void> =>
    new Promise((resolve, reject) => {
      const work = rest.at(-1) as () => unknown;
      const { mode = "exclusive", signal } = (rest.length > 1 ? rest[0] : {}) as {
        mode?: string;
        signal?: AbortSignal;
      };
      const own: Request = {
        name,
        mode,
        run: () =>
          void Promise.resolve(work()).then(() => {
            held.splice(held.indexOf(own), 1);
            resolve();
            grant();
          }),
      };
      signal?.addEventListener("abort", () => {
        waiting = waiting.filter((other) => other !== own);
        reject(signal.reason as Error);
      });
      waiting.push(own);
      grant();
    });
  return { request, query: async () => ({ held }) } as unknown as LockManager;
}

describe("WSP-5 which tabs are there", () => {
  it("by locks: a tab is there as long as it holds its own", async () => {
    const locks = createFakeLocks();
    const ends = { a: new AbortController(), b: new AbortController() };
    const a = await createLockPresence(locks, { tab: "a", signal: ends.a.signal });
    const b = await createLockPresence(locks, { tab: "b", signal: ends.b.signal });
    expect(await a.isClosed("a")).toBe(false);
    expect(await a.isClosed("b")).toBe(false);
    expect(await b.isClosed("c")).toBe(true);
    const closed: string[] = [];
    void a.whenClosed("b").then(() => closed.push("b"));
    void a.whenClosed("c").then(() => closed.push("c"));
    await settle();
    expect(closed).toEqual(["c"]);
    ends.b.abort();
    await settle();
    expect(closed).toEqual(["c", "b"]);
    expect(await a.isClosed("b")).toBe(true);
  });

  it("by asking, where there are no locks", async () => {
    const timers = createTimers();
    const listeners: [tab: string, (event: MessageEvent) => void][] = [];
    const ends = new AbortController();
    const make = (tab: string) =>
      createChannelPresence({
        tab,
        signal: ends.signal,
        channel: {
          postMessage(data: unknown) {
            for (const [other, listener] of listeners)
              if (other !== tab) queueMicrotask(() => listener({ data } as MessageEvent));
          },
          addEventListener: ((_: string, listener: (event: MessageEvent) => void) =>
            listeners.push([tab, listener])) as never,
        },
        setTimer: (work, ms) => timers.setTimer(work, ms),
      });
    const a = make("a");
    make("b");
    expect(await a.isClosed("b")).toBe(false);
    expect(await a.isClosed("a")).toBe(false);
    const isClosed = a.isClosed("c");
    timers.pass(1000);
    expect(await isClosed).toBe(true);
    let isNotified = false;
    void a.whenClosed("b").then(() => (isNotified = true));
    await settle();
    expect(isNotified).toBe(false);
    listeners.pop();
    timers.pass(5000);
    await settle();
    timers.pass(1000);
    await settle();
    expect(isNotified).toBe(true);
  });
});
