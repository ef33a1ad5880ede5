import { expect, it } from "vitest";
import type { StorageInfo } from "#runtime/contract/file.ts";
import { stemBytes, tooFewBytes } from "./stem-bytes.ts";

const storage = (used: number | null, quota: number | null): StorageInfo => ({
  kind: "opfs",
  persisted: true,
  used,
  quota,
  full: false,
});

it("TLS-3 an hour and a half in four stems takes up 5.7 GB, and visitors with less space are warned", () => {
  const needed = stemBytes(5400, 4, "keep");
  expect(needed / 1e9).toBeCloseTo(5.7, 1);
  expect(tooFewBytes(storage(1e9, 11e9), needed)).toBeNull();
  expect(tooFewBytes(storage(1e9, 4e9), needed)).toBe(3e9);
  expect(tooFewBytes(storage(5e9, 4e9), needed)).toBe(0);
  expect(stemBytes(5400, 4, "wav16")).toBeCloseTo((2 / 3) * needed, 0);
  expect(stemBytes(5400, 2, "mp3")).toBe(needed / 2);
});

it("TLS-3 there is no warning for a song of four minutes, nor if the free space is unknown", () => {
  expect(tooFewBytes(storage(0, 1e9), stemBytes(240, 4, "keep"))).toBeNull();
  expect(tooFewBytes(storage(null, null), 1e12)).toBeNull();
});
