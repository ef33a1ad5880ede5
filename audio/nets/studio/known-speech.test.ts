import { expect, it } from "vitest";
import type { MoonshineForm } from "#core/models/forms.ts";
import type { NetSession } from "../net-session.ts";
import { answerKnownSpeech, isSameSpeechAnswer, knownSpeech } from "./known-speech.ts";

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

/** An encoder that gives the sound, a decoder that says each token, louder by `drift` with its cache. */
const answerOf = (factor: number, drift = 1) =>
  answerKnownSpeech({
    form: FORM,
    vocabulary: { decode: (tokens) => tokens.join(" ") },
    sessions: {
      encoder: net(async ({ input_values: sound }) => ({
        last_hidden_state: {
          data: (sound!.data as Float32Array).map((sample) => factor * sample),
          dims: sound!.dims,
        },
      })),
      decoder: net(async ({ use_cache_branch: cached }, wanted) => {
        const level = cached!.data[0] === 1 ? drift : 1;
        const kept = wanted!.filter((name) => name !== "logits").map((name) => [name, one(1)]);
        return {
          ...Object.fromEntries(kept),
          logits: {
            data: Float32Array.from({ length: 16 }, (_, at) => level * (at + 1)),
            dims: [16],
          },
        };
      }),
    },
  });

it("TLS-5 the known speech is two seconds that can be heard, and always the same", () => {
  const sound = knownSpeech(FORM);
  expect(sound.length).toBe(32_000);
  expect(sound).toEqual(knownSpeech(FORM));
  const most = sound.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
  expect(most).toBeGreaterThan(0.1);
  expect(most).toBeLessThan(1);
});

it("TLS-5 a net for speech answers with what it heard and with two tokens, one from its cache", async () => {
  const right = await answerOf(1);
  expect(right.length).toBe(24);
  expect(right.slice(8, 24)).toEqual([...right.slice(8, 16), ...right.slice(8, 16)]);
  expect(isSameSpeechAnswer(await answerOf(1.01, 1.01), right)).toBe(true);
});

it.each([
  ["hears something else", [1.2, 1]],
  ["hears nothing", [0, 1]],
  ["gives what is no number", [Number.NaN, 1]],
  ["loses what it kept", [1, 0.8]],
] as const)("TLS-5 one that %s does not answer the same", async (_, [factor, drift]) => {
  expect(isSameSpeechAnswer(await answerOf(factor, drift), await answerOf(1))).toBe(false);
});

it("TLS-5 fewer numbers are not the same answer", () => {
  expect(isSameSpeechAnswer([1], [1, 2])).toBe(false);
  expect(isSameSpeechAnswer([], [1])).toBe(false);
});
