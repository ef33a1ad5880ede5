import { expect, it } from "vitest";
import type { SpectralForm } from "#core/models/forms.ts";
import type { NetSession } from "../net-session.ts";
import { createSpectralNet } from "../spectral-net.ts";
import { measureTestStream } from "./stream-self-test.ts";
import { isFiniteAndAudible } from "./verify-net.ts";

const FORM: SpectralForm = {
  kind: "spectral-stream",
  sampleRate: 16_000,
  frame: 512,
  input: "in",
  output: "out",
  states: { kept: [2] },
};
/** A network that multiplies by `gain`. */
const session = (gain: number): NetSession => ({
  run: async ({ in: input, kept: state }) => ({
    out: { data: (input!.data as Float32Array).map((x) => gain * x), dims: input!.dims },
    kept_out: { data: state!.data as Float32Array, dims: state!.dims },
  }),
  close: async () => {},
});

it("TLS-5 a net for streams answers a known sound with what it hears", async () => {
  const levels = await measureTestStream(createSpectralNet(session(1), FORM));
  // The amplitude rises to 0.3; the RMS level of a tone is lower by √2.
  for (const [part, level] of levels.entries())
    if (part > 0) expect(level / ((0.3 * (part + 0.3)) / 8 / Math.SQRT2)).toBeCloseTo(1, 0);
  const half = await measureTestStream(createSpectralNet(session(0.5), FORM));
  for (const [part, level] of half.entries()) expect(level).toBeCloseTo(levels[part]! / 2, 6);
});

it.each([
  [1, true],
  [0, false],
  [Number.NaN, false],
])("TLS-5 a net that gives all times %d is alive: %s", async (gain, alive) => {
  expect(isFiniteAndAudible(await measureTestStream(createSpectralNet(session(gain), FORM)))).toBe(
    alive,
  );
});
