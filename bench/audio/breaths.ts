import { makeBreath, type TimeSpan } from "./faults.ts";
import { rms, scaled } from "./material.ts";
import type { Random } from "./random.ts";

/** How breaths come to be, each at an RMS of 1, and how far under the speech they lie in dB. */
interface Breathing {
  readonly make: (sampleRate: number, random: Random) => Float32Array;
  readonly under: readonly [number, number];
}

const MADE: Breathing = {
  make: (sampleRate, random) => makeBreath(0.18 + 0.35 * random.uniform(), sampleRate, random),
  under: [14, 26],
};

/** Speech in pieces with pauses between them, a breath in most of the pauses. */
export function addBreaths(
  segments: readonly Float32Array[],
  sampleRate: number,
  random: Random,
  { make, under }: Breathing = MADE,
): {
  readonly samples: Float32Array;
  readonly breaths: readonly TimeSpan[];
  readonly speech: readonly TimeSpan[];
} {
  const parts: Float32Array[] = [];
  const breaths: TimeSpan[] = [];
  const speech: TimeSpan[] = [];
  let at = 0;
  const voice = Math.max(...segments.map(rms));
  const add = (samples: Float32Array) => {
    parts.push(samples);
    at += samples.length;
  };
  const pause = (seconds: number) => add(new Float32Array(Math.round(seconds * sampleRate)));
  for (const [i, segment] of segments.entries()) {
    speech.push({ start: at, end: at + segment.length });
    add(segment);
    pause(0.06 + 0.1 * random.uniform());
    // One pause in four is silent.
    if (i % 4 === 3) {
      pause(0.5);
      continue;
    }
    const breath = make(sampleRate, random);
    const level = voice * 10 ** (-(under[0] + (under[1] - under[0]) * random.uniform()) / 20);
    breaths.push({ start: at, end: at + breath.length });
    add(scaled(breath, level));
    pause(0.05 + 0.1 * random.uniform());
  }
  const samples = new Float32Array(at);
  let to = 0;
  for (const part of parts) {
    samples.set(part, to);
    to += part.length;
  }
  // A quiet room under all of it.
  return { samples: samples.map((x) => x + 0.00015 * random.normal()), breaths, speech };
}
