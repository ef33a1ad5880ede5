import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { keyOf, openRecord } from "./record.ts";

it("results are recorded at once, and found again by a later run", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-mutation-test-"));
  const file = path.join(folder, "new", "1.jsonl");
  const mutant = { file: "a.ts", start: 1, end: 2, original: "<", replacement: "<=" };
  const keys = ["1", "2"].map((revision) => keyOf(revision, mutant)) as [string, string];
  openRecord(file).set(keys[0], "killed");
  fs.appendFileSync(file, '["cut o');
  const record = openRecord(file);
  expect(keys.map((key) => record.get(key))).toEqual(["killed", undefined]);
  record.set(keys[1], "survived");
  const last = openRecord(file);
  expect(keys.map((key) => last.get(key))).toEqual(["killed", "survived"]);
  fs.rmSync(folder, { recursive: true });
});
