import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Pool } from "./pool.ts";
import { createPool } from "./pool.ts";

let root: string;
let pool: Pool;
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "pool-")));
});
afterEach(async () => {
  await pool.close();
  fs.rmSync(root, { recursive: true, force: true });
});

/** Tasks that each draw an image into a file. */
function drawings(count: number, folder: string) {
  const files = Array.from({ length: count }, (_, at) => path.join(root, folder, `${at}.png`));
  const input = { brand: "Brand", name: "Name", seed: "seed" };
  const tasks = files.map((file) => ({ type: "image" as const, file, input }));
  return { tasks, files, done: () => files.filter((file) => fs.existsSync(file)) };
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
  ])("RTE-7 does %i tasks on %i threads, whether or not somebody listens", async (count, size) => {
    pool = createPool(size);
    const silent = drawings(count, "silent");
    await pool.run(silent.tasks);
    expect(silent.done()).toEqual(silent.files);
    const told = drawings(count, "told");
    let results = 0;
    await pool.run(told.tasks, () => results++);
    expect(told.done()).toEqual(told.files);
    expect(results).toBe(count);
  });
});
