import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTrackFile } from "./track-file.ts";

/** A process that writes events as fast as it can, and prints those that have been written. */
const PROGRAM = `
const [module, file, name, count, limit, maxFiles] = process.argv.slice(1);
const fs = await import("node:fs");
const { createTrackFile } = await import(module);
const sink = createTrackFile(file, Date.now, Number(limit), Number(maxFiles));
const pad = "x".repeat(100);
fs.writeSync(1, "ready\\n");
process.stdin.once("data", async () => {
  for (let n = 0; n < Number(count); n++) {
    await sink.take("events", JSON.stringify({ id: name + "-" + n, pad }));
    fs.writeSync(1, name + "-" + n + "\\n");
  }
  process.exit(0);
});
`;

interface Writing {
  readonly file: string;
  readonly count: number;
  readonly limit: number;
  readonly maxFiles: number;
}

/** @param after number of events after which the process is killed */
async function startWriter(name: string, writing: Writing, after = Infinity) {
  const { file, count, limit, maxFiles } = writing;
  const module = path.join(import.meta.dirname, "track-file.ts");
  const given = [module, file, name, count, limit, maxFiles].map(String);
  const child = spawn(process.execPath, ["--input-type=module", "-e", PROGRAM, ...given], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const written: string[] = [];
  const lines = createInterface(child.stdout);
  await once(lines, "line");
  lines.on("line", (line) => {
    written.push(line);
    if (written.length === after) child.kill("SIGKILL");
  });
  return {
    async write(): Promise<readonly string[]> {
      const ended = Promise.all([once(child, "exit"), once(lines, "close")]);
      child.stdin.write("go\n");
      await ended;
      return written;
    },
  };
}

describe("a file of events", () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "track-file-"));
    file = path.join(folder, "events.jsonl");
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  const filesOf = (): string[] =>
    fs.readdirSync(folder).filter((name) => /^events\.jsonl(\.\d+)?$/.test(name));
  /** Ids of all events in all files. */
  const eventsOf = (): string[] =>
    filesOf().flatMap((name) =>
      fs
        .readFileSync(path.join(folder, name), "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => (JSON.parse(line) as { batch: { id: string } }).batch.id),
    );

  it("API-17 has each event once, when processes write to it and rotate it at the same time", async () => {
    // A file holds about ten events.
    const writing = { file, count: 150, limit: 2000, maxFiles: 1000 };
    const writers = await Promise.all([0, 1, 2, 3].map((n) => startWriter(`w${n}`, writing)));
    const written = (await Promise.all(writers.map((writer) => writer.write()))).flat();
    expect(written).toHaveLength(600);
    expect(eventsOf().sort()).toEqual(written.toSorted());
    expect(filesOf().length).toBeGreaterThan(5);
  }, 60_000);

  it("API-17 loses no written event, and continues rotating, if processes are killed", async () => {
    const writing = { file, count: 150, limit: 2000, maxFiles: 1000 };
    const writers = await Promise.all(
      [10, 30, 50, Infinity].map((after, n) => startWriter(`w${n}`, writing, after)),
    );
    const written = (await Promise.all(writers.map((writer) => writer.write()))).flat();
    const found = eventsOf();
    expect(new Set(found).size).toBe(found.length);
    expect(written.filter((id) => !found.includes(id))).toEqual([]);
    const before = filesOf().length;
    const sink = createTrackFile(file, Date.now, 2000, 1000);
    for (let n = 0; n < 30; n++)
      await sink.take("events", JSON.stringify({ id: `after-${n}`, pad: "x".repeat(100) }));
    expect(filesOf().length).toBeGreaterThan(before);
  }, 60_000);

  it("API-17 is rotated into a limited number of older files", async () => {
    const sink = createTrackFile(file, Date.now, 200, 2);
    for (let n = 0; n < 6; n++)
      await sink.take("events", JSON.stringify({ id: n, pad: "x".repeat(80) }));
    expect(filesOf().sort()).toEqual(["events.jsonl", "events.jsonl.1", "events.jsonl.2"]);
    const idIn = (name: string) =>
      (JSON.parse(fs.readFileSync(path.join(folder, name), "utf8")) as { batch: { id: number } })
        .batch.id;
    expect(filesOf().sort().map(idIn)).toEqual([5, 4, 3]);
  });
});
