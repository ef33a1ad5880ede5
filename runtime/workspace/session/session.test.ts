import { describe, expect, it } from "vitest";
import { createTabChannel } from "./channel.ts";
import { createMemoryDatabase } from "./database-memory.ts";
import { createLonePresence } from "./presence.ts";
import { type SessionParts, createSession, tabOf } from "./session.ts";
import { createFakeStore, createTimers, settle } from "./test-session.ts";

const refuse = () => Promise.reject(new DOMException("Refused", "SecurityError"));
function partsOf(parts: Partial<SessionParts> = {}) {
  const timers = createTimers();
  const reported: unknown[] = [];
  const session = createSession({
    tab: "one",
    openDatabase: async () => createMemoryDatabase(),
    openFiles: async () => createFakeStore(),
    openPresence: async () => createLonePresence("one"),
    storage: null,
    channel: createTabChannel(null),
    setTimer: (work, ms) => timers.setTimer(work, ms),
    report: (error) => reported.push(error),
    ...parts,
  });
  return { session, timers, reported };
}

describe("WSP-5 the session takes what the browser gives", () => {
  it("its file system where there is one", async () => {
    const { session, timers, reported } = partsOf();
    expect((await session.open()).kind).toBe("opfs");
    expect(timers.count()).toBe(0);
    expect(reported).toEqual([]);
    expect(await session.measure()).toEqual({
      kind: "opfs",
      persisted: false,
      used: null,
      quota: null,
    });
  });

  it("its database where it has no file system", async () => {
    const { session, reported } = partsOf({ openFiles: refuse });
    expect((await session.open()).kind).toBe("indexeddb");
    session.bytes.hold("one.1", new Blob(["sound"]));
    expect(await session.bytes.save("one.1")).toBe(true);
    expect(session.bytes.isHeld("one.1")).toBe(false);
    expect(await (await session.bytes.open("one.1")).text()).toBe("sound");
    expect(await session.bytes.keys()).toEqual(["one.1"]);
    const sink = await session.bytes.sink("one.2");
    const writer = sink.stream.getWriter();
    await writer.write(new Uint8Array(3));
    await writer.close();
    expect(await sink.finish()).toEqual({ size: 3, stored: true });
    expect(reported).toEqual([]);
  });

  it("memory where it refuses both, or does not answer", async () => {
    expect((await partsOf({ openDatabase: refuse }).session.open()).kind).toBe("memory");
    const { session, timers, reported } = partsOf({ openDatabase: () => new Promise(() => {}) });
    const opening = session.open();
    await settle();
    timers.pass(10_000);
    expect((await opening).kind).toBe("memory");
    expect(String(reported[0])).toContain("TimeoutError");
    const sink = await session.bytes.sink("one.2");
    await sink.stream.getWriter().write(new Uint8Array(3));
    expect(await session.bytes.keys()).toEqual([]);
  });

  it("a sink that is thrown away leaves nothing", async () => {
    const { session } = partsOf();
    const sink = await session.bytes.sink("one.1");
    await sink.stream.getWriter().write(new Uint8Array(3));
    await sink.discard();
    expect(await session.bytes.keys()).toEqual([]);
    await expect(session.bytes.open("one.1")).rejects.toMatchObject({
      fault: { code: "file.missing" },
    });
  });

  it("a device on which nothing stays when it is full ends the result, and says so", async () => {
    const store = createFakeStore({ quota: 10 });
    const { session } = partsOf({
      openFiles: async () => ({
        ...store,
        async write(id) {
          const writer = await store.write!(id);
          return { ...writer, close: () => Promise.reject(new TypeError("Errored")) };
        },
      }),
    });
    const sink = await session.bytes.sink("one.1");
    await expect(sink.stream.getWriter().write(new Uint8Array(30))).rejects.toMatchObject({
      fault: { code: "storage.full" },
    });
  });

  it("saving ends with its signal, and the file stays usable", async () => {
    const { session } = partsOf();
    session.bytes.hold("one.1", new Blob(["sound"]));
    const saving = session.bytes.save("one.1", { signal: AbortSignal.abort() });
    await expect(saving).rejects.toMatchObject({ name: "AbortError" });
    expect(await (await session.bytes.open("one.1")).text()).toBe("sound");
    expect(await session.bytes.keys()).toEqual([]);
  });

  it("requests persistent storage once, and only if something is stored", async () => {
    let requests = 0;
    const storage = { persist: async () => ++requests > 0 };
    const { session } = partsOf({ storage });
    await session.persist();
    await session.persist();
    expect(requests).toBe(1);
    await partsOf({ storage, openDatabase: refuse }).session.persist();
    expect(requests).toBe(1);
  });

  it("ids tell which tab has made them", () => {
    const { session } = partsOf();
    const [a, b] = [session.newId(), session.newId()];
    expect(a).not.toBe(b);
    expect(tabOf(a)).toBe("one");
  });
});
