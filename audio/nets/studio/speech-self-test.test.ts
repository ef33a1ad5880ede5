import { expect, it } from "vitest";
import type { MoonshineForm } from "#core/models/forms.ts";
import type { NetSession } from "../net-session.ts";
import { measureTestSpeech, speechLevelsMatch, createTestSpeech } from "./speech-self-test.ts";

const FORM: MoonshineForm = {
  kind: "moonshine",
  sampleRate: 16_000,
  layers: 1,
  heads: 1,
  headSize: 1,
  startToken: 1,
  endToken: 2,
  tokensPerSecond: 6,
};
const net = (run: NetSession["run"]): NetSession => ({ run, close: async () => {} });
const one = (value: number) => ({ data: Float32Array.of(value), dims: [1, 1, 1, 1] });

/**
 * An encoder that returns the sound, and a decoder that returns each token, scaled by `drift` when
 * it uses its cache.
 */
const createNet = (factor: number, drift = 1) =>
  measureTestSpeech({
    form: FORM,
    vocabulary: { decode: (tokens) => tokens.join(" ") },
    sessions: {
      encoder: net(async ({ input_values: sound }) => ({
        last_hidden_state: {
          data: (sound!.data as Float32Array).map((sample) => factor * sample),
          dims: sound!.dims,
        },
      })),
      decoder: net(async ({ use_cache_branch: cached }, outputNames) => {
        const level = cached!.data[0] === 1 ? drift : 1;
        const cache = outputNames!
          .filter((name) => name !== "logits")
          .map((name) => [name, one(1)]);
        return {
          ...Object.fromEntries(cache),
          logits: {
            data: Float32Array.from({ length: 16 }, (_, at) => level * (at + 1)),
            dims: [16],
          },
        };
      }),
    },
  });

it("TLS-5 the test signal for speech has two seconds, is audible, and always the same", () => {
  const sound = createTestSpeech(FORM);
  expect(sound.length).toBe(32_000);
  expect(sound).toEqual(createTestSpeech(FORM));
  const maximum = sound.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
  expect(maximum).toBeGreaterThan(0.1);
  expect(maximum).toBeLessThan(1);
});

it("TLS-5 a speech model's fingerprint consists of its encoder output and two tokens, one from its cache", async () => {
  const right = await createNet(1);
  expect(right.length).toBe(24);
  expect(right.slice(8, 24)).toEqual([...right.slice(8, 16), ...right.slice(8, 16)]);
  expect(speechLevelsMatch(await createNet(1.01, 1.01), right)).toBe(true);
});

it.each([
  ["hears something else", [1.2, 1]],
  ["hears nothing", [0, 1]],
  ["gives what is no number", [Number.NaN, 1]],
  ["loses what it kept", [1, 0.8]],
] as const)("TLS-5 one that %s does not answer the same", async (_, [factor, drift]) => {
  expect(speechLevelsMatch(await createNet(factor, drift), await createNet(1))).toBe(false);
});

it("TLS-5 fewer numbers are not the same answer", () => {
  expect(speechLevelsMatch([1], [1, 2])).toBe(false);
  expect(speechLevelsMatch([], [1])).toBe(false);
});
