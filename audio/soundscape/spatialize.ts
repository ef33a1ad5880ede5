import { createDrift } from "./kit/drift.ts";
import type { Random } from "./kit/random.ts";
import { panGains } from "./kit/resonators.ts";
import { QUANTUM } from "./kit/layer.ts";

/**
 * Positions of both channels of a layer, −1 (left) to 1 (right); the width shrinks toward the
 * sides.
 */
function sidePositions(pan: number): readonly [left: number, right: number] {
  const width = 1 - Math.abs(pan);
  return [pan - width, pan + width];
}

/** Mixes a layer into the output at a position. */
export interface Spatializer {
  /** @param pan −1 to 1, at the end of the block */
  mix(from: readonly Float32Array[], to: readonly Float32Array[], pan: number): void;
}

/** Random movement of a layer around its pan position. */
export function createWalk(random: Random, sampleRate: number) {
  const slow = createDrift(random, [4, 13]);
  const slower = createDrift(random, [11, 29]);
  return (pan: number, movement: number): number => {
    const seconds = QUANTUM / sampleRate;
    const away = 0.65 * slow(seconds) + 0.5 * slower(seconds);
    return Math.min(1, Math.max(-1, pan + movement * away));
  };
}

/** Stereo panning for loudspeakers. */
export function createPanner(): Spatializer {
  let last: number[] | null = null;
  return {
    mix([left, right], [toLeft, toRight], pan) {
      const [a, b] = sidePositions(pan);
      const next = [...panGains(a), ...panGains(b)].map((factor) => factor / Math.SQRT2);
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

/** Head radius in meters, and speed of sound in meters per second. */
const HEAD = 0.0875;
const SOUND = 343;
/** Angle of a fully panned layer: beyond it, front and back are hard to distinguish. */
const MAX_ANGLE = (80 / 180) * Math.PI;
/** Length of the delay line: more than the interaural delay at 192 kHz. */
const DELAY_LINE_FRAMES = 512;

/** Response of an ear to a direction: delay in seconds, and gain of high frequencies. */
function earResponse(angle: number): { readonly delay: number; readonly highs: number } {
  const path = Math.abs(angle) < Math.PI / 2 ? -Math.cos(angle) : Math.abs(angle) - Math.PI / 2;
  const floor = 0.1;
  const highs =
    1 + floor / 2 + (1 - floor / 2) * Math.cos((angle / ((150 / 180) * Math.PI)) * Math.PI);
  return { delay: (HEAD / SOUND) * (1 + path), highs };
}

/** One ear and one source: a fractional delay and the shadow of the head. */
function createEar(sampleRate: number) {
  const line = new Float32Array(DELAY_LINE_FRAMES);
  let at = 0;
  let input = 0;
  let output = 0;
  let last: ReturnType<typeof earResponse> | null = null;
  // First order, by the bilinear transform of (highs · s + w) / (s + w).
  const w = (2 * SOUND) / HEAD;
  const c = 2 * sampleRate;
  return (samples: Float32Array, out: Float32Array, angle: number): void => {
    const next = earResponse(angle);
    const from = last ?? next;
    for (let i = 0; i < QUANTUM; i++) {
      line[at] = samples[i]!;
      const part = i / QUANTUM;
      const highs = from.highs + (next.highs - from.highs) * part;
      // Two extra frames, so that there are samples on both sides of the position.
      const delay = 2 + (from.delay + (next.delay - from.delay) * part) * sampleRate;
      const whole = Math.floor(delay);
      const value = between(line, at - whole, delay - whole);
      const shadowed =
        ((w + highs * c) * value + (w - highs * c) * input - (w - c) * output) / (w + c);
      input = value;
      output = Math.abs(shadowed) < 1e-20 ? 0 : shadowed;
      out[i] = out[i]! + output;
      at = (at + 1) % DELAY_LINE_FRAMES;
    }
    last = next;
  };
}

/** Cubic Lagrange interpolation of four samples. */
function between(line: Float32Array, at: number, part: number): number {
  const sample = (offset: number): number =>
    line[(at + offset + DELAY_LINE_FRAMES) % DELAY_LINE_FRAMES]!;
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
 * Binaural spatialization for headphones: the channels of a layer are sources in front of a head,
 * after C. P. Brown and R. O. Duda, "A structural model for binaural sound synthesis" (1998): the
 * far ear receives a source later (R. Woodworth's formula) and low-passed by the head shadow.
 */
export function createBinauralSpatializer(sampleRate: number): Spatializer {
  const ears = [0, 1].map(() => [0, 1].map(() => createEar(sampleRate)));
  const output = [new Float32Array(QUANTUM), new Float32Array(QUANTUM)];
  return {
    mix(from, to, pan) {
      for (const one of output) one.fill(0);
      for (const [source, position] of sidePositions(pan).entries()) {
        const azimuth = position * MAX_ANGLE;
        for (const [ear, render] of ears[source]!.entries())
          render(
            from[source]!,
            output[ear]!,
            ear === 0 ? azimuth + Math.PI / 2 : Math.PI / 2 - azimuth,
          );
      }
      for (const [ear, samples] of to.entries())
        for (let i = 0; i < QUANTUM; i++) samples[i] = samples[i]! + 0.7 * output[ear]![i]!;
    },
  };
}
