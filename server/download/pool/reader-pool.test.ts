import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createReaderPool } from "./reader-pool.ts";

/** A thread with misbehaving readers. */
const SCRIPT = `
import { parentPort, threadId } from "node:worker_threads";
const READERS = {
  echo: (bytes) => ({ text: new TextDecoder().decode(bytes), threadId }),
  forever: () => { for (;;); },
  pattern: () => /^(a+)+$/.test("a".repeat(80) + "b"),
  memory: () => { const all = []; for (;;) all.push(new Array(10_000).fill("x")); },
  fault: () => { throw new Error("a bug"); },
};
parentPort.on("message", ({ name, bytes }) =>
  parentPort.postMessage({ kind: "value", value: READERS[name](bytes), cpu: 0 }));
parentPort.postMessage({ kind: "ready", cpu: 0 });
`;

describe("the pool of readers", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "reader-pool-"));
  const file = path.join(folder, "thread.mjs");
  let pool: ReturnType<typeof createReaderPool>;
  beforeAll(() => {
    fs.writeFileSync(file, SCRIPT);
    pool = createReaderPool(pathToFileURL(file), { threads: 2, cpuTime: 500 });
  });
  afterAll(async () => {
    await pool.close();
    fs.rmSync(folder, { recursive: true });
  });

  const never = new AbortController().signal;
  const read = (name: string, userId = "ada", signal = never) =>
    pool.read({ name, bytes: Buffer.from(name), args: {} }, { account: userId, signal });

  it("API-17 reads in threads that stay", async () => {
    const first = await read("echo");
    expect(first).toMatchObject({ text: "echo" });
    expect(await read("echo")).toEqual(first);
  });

  it.each(["forever", "pattern", "memory"])(
    "API-17 stops a reader that takes too much (%s), and goes on with a new thread",
    async (name) => {
      await expect(read(name)).rejects.toMatchObject({ key: "source_too_complex" });
      expect(await read("echo")).toMatchObject({ text: "echo" });
    },
  );

  it("API-17 reports a fault of a reader as one", async () => {
    await expect(read("fault")).rejects.toThrow("a bug");
    expect(await read("echo")).toMatchObject({ text: "echo" });
  });

  it("API-17 reads one text of an account at a time, so that others do not wait for it", async () => {
    const order: string[] = [];
    const note = (name: string) => () => void order.push(name);
    const slow = Array.from({ length: 3 }, () => read("forever", "eve").catch(note("eve")));
    await read("echo", "ada").then(note("ada"));
    await read("echo", "bob").then(note("bob"));
    expect(order).toEqual(["ada", "bob"]);
    await Promise.all(slow);
    expect(order).toEqual(["ada", "bob", "eve", "eve", "eve"]);
  });

  it("API-17 gives accounts with little waiting the room of those with most", async () => {
    const small = createReaderPool(pathToFileURL(file), {
      threads: 2,
      cpuTime: 500,
      waitingBytes: 16_000,
    });
    const leaving = new AbortController();
    const ask = (account: string, size: number, name = "forever") =>
      small
        .read(
          { name, bytes: Buffer.alloc(size), args: {} },
          { account, signal: name === "forever" ? leaving.signal : never },
        )
        .then(
          () => "read",
          (error: { key: string }) => error.key,
        );
    // Each account has one text being read, and eight that fill the queue.
    const eve = Array.from({ length: 9 }, () => ask("eve", 1000));
    const mal = Array.from({ length: 9 }, () => ask("mal", 1000));
    const others = ["ada", "bob", "cat"].map((account) => ask(account, 900, "echo"));
    expect(await Promise.all([eve.at(-1), mal.at(-1)])).toEqual(["unavailable", "unavailable"]);
    // The account with the most queued bytes cannot evict others in favor of its own texts.
    expect(await ask("eve", 8000)).toBe("unavailable");
    expect(await ask("dan", 17_000)).toBe("unavailable");
    expect(await Promise.all(others)).toEqual(["read", "read", "read"]);
    leaving.abort();
    const ends = await Promise.all([...eve, ...mal]);
    expect(ends.filter((key) => key === "unavailable")).toHaveLength(3);
    await small.close();
  });

  it("API-17 limits the queue of an account, and drops texts whose requests ended", async () => {
    const leaving = new AbortController();
    const all = Array.from({ length: 12 }, () =>
      read("forever", "eve", leaving.signal).catch((error: { key: string }) => error.key),
    );
    expect(await Promise.all(all.slice(9))).toEqual(["unavailable", "unavailable", "unavailable"]);
    leaving.abort();
    expect(new Set(await Promise.all(all.slice(0, 9)))).toEqual(new Set(["source_unavailable"]));
    expect(await read("echo", "eve")).toMatchObject({ text: "echo" });
  });
});
