import { expect, it } from "vitest";
import { isBarelyLower } from "./barely-lower.ts";

const song = { lufs: -14 };

it.each([
  ["no-guitar", -14.8, true],
  ["no-piano", -14.99, true],
  ["no-guitar", -15, false],
  ["no-piano", -16.2, false],
  ["no-drums", -14.1, false],
  ["stems", -14, false],
] as const)("USR-15 %s that leaves %f LUFS of −14 is free: %s", (preset, lufs, isFree) => {
  expect(isBarelyLower(preset, song, { lufs })).toBe(isFree);
});

it("USR-15 silence is free, too", () => {
  const silence = { lufs: Number.NEGATIVE_INFINITY };
  expect(isBarelyLower("no-guitar", silence, silence)).toBe(true);
});
