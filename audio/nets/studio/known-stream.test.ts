import { expect, it } from "vitest";
import type { SpectralForm } from "#core/models/forms.ts";
import type { NetSession } from "../net-session.ts";
import { createSpectralNet } from "../spectral-net.ts";
import { answerKnownStream } from "./known-stream.ts";
import { isAlive } from "./prove-net.ts";

const FORM: SpectralForm = {
  kind: "spectral-stream",
  sampleRate: 16_000,
  frame: 512,
  input: "in",
  output: "out",
  states: { kept: [2] },
};
/** A net that gives each number times `gain`. */
const session = (gain: number): NetSession => ({
  run: async ({ in: input, kept }) => ({
    out: { data: (input!.data as Float32Array).map((x) => gain * x), dims: input!.dims },
    kept_out: { data: kept!.data as Float32Array, dims: kept!.dims },
  }),
  close: async () => {},
});

it("TLS-5 a net for streams answers a known sound with what it hears", async () => {
  const answer = await answerKnownStream(createSpectralNet(session(1), FORM));
  // It swells to 0.3, and a tone's level is that by the root of 2.
  for (const [part, level] of answer.entries())
    if (part > 0) expect(level / ((0.3 * (part + 0.3)) / 8 / Math.SQRT2)).toBeCloseTo(1, 0);
  const half = await answerKnownStream(createSpectralNet(session(0.5), FORM));
  for (const [part, level] of half.entries()) expect(level).toBeCloseTo(answer[part]! / 2, 6);
});

it.each([
  [1, true],
  [0, false],
  [Number.NaN, false],
])("TLS-5 a net that gives all times %d is alive: %s", async (gain, alive) => {
  expect(isAlive(await answerKnownStream(createSpectralNet(session(gain), FORM)))).toBe(alive);
});
