import { expect, it } from "vitest";
import { fromSlider, toSlider } from "./slider-scale.ts";

const hertz = { kind: "number", min: 20, max: 20_000, default: 1000, unit: "Hz", step: 1 } as const;
const gain = { kind: "number", min: -18, max: 18, default: 0, unit: "dB", step: 0.5 } as const;

it("TLS-13 a slider for frequencies is logarithmic, and each of its steps changes the value", () => {
  expect(toSlider(hertz, 20)).toEqual({ min: 0, max: 200, step: 1, value: 0 });
  expect(toSlider(hertz, 20_000).value).toBe(200);
  expect(fromSlider(hertz, 100)).toBe(632);
  for (let position = 0; position < 200; position++) {
    const value = fromSlider(hertz, position);
    expect(fromSlider(hertz, position + 1)).toBeGreaterThan(value);
    expect(Math.abs(toSlider(hertz, value).value - position)).toBeLessThanOrEqual(1);
  }
});

it("TLS-13 a slider for gains has the range and steps of its parameter", () => {
  expect(toSlider(gain, 3)).toEqual({ min: -18, max: 18, step: 0.5, value: 3 });
  expect(fromSlider(gain, -2.5)).toBe(-2.5);
});
