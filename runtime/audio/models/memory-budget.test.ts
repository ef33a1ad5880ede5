import { afterEach, expect, it, vi } from "vitest";
import { fitsDevice } from "./memory-budget.ts";

afterEach(() => vi.unstubAllGlobals());

const device = (deviceMemory: number | undefined, isCoarse: boolean): void => {
  vi.stubGlobal("navigator", deviceMemory === undefined ? {} : { deviceMemory });
  vi.stubGlobal("matchMedia", () => ({ matches: isCoarse }));
};

it.each([
  ["a computer that says 8 GB", 8, false, true],
  ["a phone that says 4 GB", 4, true, false],
  ["a computer that does not say", undefined, false, true],
  ["a phone that does not say", undefined, true, false],
] as const)("TLS-5 on %s a model of 3.3 GB is offered or refused", (_, memory, isCoarse, fits) => {
  device(memory, isCoarse);
  expect(fitsDevice({ memory: 3.3e9 })).toBe(fits);
  expect(fitsDevice({ memory: null })).toBe(true);
});
