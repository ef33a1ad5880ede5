import { createResampler } from "../../signal/resample.ts";
import type { Analyzer, Format } from "../../effect.ts";
import { meanOf } from "../../restoration/rate-adapter.ts";
import { createFilter, designBiquad } from "../../signal/biquad.ts";
import { createFrameStream } from "../frame-stream.ts";
import { costOf, createPitchPath, type PitchCandidate, type VoicePitch } from "./pitch-path.ts";

/** Seconds between pitches. */
export const PITCH_STEP = 0.01;
/** Sample rate of the analysis in Hz. */
const RATE = 16_000;
const GRADE = { stopBand: 60, crossings: 16, folded: 0.3 } as const;
/** Range of singers in Hz. */
const RANGE = [65, 1050] as const;
const HOP = PITCH_STEP * RATE;
/** Compared samples. */
const WINDOW = 400;
const [MAX_LAG, MIN_LAG] = RANGE.map((hertz) => Math.round(RATE / hertz)) as [number, number];
/** Even, because the first frame is centered on the first sample. */
const SIZE = 2 * Math.ceil((WINDOW + MAX_LAG + 2) / 2);
/** Breath noise is above, and rumble below these frequencies in Hz. */
const BAND = [60, 1800] as const;
/** Candidates above it are not considered, nor more than this number. */
const MAX_APERIODICITY = 0.65;
const MAX_CANDIDATES = 6;
/** Mean power below which nothing is voiced: −80 dBFS. */
const MIN_POWER = 1e-8;

/**
 * Tracks the pitch of one voice, 65 to 1,050 Hz, every 10 ms: the difference function and its
 * normalization of YIN (de Cheveigné and Kawahara 2002), around the center of each window, and the
 * most plausible path through its minima. Pitch `i` is that at `i * PITCH_STEP` seconds. The level
 * of the sound does not matter.
 */
export function createSungPitchMeter(sampleRate: number, onPitch: (pitch: VoicePitch) => void) {
  const resampler = createResampler(sampleRate, RATE, 1, GRADE);
  const filter = createFilter([
    designBiquad("highpass", { frequency: BAND[0] }, RATE),
    designBiquad("lowpass", { frequency: BAND[1] }, RATE),
  ]);
  const path = createPitchPath(onPitch);
  const frames = createFrameStream(SIZE, HOP, (samples) => {
    const power = powerOf(samples);
    path.push(power < MIN_POWER ? [] : findCandidates(samples), power);
  });
  const add = (samples: Float32Array): void => {
    const filtered = samples.slice();
    filter.run(filtered);
    frames.push(filtered);
  };
  return {
    /** @param samples mono; those that are not finite count as silence */
    push(samples: Float32Array): void {
      const finite = samples.every((one) => Number.isFinite(one))
        ? samples
        : samples.map((one) => (Number.isFinite(one) ? one : 0));
      const [out] = resampler.process([finite]) ?? [];
      if (out) add(out);
    },
    finish(): void {
      const [rest] = resampler.finish() ?? [];
      if (rest) add(rest);
      frames.finish();
      path.finish();
    },
  };
}

function powerOf(samples: Float32Array): number {
  let power = 0;
  for (let i = 0; i < SIZE; i++) power += samples[i]! ** 2;
  return power / SIZE;
}

const difference = new Float64Array(MAX_LAG + 2);
const normalized = new Float64Array(MAX_LAG + 2);

function findCandidates(samples: Float32Array): readonly PitchCandidate[] {
  let sum = 0;
  normalized[0] = 1;
  for (let lag = 1; lag <= MAX_LAG + 1; lag++) {
    // Both compared windows are symmetric around the center.
    const start = (SIZE - WINDOW - lag) >> 1;
    let total = 0;
    for (let i = start; i < start + WINDOW; i++) total += (samples[i]! - samples[i + lag]!) ** 2;
    difference[lag] = total;
    sum += total;
    normalized[lag] = sum > 0 ? (total * lag) / sum : 1;
  }
  const found: PitchCandidate[] = [];
  for (let lag = MIN_LAG; lag <= MAX_LAG; lag++) {
    const here = normalized[lag]!;
    if (here > MAX_APERIODICITY || here > normalized[lag - 1]! || here >= normalized[lag + 1]!)
      continue;
    const [offset, depth] = vertexAt(lag);
    found.push({ hertz: RATE / (lag + offset), aperiodicity: here * depth });
  }
  return found.toSorted((a, b) => costOf(a) - costOf(b)).slice(0, MAX_CANDIDATES);
}

/** The vertex of the parabola through a minimum and its neighbors: lags from it, and part of it. */
function vertexAt(lag: number): readonly [offset: number, depth: number] {
  const [before, here, after] = [difference[lag - 1]!, difference[lag]!, difference[lag + 1]!];
  const bend = before - 2 * here + after;
  if (bend <= 0 || here <= 0) return [0, 1];
  const offset = Math.max(-0.5, Math.min(0.5, (0.5 * (before - after)) / bend));
  return [offset, Math.max(0, (here - 0.25 * (before - after) * offset) / here)];
}

/** The pitches of a whole sound, every `PITCH_STEP` seconds. */
export interface PitchTrack {
  /** 0 if unvoiced. */
  readonly hertz: Float32Array;
  /** Mean power. */
  readonly power: Float32Array;
}

/** Tracks the pitch of a whole sound, mixed to mono. Memory: about 10 MB per hour. */
export function createPitchAnalyzer({
  sampleRate,
}: Pick<Format, "sampleRate">): Analyzer<PitchTrack> {
  const hertz: number[] = [];
  const power: number[] = [];
  const meter = createSungPitchMeter(sampleRate, (pitch) => {
    hertz.push(pitch.hertz);
    power.push(pitch.power);
  });
  return {
    push: (block) => meter.push(meanOf(block)),
    finish() {
      meter.finish();
      return { hertz: Float32Array.from(hertz), power: Float32Array.from(power) };
    },
  };
}
