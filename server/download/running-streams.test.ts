import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import type { DatabaseSettings } from "../db/db.ts";
import { openDb } from "../db/open-db.ts";
import { describeOnDatabases } from "../db/test-databases.ts";

/** A process that takes a place for each line it is given, and says whether it has one. */
const PROGRAM = `
import { createInterface } from "node:readline";
const [settings, db, streams] = process.argv.slice(1);
const { openDb } = await import(db);
const { takeStream } = await import(streams);
const opened = await openDb(JSON.parse(settings), (error) => { throw error; });
let count = 0;
const deps = {
  db: opened,
  clock: Date.now,
  ids: () => process.pid + "-" + ++count,
  settings: { secret: "secret" },
};
console.log("ready");
for await (const line of createInterface(process.stdin)) {
  const [userId, client] = line.split(" ");
  console.log((await takeStream(deps, { userId, client })) ? "taken" : "full");
}
await opened.close();
`;

function startProcess(settings: DatabaseSettings) {
  const here = (name: string): string => path.join(import.meta.dirname, name);
  const given = [JSON.stringify(settings), here("../db/open-db.ts"), here("running-streams.ts")];
  const child = spawn(process.execPath, ["--input-type=module", "-e", PROGRAM, ...given], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async (): Promise<string> => (await lines.next()).value as string;
  return {
    isReady: next,
    /** @returns whether it has got a place */
    take(userId: string, client: string): Promise<string> {
      child.stdin.write(`${userId} ${client}\n`);
      return next();
    },
    async end(): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

describeOnDatabases("streams of several processes", ({ fresh }) => {
  it("API-17 an account has three in all of them, an address six, and those of a dead one end", async () => {
    const settings = await fresh();
    const db = await openDb(settings, () => {});
    const processes = [startProcess(settings), startProcess(settings)] as const;
    try {
      for (const one of processes) expect(await one.isReady()).toBe("ready");
      const takeEverywhere = (userId: string, client: string): Promise<string[]> =>
        Promise.all([0, 1, 0, 1, 0, 1].map((at) => processes[at as 0 | 1].take(userId, client)));
      expect((await takeEverywhere("ada", "home")).sort()).toEqual([
        ...Array.from({ length: 3 }, () => "full"),
        ...Array.from({ length: 3 }, () => "taken"),
      ]);
      // Another account at the same address has what that has left; elsewhere it has its own.
      expect((await takeEverywhere("bo", "home")).filter((one) => one === "taken")).toHaveLength(3);
      expect(await processes[0].take("cy", "home")).toBe("full");
      expect(await processes[1].take("cy", "work")).toBe("taken");
      for (const one of processes) await one.end();
      // Nobody gives back the places of a process that has died; their time ends.
      await db.write((tx) =>
        tx
          .updateTable("download_slots")
          .set({ until: Date.now() - 1 })
          .execute(),
      );
      const after = startProcess(settings);
      expect(await after.isReady()).toBe("ready");
      expect(await after.take("ada", "home")).toBe("taken");
      await after.end();
    } finally {
      for (const one of processes) await one.end();
      await db.close();
    }
  }, 60_000);
});
