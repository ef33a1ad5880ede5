import path from "node:path";
import { expect, it } from "vitest";
import { createResources } from "#cli/audio/effects/resources.ts";
import {
  ACTIVITY_BATCH,
  ACTIVITY_RATE,
  ACTIVITY_STEP,
  createVoiceActivity,
} from "./voice-activity.ts";

/** Syllables of a voice with moving formants for 1.2 s, then noise through the same formants. */
function makeSyllables(): Float32Array {
  let [phase, seed] = [0, 1];
  const states = [new Float64Array(2), new Float64Array(2)];
  return Float32Array.from({ length: 4 * ACTIVITY_BATCH * ACTIVITY_STEP }, (_, i) => {
    const time = i / ACTIVITY_RATE;
    phase += (120 + 25 * Math.sin(5 * time)) / ACTIVITY_RATE;
    const pulse = phase >= 1 ? 1 : 0;
    phase %= 1;
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    const noise = seed / 2 ** 31 - 1;
    const open = 0.5 - 0.5 * Math.cos(2 * Math.PI * 4 * time);
    const formants = [500 + 250 * Math.sin(11 * time), 1500 + 500 * Math.sin(7 * time)];
    let value = time < 1.2 ? open * (pulse + 0.01 * noise) : 0.02 * noise;
    for (const [n, state] of states.entries()) {
      const turn = Math.cos((2 * Math.PI * formants[n]!) / ACTIVITY_RATE);
      value += 2 * 0.97 * turn * state[0]! - 0.97 * 0.97 * state[1]!;
      state[1] = state[0]!;
      state[0] = value;
    }
    return 0.03 * value;
  });
}

/** Of dist/silero_vad_v6.onnx in npm's @ricky0123/vad-web 0.0.31, by ONNX Runtime. */
const PROBABILITIES = [
  0.0682, 0.5344, 0.4211, 0.2762, 0.1077, 0.0901, 0.0756, 0.0292, 0.0749, 0.2145, 0.2529, 0.1725,
  0.2263, 0.408, 0.3921, 0.3287, 0.3576, 0.0917, 0.1523, 0.4157, 0.8664, 0.8671, 0.8669, 0.7337,
  0.5352, 0.2941, 0.511, 0.7858, 0.8999, 0.9127, 0.8244, 0.8164, 0.8118, 0.8759, 0.7972, 0.7499,
  0.6336, 0.5969, 0.6304, 0.6476, 0.6588, 0.5535, 0.4775, 0.4199, 0.4467, 0.4989, 0.5534, 0.5773,
  0.5985, 0.4813, 0.3882, 0.3552, 0.338, 0.2749, 0.2842, 0.2521, 0.1938, 0.1461, 0.1286, 0.099,
  0.0686, 0.0739, 0.0956, 0.1158,
];

it("TLS-5 Silero VAD gives the probabilities that its own graph gives", async () => {
  const home = path.resolve(import.meta.dirname, "../..");
  const net = createVoiceActivity(await createResources(home).bytes("silero.f16"));
  const sound = makeSyllables();
  const found: number[] = [];
  for (let at = 0; at < sound.length; at += ACTIVITY_BATCH * ACTIVITY_STEP)
    found.push(...net.measure(sound.subarray(at, at + ACTIVITY_BATCH * ACTIVITY_STEP)));
  expect(found).toHaveLength(PROBABILITIES.length);
  const errors = found.map((value, at) => Math.abs(value - PROBABILITIES[at]!));
  expect(Math.max(...errors)).toBeLessThan(0.01);
});
