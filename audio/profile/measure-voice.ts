import type { Analyzer, Format } from "../effect.ts";
import { framesOf, joinBlocks } from "../signal/blocks.ts";
import { createRealFft } from "../signal/fft/fft.ts";
import { createResampler } from "../signal/resample.ts";
import { hann } from "../signal/windows.ts";
import { BAND_COUNT, hzOfBand } from "../voice/bands.ts";
import { createEnvelope } from "../voice/envelope.ts";
import { PITCH_RATE, PITCH_STEP, trackPitch } from "./pitch-meter.ts";
import { voiceSplitOf } from "./split-voices.ts";
import { measurePace } from "./syllables.ts";
import type { VoiceMeasures } from "./voice-measures.ts";

/** Sample rate of the analysis in Hz: bands reach up to 7.7 kHz. */
const RATE = 16_000;
/** Samples of a spectrum: 32 ms, at least two periods of a low voice. */
const SIZE = 512;
/** Pitch frames between spectra. */
const PITCH_FRAMES_PER_SPECTRUM = 2;
/** dB below loud voiced frames under which a spectrum is mostly noise. */
const DEPTH = 24;
/** Maximum analyzed duration in seconds. */
const MAX_SECONDS = 200;

/** Center frequencies of the bands, in bins. */
const BAND_CENTERS = Array.from(
  { length: BAND_COUNT },
  (_, band) => (hzOfBand(band) * SIZE) / RATE,
);

/** Quantile (0 to 1) of sorted numbers. */
const quantile = (sorted: Float32Array, part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;

/** Mean envelope of voiced frames in dB, normalized to a mean of 0. */
function envelopeOf(samples: Float32Array, pitches: Float32Array): number[] {
  const fft = createRealFft(SIZE);
  const window = hann(SIZE);
  const frame = new Float64Array(SIZE);
  const [re, im] = [new Float64Array(fft.bins), new Float64Array(fft.bins)];
  const powers = new Float32Array(fft.bins);
  const envelope = createEnvelope(fft.bins, RATE);
  const hop = PITCH_STEP * RATE;
  const voiced: { readonly start: number; readonly level: number }[] = [];
  for (let at = 0; at < pitches.length; at += PITCH_FRAMES_PER_SPECTRUM) {
    if (pitches[at] === 0) continue;
    const start = Math.round(at * hop - SIZE / 2);
    let power = 1e-12;
    for (let i = 0; i < SIZE; i++) power += (samples[start + i] ?? 0) ** 2 / SIZE;
    voiced.push({ start, level: 10 * Math.log10(power) });
  }
  const loud = quantile(Float32Array.from(voiced, ({ level }) => level).toSorted(), 0.9);
  const sums = new Float64Array(BAND_COUNT);
  const own = new Float64Array(BAND_COUNT);
  let count = 0;
  for (const { start, level } of voiced) {
    if (level < loud - DEPTH) continue;
    for (let i = 0; i < SIZE; i++) frame[i] = window[i]! * (samples[start + i] ?? 0);
    fft.forward(frame, re, im);
    for (let k = 0; k < fft.bins; k++) powers[k] = re[k]! ** 2 + im[k]! ** 2;
    envelope.measure([powers]);
    let mean = 0;
    for (let band = 0; band < BAND_COUNT; band++) {
      own[band] = (20 / Math.LN10) * envelope.at(BAND_CENTERS[band]!);
      mean += own[band]! / BAND_COUNT;
    }
    for (let band = 0; band < BAND_COUNT; band++) sums[band] = sums[band]! + own[band]! - mean;
    count++;
  }
  return Array.from(sums, (sum) => (count > 0 ? sum / count : 0));
}

/** Slope of a regression line through the bands from 300 Hz to 5 kHz, in dB per octave. */
function tiltOf(envelope: readonly number[]): number {
  const points = envelope.flatMap((level, band) => {
    const hz = hzOfBand(band);
    return hz >= 300 && hz <= 5000 ? [{ x: Math.log2(hz), y: level }] : [];
  });
  const x = points.reduce((sum, point) => sum + point.x, 0) / points.length;
  const y = points.reduce((sum, point) => sum + point.y, 0) / points.length;
  const both = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0);
  return both / points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
}

/** Measures pitch, spectral envelope and pace of the first 200 s of a recording. */
export function createVoiceMeter({ sampleRate, channels }: Format): Analyzer<VoiceMeasures> {
  const resampler = createResampler(sampleRate, RATE, 1);
  const parts: Float32Array[] = [];
  let frames = 0;
  const keep = (block: readonly Float32Array[] | null): void => {
    if (block) parts.push(block[0]!.slice());
  };
  return {
    push(block) {
      const count = Math.min(framesOf(block), MAX_SECONDS * sampleRate - frames);
      if (count <= 0) return;
      const mono = new Float32Array(count);
      for (const samples of block)
        for (let i = 0; i < count; i++) mono[i] = mono[i]! + samples[i]! / channels;
      frames += count;
      keep(resampler.process([mono]));
    },
    finish() {
      keep(resampler.finish());
      const samples = joinBlocks(
        parts.map((part) => [part]),
        1,
      )[0]!;
      const half = createResampler(RATE, PITCH_RATE, 1);
      const low = joinBlocks(
        [half.process([samples])?.map((one) => one.slice()) ?? null, half.finish()],
        1,
      )[0]!;
      const pitches = trackPitch(low);
      const sorted = pitches.filter((pitch) => pitch > 0).toSorted();
      const envelope = envelopeOf(samples, pitches);
      return {
        seconds: frames / sampleRate,
        voiced: sorted.length * PITCH_STEP,
        pitch: {
          median: quantile(sorted, 0.5),
          low: quantile(sorted, 0.1),
          high: quantile(sorted, 0.9),
        },
        envelope,
        tilt: tiltOf(envelope),
        pace: measurePace(low, pitches),
        split: voiceSplitOf(pitches),
      };
    },
  };
}
