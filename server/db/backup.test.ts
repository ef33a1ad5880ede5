import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { getBalance } from "#core/api/credits/get-balance.ts";
import { createTestServer } from "../testing/test-server.ts";
import type { DatabaseSettings } from "./db.ts";
import { describeOnDatabases } from "./test-databases.ts";
import { needs, only } from "#tests/left-out.ts";

const DOCUMENT = fs.readFileSync(path.resolve(import.meta.dirname, "../../docs/server.md"), "utf8");
/** The first command in a cell of the backup table. */
const commandOf = (name: string, column: number): string => {
  const [, row] = new RegExp(`^\\| ${name} (.*)$`, "m").exec(DOCUMENT)!;
  return /`([^`]+)`/.exec(row!.split(" | ")[column]!)![1]!;
};
const hasTools = spawnSync("pg_dump", ["--version"]).status === 0;

/** Runs a command in a folder, as an operator would. */
const run = (command: string, { url, file }: DatabaseSettings, folder: string) =>
  execFileSync("/bin/sh", ["-c", command], {
    cwd: url === null ? path.dirname(file) : folder,
    env: { ...process.env, DATABASE_URL: url ?? "" },
    stdio: ["ignore", "pipe", "pipe"],
  });

describeOnDatabases("backup", ({ engine, fresh, empty }) => {
  it(
    "API-17 a copy that is made as docs/server.md says, while the server works, has all of it",
    process.platform === "win32"
      ? only(false, "where there is a shell")
      : needs(engine === "sqlite" || hasTools, "pg_dump"),
    async () => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-backup-"));
      const name = engine === "sqlite" ? "SQLite" : "PostgreSQL";
      const settings = await fresh();
      const server = await createTestServer(settings);
      const { token } = await server.addUser();
      await server.call(claimDaily, {}, { token, key: "the-first-claim" });
      run(commandOf(name, 1), settings, folder);
      const { token: later } = await server.addUser();
      const copy = await empty();
      if (engine === "sqlite") {
        fs.mkdirSync(path.dirname(copy.file), { recursive: true });
        fs.copyFileSync(path.join(path.dirname(settings.file), "copy.sqlite"), copy.file);
      } else run(commandOf(name, 2), copy, folder);
      await server.close();

      const restored = await createTestServer(copy);
      const balance = await restored.call(getBalance, {}, { token });
      expect(balance.data).toMatchObject({ free_credits: 3, daily_credits_count: 1 });
      expect((await restored.call(claimDaily, {}, { token, key: "another-claim" })).key).toBe(
        "claim_too_soon",
      );
      expect((await restored.call(getBalance, {}, { token: later })).key).toBe("not_signed_in");
      await restored.close();
      fs.rmSync(folder, { recursive: true });
    },
  );
});
