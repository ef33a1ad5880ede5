import { expect, it } from "vitest";
import { coverValuesOf, doesSomething, isSame } from "./cover-params.ts";

const initial = coverValuesOf(undefined);
const untouched = { ...initial, voice: "none", pitch: 0, formant: 0, key: 0, level: 0 } as const;

it("TLS-4 stored settings of a cover that are invalid are the defaults", () => {
  expect(coverValuesOf({ voice: "nobody", pitch: "high", key: 1e9 })).toMatchObject({
    voice: initial.voice,
    pitch: initial.pitch,
  });
  expect(coverValuesOf(JSON.parse(JSON.stringify(untouched)))).toEqual(untouched);
});

it("TLS-1 a cover does something if any value but the reverb differs from the song's", () => {
  expect(doesSomething(untouched)).toBe(false);
  for (const name of ["pitch", "formant", "key", "level"] as const)
    expect(doesSomething({ ...untouched, [name]: 1 })).toBe(true);
});

it("TLS-1 covers are the same only if all of their values are", () => {
  expect(isSame(untouched, { ...untouched })).toBe(true);
  expect(isSame(untouched, { ...untouched, pitch: 1 })).toBe(false);
});
