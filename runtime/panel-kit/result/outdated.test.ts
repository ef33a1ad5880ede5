import { expect, it } from "vitest";
import denoise from "#audio/effects/denoise.ts";
import silence from "#audio/effects/silence.ts";
import type { Effect } from "#audio/effect.ts";
import { valuesOf } from "../settings/effect-params.ts";
import { isOutdated } from "./outdated.ts";

const setupOf = (effect: unknown, change: object = {}, model: string | null = null) => {
  const { parameters } = effect as Effect;
  return {
    effect: effect as Effect,
    values: { ...valuesOf(parameters, undefined), ...change },
    model: model === null ? null : ({ id: model } as never),
  };
};
const made = (effect: unknown, more: object = {}) => ({
  params: { values: setupOf(effect).values, ...more },
});

it("TLS-7 a result is out of date once a setting is another one, and not before", () => {
  expect(isOutdated(made(denoise), setupOf(denoise))).toBe(false);
  expect(isOutdated(made(denoise), setupOf(denoise, { strength: 12 }))).toBe(true);
  expect(isOutdated(made(denoise), { ...setupOf(denoise, { strength: 12 }), effect: null })).toBe(
    false,
  );
});

it("TLS-7 a result of another engine is out of date, too", () => {
  const model = { id: "studio", sha256: "", form: "" };
  expect(isOutdated(made(denoise, { model }), setupOf(denoise))).toBe(true);
  expect(isOutdated(made(denoise, { model }), setupOf(denoise, {}, "studio"))).toBe(false);
  expect(isOutdated(made(denoise), setupOf(denoise, {}, "studio"))).toBe(true);
});

it("TLS-7 retained ranges and the format do not make a result outdated", () => {
  const values = { ...setupOf(silence).values, keep: [[1, 2]] };
  expect(isOutdated({ params: { values, output: "mp3" } }, setupOf(silence))).toBe(false);
});
