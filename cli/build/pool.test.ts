import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Pool, createPool } from "./pool.ts";

let root: string;
let pool: Pool;
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "pool-")));
});
afterEach(async () => {
  await pool.close();
  fs.rmSync(root, { recursive: true, force: true });
});

/** Tasks that each link a file. */
function copies(count: number, folder: string) {
  const [from, to] = [path.join(root, "from"), path.join(root, folder)];
  for (const made of [from, to]) fs.mkdirSync(made, { recursive: true });
  const names = Array.from({ length: count }, (_, at) => `${at}.txt`);
  for (const name of names) fs.writeFileSync(path.join(from, name), name);
  const tasks = names.map((name) => ({ type: "copy" as const, from, to, files: [name] }));
  return { tasks, names, done: () => names.filter((name) => fs.existsSync(path.join(to, name))) };
}

describe("the pool", () => {
  // Six tasks and more are worth a thread of their own.
  it.each([
    [0, 1],
    [1, 1],
    [5, 2],
    [6, 2],
    [12, 1],
    [24, 3],
  ])("RTE-7 runs %i tasks on %i threads, with or without a listener", async (count, size) => {
    pool = createPool(size);
    const silent = copies(count, "silent");
    await pool.run(silent.tasks);
    expect(silent.done()).toEqual(silent.names);
    const reported = copies(count, "told");
    let results = 0;
    await pool.run(reported.tasks, () => results++);
    expect(reported.done()).toEqual(reported.names);
    expect(results).toBe(count);
  });
});
