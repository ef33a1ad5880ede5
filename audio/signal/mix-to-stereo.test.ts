import { expect, it } from "vitest";
import { mixToStereo } from "./mix-to-stereo.ts";

/** Channels of one sample each. */
const of = (...samples: number[]) => samples.map((sample) => Float32Array.of(sample));
const mixed = (...samples: number[]) => mixToStereo(of(...samples)).map(([sample]) => sample);

it("TLS-2 mixes the center to both sides, and rear channels to their side", () => {
  const half = Math.fround(Math.SQRT1_2);
  expect(mixed(0, 0, 1, 0, 0, 0)).toEqual([half, half]);
  expect(mixed(1, 0, 0, 0, 0, 0)).toEqual([1, 0]);
  expect(mixed(0, 0, 0, 0, 0, 1)).toEqual([0, half]);
  expect(mixed(0, 0, 0, 1, 0, 0)).toEqual([0, 0]);
  expect(mixed(0, 0, 0, 0, 0, 0, 1, 0)).toEqual([half, 0]);
});

it("TLS-2 one or two channels are unchanged, and unknown layouts use their first two", () => {
  expect(mixed(0.5)).toEqual([0.5]);
  expect(mixed(0.5, 0.25)).toEqual([0.5, 0.25]);
  expect(mixed(...Array.from({ length: 12 }, (_, at) => at))).toEqual([0, 1]);
});
