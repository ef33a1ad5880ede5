import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findRecordings } from "./find-recordings.ts";

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(path.join(tmpdir(), "recordings-"));
  for (const name of ["rec/a.wav", "rec/day/b.wav", "rec/..c/c.wav", "rec/clean/a.wav"]) {
    mkdirSync(path.dirname(path.join(cwd, name)), { recursive: true });
    writeFileSync(path.join(cwd, name), "");
  }
});
afterAll(() => rmSync(cwd, { recursive: true }));

const find = async (arg: string, out = "rec/clean"): Promise<readonly string[]> => {
  const found = await findRecordings([arg], cwd, path.join(cwd, out));
  return found.map(({ input }) => input.replaceAll(path.sep, "/")).sort();
};
/** Patterns match no hidden folders, which the first is. */
const RECORDED = ["rec/..c/c.wav", "rec/a.wav", "rec/day/b.wav"];

it("CLI-18 results of an earlier run below a folder are not taken for recordings", async () => {
  expect(await find("rec")).toEqual(RECORDED);
  expect(await find("rec/**/*.wav")).toEqual(RECORDED.slice(1));
  await expect(find("rec/cl*/*.wav")).rejects.toMatchObject({ code: "INPUT_UNREADABLE" });
});

it("CLI-18 recordings in the output folder are found where they are named", async () => {
  const own = ["rec/clean/a.wav"];
  expect(await find("rec/clean/a.wav")).toEqual(own);
  expect(await find("rec/clean")).toEqual(own);
  expect(await find("rec/clean/*.wav")).toEqual(own);
  expect(await find("rec", "rec")).toEqual([...RECORDED, ...own].sort());
  expect(await find("rec", ".")).toEqual([...RECORDED, ...own].sort());
});
