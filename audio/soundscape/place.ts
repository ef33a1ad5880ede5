import { createDrift } from "./kit/drift.ts";
import type { Random } from "./kit/random.ts";
import { panFactors } from "./kit/rings.ts";
import { QUANTUM } from "./kit/layer.ts";

/** Where both sides of a layer are, from −1 left to 1 right: it gets narrower towards a side. */
function sidesOf(pan: number): readonly [left: number, right: number] {
  const width = 1 - Math.abs(pan);
  return [pan - width, pan + width];
}

/** Adds a block to a mix. */
export interface Placer {
  /** @param pan −1 to 1, of the block's end */
  place(from: readonly Float32Array[], to: readonly Float32Array[], pan: number): void;
}

/** Where a layer is now: where it was put, and as far from there as it may wander. */
export function createWalk(random: Random, sampleRate: number) {
  const slow = createDrift(random, [4, 13]);
  const slower = createDrift(random, [11, 29]);
  return (pan: number, movement: number): number => {
    const seconds = QUANTUM / sampleRate;
    const away = 0.65 * slow(seconds) + 0.5 * slower(seconds);
    return Math.min(1, Math.max(-1, pan + movement * away));
  };
}

/** For loudspeakers: each side of the layer between the two. */
export function createPanner(): Placer {
  let last: number[] | null = null;
  return {
    place([left, right], [toLeft, toRight], pan) {
      const [a, b] = sidesOf(pan);
      const next = [...panFactors(a), ...panFactors(b)].map((factor) => factor / Math.SQRT2);
      const from = last ?? next;
      for (let i = 0; i < QUANTUM; i++) {
        const part = i / QUANTUM;
        const factor = (at: number): number => from[at]! + (next[at]! - from[at]!) * part;
        toLeft![i] = toLeft![i]! + factor(0) * left![i]! + factor(2) * right![i]!;
        toRight![i] = toRight![i]! + factor(1) * left![i]! + factor(3) * right![i]!;
      }
      last = next;
    },
  };
}

/** Metres, and metres a second. */
const HEAD = 0.0875;
const SOUND = 343;
/** Where a layer lies at the very side: beyond it, front and back sound alike. */
const FARTHEST = (80 / 180) * Math.PI;
/** Frames of a delay line: more than a head is wide at 192 kHz. */
const LINE = 512;

/** How one ear hears a direction: seconds by which it is late, and how much of the highs is left. */
function earOf(angle: number): { readonly delay: number; readonly highs: number } {
  const path = Math.abs(angle) < Math.PI / 2 ? -Math.cos(angle) : Math.abs(angle) - Math.PI / 2;
  const floor = 0.1;
  const highs =
    1 + floor / 2 + (1 - floor / 2) * Math.cos((angle / ((150 / 180) * Math.PI)) * Math.PI);
  return { delay: (HEAD / SOUND) * (1 + path), highs };
}

/** One ear and one source: a delay between samples, and the shadow of the head. */
function createEar(sampleRate: number) {
  const line = new Float32Array(LINE);
  let at = 0;
  let input = 0;
  let output = 0;
  let last: ReturnType<typeof earOf> | null = null;
  // First order, by the bilinear transform of (highs · s + w) / (s + w).
  const w = (2 * SOUND) / HEAD;
  const c = 2 * sampleRate;
  return (samples: Float32Array, out: Float32Array, angle: number): void => {
    const next = earOf(angle);
    const from = last ?? next;
    for (let i = 0; i < QUANTUM; i++) {
      line[at] = samples[i]!;
      const part = i / QUANTUM;
      const highs = from.highs + (next.highs - from.highs) * part;
      // Two frames more, so that there is a sample to both sides of each place.
      const delay = 2 + (from.delay + (next.delay - from.delay) * part) * sampleRate;
      const whole = Math.floor(delay);
      const value = between(line, at - whole, delay - whole);
      const shadowed =
        ((w + highs * c) * value + (w - highs * c) * input - (w - c) * output) / (w + c);
      input = value;
      output = Math.abs(shadowed) < 1e-20 ? 0 : shadowed;
      out[i] = out[i]! + output;
      at = (at + 1) % LINE;
    }
    last = next;
  };
}

/** A cubic through four samples (Lagrange), at a part of the way back from one to the one before. */
function between(line: Float32Array, at: number, part: number): number {
  const sample = (offset: number): number => line[(at + offset + LINE) % LINE]!;
  const y0 = sample(1);
  const y1 = sample(0);
  const y2 = sample(-1);
  const y3 = sample(-2);
  const a = part + 1;
  const b = part - 1;
  const c = part - 2;
  return (
    (-part * b * c * y0) / 6 +
    (a * b * c * y1) / 2 -
    (a * part * c * y2) / 2 +
    (a * part * b * y3) / 6
  );
}

/**
 * For headphones: both sides of the layer are sources in front of a head, after C. P. Brown and R. O.
 * Duda, "A structural model for binaural sound synthesis" (1998): the far ear hears a source later
 * (R. Woodworth's formula) and in the shadow of the head, which takes the highs.
 */
export function createHead(sampleRate: number): Placer {
  const ears = [0, 1].map(() => [0, 1].map(() => createEar(sampleRate)));
  const heard = [new Float32Array(QUANTUM), new Float32Array(QUANTUM)];
  return {
    place(from, to, pan) {
      for (const one of heard) one.fill(0);
      for (const [source, place] of sidesOf(pan).entries()) {
        const azimuth = place * FARTHEST;
        for (const [ear, hear] of ears[source]!.entries())
          hear(
            from[source]!,
            heard[ear]!,
            ear === 0 ? azimuth + Math.PI / 2 : Math.PI / 2 - azimuth,
          );
      }
      for (const [ear, samples] of to.entries())
        for (let i = 0; i < QUANTUM; i++) samples[i] = samples[i]! + 0.7 * heard[ear]![i]!;
    },
  };
}
