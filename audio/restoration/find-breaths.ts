import type { Analyzer, Block } from "../effect.ts";
import { createRealFft } from "../signal/fft/fft.ts";
import { createResampler } from "../signal/resample.ts";
import { hann } from "../signal/windows.ts";
import { framesOf } from "../signal/blocks.ts";
import { createSampleQueue } from "./sample-queue.ts";
import { meanOf } from "./side-chain.ts";

/** Seconds */
export interface Breath {
  readonly start: number;
  readonly end: number;
  /** 0 to 1 */
  readonly sureness: number;
}

const RATE = 16_000;
const SIZE = 512;
const HOP = 160;
const HOP_SECONDS = HOP / RATE;
/** Edges in Hz of the bands whose levels are the template's. */
const EDGES = [150, 450, 900, 1500, 2300, 3300, 4600, 6200, 7800] as const;
/** Levels of a breath in these bands in dB, their mean taken away (broad, highest around 1.5 kHz). */
const TEMPLATE = [-5, 0, 3, 4, 3, 1, -2, -5] as const;
/** Figures that are kept of a frame: level, how much it is like its past, how far from the template. */
const FIGURES = 3;

const SHORTEST_SECONDS = 0.09;
const LONGEST_SECONDS = 1.2;
/** Voice may not come nearer: a breath has a short silence before and after it. */
const APART_SECONDS = 0.02;

/**
 * Looks for breaths: ranges without voice whose spectrum has the shape of a breath, in gaps of
 * speech, softer than it and louder than the background, long enough and set apart (after Ruinskiy and
 * Lavner 2007). Keeps 1.2 kB for each second.
 *
 * @param sensitivity 0 to 1
 */
export function createBreathFinder(
  sensitivity: number,
  sampleRate: number,
): Analyzer<readonly Breath[]> {
  const resampler = createResampler(sampleRate, RATE, 1);
  const queue = createSampleQueue(1);
  const fft = createRealFft(SIZE);
  const window = hann(SIZE);
  const frame = new Float64Array(SIZE);
  const [re, im] = [new Float64Array(fft.bins), new Float64Array(fft.bins)];
  const flat = new Float64Array(fft.bins);
  const held = new Float32Array(SIZE);
  const lags = new Float64Array(SIZE);
  let figures = new Float32Array(FIGURES * 4096);
  let count = 0;

  const measure = () => {
    for (let i = 0; i < SIZE; i++) frame[i] = held[i]! * window[i]!;
    fft.forward(frame, re, im);
    const powers = EDGES.slice(1).map((high, band) => {
      let sum = 1e-10;
      const low = Math.round((EDGES[band]! * SIZE) / RATE);
      const end = Math.round((high * SIZE) / RATE);
      for (let k = low; k < end; k++) sum += re[k]! ** 2 + im[k]! ** 2;
      return sum / (end - low);
    });
    let energy = 1e-10;
    for (let k = 3; k < fft.bins; k++) {
      re[k] = re[k]! ** 2 + im[k]! ** 2;
      energy += re[k]!;
      // Pitch shows below 2 kHz.
      if (k > 64) re[k] = 0;
    }
    re.fill(0, 0, 3);
    fft.inverse(re, flat, lags);
    let alike = 0;
    for (let lag = Math.round(RATE / 420); lag < RATE / 70; lag++)
      alike = Math.max(alike, lags[lag]! / (lags[0]! * (1 - lag / SIZE) + 1e-12));
    const levels = powers.map((power) => 10 * Math.log10(power));
    const mean = levels.reduce((sum, x) => sum + x, 0) / levels.length;
    const distance = levels.reduce((sum, x, i) => sum + Math.abs(x - mean - TEMPLATE[i]!), 0);
    if (FIGURES * (count + 1) > figures.length) {
      const larger = new Float32Array(2 * figures.length);
      larger.set(figures);
      figures = larger;
    }
    figures.set([10 * Math.log10(energy), alike, distance / levels.length], FIGURES * count);
    count++;
  };
  const take = (block: Block | null) => {
    if (!block) return;
    queue.push(block);
    while (queue.frames >= HOP) {
      held.copyWithin(0, HOP);
      held.set(queue.take(HOP)[0]!, SIZE - HOP);
      measure();
    }
  };
  return {
    push(block) {
      if (framesOf(block) > 0) take(resampler.process([meanOf(block)]));
    },
    finish() {
      take(resampler.finish());
      take([new Float32Array(SIZE / 2)]);
      return pickBreaths(figures, count, sensitivity);
    },
  };
}

function pickBreaths(figures: Float32Array, count: number, sensitivity: number): Breath[] {
  const level = (i: number) => figures[FIGURES * i]!;
  const alike = (i: number) => figures[FIGURES * i + 1]!;
  const distance = (i: number) => figures[FIGURES * i + 2]!;
  const sorted = Float32Array.from({ length: count }, (_, i) => level(i)).sort();
  const rank = (share: number) => sorted[Math.min(count - 1, Math.floor(share * count))] ?? 0;
  const speech = rank(0.85);
  const floor = Math.max(rank(0.05), speech - 65);
  const lowest = Math.max(floor + 6, speech - 50);
  const highest = speech - 6;
  const voiced = (i: number) => alike(i) > 0.5 && level(i) > speech - 30;
  const most = 6.2 + 3.2 * sensitivity;
  const found: Breath[] = [];
  for (let i = 0; i < count;) {
    if (voiced(i) || level(i) < lowest) {
      i++;
      continue;
    }
    const first = i;
    let sum = 0;
    let shape = 0;
    let loudest = -Infinity;
    while (i < count && !voiced(i) && level(i) >= lowest) {
      // Loud frames say most of the shape.
      const weight = 10 ** ((level(i) - lowest) / 20);
      sum += weight;
      shape += weight * distance(i);
      loudest = Math.max(loudest, level(i));
      i++;
    }
    const seconds = (i - first) * HOP_SECONDS;
    const apart = Math.ceil(APART_SECONDS / HOP_SECONDS);
    let free = true;
    for (let k = 1; k <= apart; k++)
      if ((first - k >= 0 && voiced(first - k)) || (i + k < count && voiced(i + k))) free = false;
    if (!free || seconds < SHORTEST_SECONDS || seconds > LONGEST_SECONDS || loudest > highest)
      continue;
    const far = shape / sum;
    if (far > most) continue;
    // The middle of frame i lies at (i + 1) * HOP - SIZE / 2.
    const shift = HOP - SIZE / 2;
    const start = Math.max(0, (first * HOP + shift) / RATE - 0.01);
    const end = ((i - 1) * HOP + shift) / RATE + 0.02;
    found.push({ start, end, sureness: Math.min(1, Math.max(0, 1.2 - far / 10)) });
  }
  return found;
}
