import { createRealFft } from "#audio/signal/fft/fft.ts";
import type { TimeSpan } from "./faults.ts";

const dot = (a: Float32Array, b: Float32Array) => {
  let sum = 0;
  for (let i = 0; i < Math.min(a.length, b.length); i++) sum += a[i]! * b[i]!;
  return sum;
};

/** Ratio of signal to all else in dB, whatever the level (Le Roux et al. 2019). */
export function measureSiSdr(estimate: Float32Array, reference: Float32Array): number {
  const scale = dot(estimate, reference) / dot(reference, reference);
  let target = 0;
  let error = 0;
  for (let i = 0; i < Math.min(estimate.length, reference.length); i++) {
    const scaled = scale * reference[i]!;
    target += scaled * scaled;
    error += (estimate[i]! - scaled) ** 2;
  }
  return 10 * Math.log10(target / Math.max(error, 1e-20));
}

const STOI_RATE = 10_000;
const STOI_FRAME = 256;
const STOI_FFT = 512;
const STOI_BANDS = 15;
const STOI_SEGMENT = 30;
const STOI_CLIP = 10 ** (15 / 20);

function hann(length: number): Float32Array {
  return Float32Array.from(
    { length },
    (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 1)) / (length + 1)),
  );
}

/** Frames of both signals in which the reference is within 40 dB of its loudest. */
function loudFrames(reference: Float32Array, estimate: Float32Array) {
  const window = hann(STOI_FRAME);
  const hop = STOI_FRAME / 2;
  const cut = (samples: Float32Array, at: number) => window.map((w, i) => w * samples[at + i]!);
  const starts: number[] = [];
  for (let at = 0; at + STOI_FRAME <= reference.length; at += hop) starts.push(at);
  const energies = starts.map((at) => dot(cut(reference, at), cut(reference, at)));
  const floor = Math.max(...energies) / 10 ** 4;
  const loudStarts = starts.filter((_, i) => energies[i]! > floor);
  const rebuild = (samples: Float32Array) => {
    const out = new Float32Array(loudStarts.length * hop + hop);
    loudStarts.forEach((at, i) =>
      cut(samples, at).forEach((x, k) => (out[i * hop + k] = out[i * hop + k]! + x)),
    );
    return out;
  };
  return [rebuild(reference), rebuild(estimate)] as const;
}

/** Levels of third-octave bands, a row a band. */
function thirdOctaves(samples: Float32Array): Float32Array[] {
  const fft = createRealFft(STOI_FFT);
  const window = hann(STOI_FRAME);
  const count = Math.max(0, Math.floor((samples.length - STOI_FRAME) / (STOI_FRAME / 2)) + 1);
  const rows = Array.from({ length: STOI_BANDS }, () => new Float32Array(count));
  const frame = new Float32Array(STOI_FFT);
  const re = new Float32Array(fft.bins);
  const im = new Float32Array(fft.bins);
  const edges = Array.from({ length: STOI_BANDS }, (_, band) =>
    [-1, 1].map((side) => Math.round((150 * 2 ** ((2 * band + side) / 6) * STOI_FFT) / STOI_RATE)),
  );
  for (let n = 0; n < count; n++) {
    for (let i = 0; i < STOI_FRAME; i++) frame[i] = window[i]! * samples[n * (STOI_FRAME / 2) + i]!;
    fft.forward(frame, re, im);
    edges.forEach(([low, high], band) => {
      let sum = 0;
      for (let k = low!; k < high!; k++) sum += re[k]! ** 2 + im[k]! ** 2;
      rows[band]![n] = Math.sqrt(sum);
    });
  }
  return rows;
}

function correlate(a: Float32Array, b: Float32Array): number {
  const mean = (x: Float32Array) => x.reduce((sum, value) => sum + value, 0) / x.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  const [x, y] = [a.map((value) => value - meanA), b.map((value) => value - meanB)];
  return dot(x, y) / Math.max(1e-12, Math.sqrt(dot(x, x) * dot(y, y)));
}

/** Short-time objective intelligibility (Taal et al. 2011), 0 to 1; both at 10 kHz. */
export function measureStoi(estimate: Float32Array, reference: Float32Array): number {
  const [clean, distorted] = loudFrames(reference, estimate);
  const [x, y] = [thirdOctaves(clean), thirdOctaves(distorted)];
  const frames = x[0]!.length;
  let sum = 0;
  let count = 0;
  for (let end = STOI_SEGMENT; end <= frames; end++)
    for (let band = 0; band < STOI_BANDS; band++) {
      const a = x[band]!.subarray(end - STOI_SEGMENT, end);
      const b = y[band]!.subarray(end - STOI_SEGMENT, end);
      const scale = Math.sqrt(dot(a, a) / Math.max(dot(b, b), 1e-12));
      const clipped = b.map((value, i) => Math.min(value * scale, a[i]! * (1 + STOI_CLIP)));
      sum += correlate(a, clipped);
      count++;
    }
  return sum / Math.max(1, count);
}

/**
 * Energy of slow modulation (4 to 18 Hz, syllables) over that of fast (28 to 128 Hz, which a room
 * adds), in dB, after SRMR (Falk et al. 2010): higher is drier. Samples at 16 kHz.
 */
export function measureModulation(samples: Float32Array): number {
  const hop = 32;
  const fft = createRealFft(256);
  const bands = 23;
  const count = Math.floor((samples.length - 256) / hop);
  const rows = Array.from({ length: bands }, () => new Float32Array(count));
  const window = hann(256);
  const [re, im] = [new Float32Array(129), new Float32Array(129)];
  const frame = new Float32Array(256);
  const erb = (band: number) => 228.8 * (Math.exp((band / bands) * Math.log(1 + 8000 / 228.8)) - 1);
  for (let n = 0; n < count; n++) {
    for (let i = 0; i < 256; i++) frame[i] = window[i]! * samples[n * hop + i]!;
    fft.forward(frame, re, im);
    for (let band = 0; band < bands; band++) {
      const low = Math.max(1, Math.round((erb(band) * 256) / 16_000));
      const high = Math.max(low + 1, Math.round((erb(band + 1) * 256) / 16_000));
      let sum = 0;
      for (let k = low; k < Math.min(high, 129); k++) sum += re[k]! ** 2 + im[k]! ** 2;
      rows[band]![n] = Math.sqrt(sum);
    }
  }
  const size = 128;
  const modulation = createRealFft(size);
  const [modRe, modIm] = [new Float32Array(size / 2 + 1), new Float32Array(size / 2 + 1)];
  const part = new Float32Array(size);
  const taper = hann(size);
  let slow = 0;
  let fast = 0;
  for (const row of rows)
    for (let at = 0; at + size <= row.length; at += size / 4) {
      for (let i = 0; i < size; i++) part[i] = taper[i]! * row[at + i]!;
      modulation.forward(part, modRe, modIm);
      for (let k = 1; k <= size / 2; k++) {
        const frequency = (k * 16_000) / hop / size;
        const power = modRe[k]! ** 2 + modIm[k]! ** 2;
        if (frequency >= 3.5 && frequency <= 18) slow += power;
        if (frequency >= 28 && frequency <= 128) fast += power;
      }
    }
  return 10 * Math.log10(slow / fast);
}

/** Found stretches against labelled ones: two match where they touch. */
export function countMatches(found: readonly TimeSpan[], labels: readonly TimeSpan[], slack = 0) {
  const touch = (a: TimeSpan, b: TimeSpan) => a.start < b.end + slack && b.start < a.end + slack;
  const hits = labels.filter((label) => found.some((one) => touch(one, label))).length;
  const right = found.filter((one) => labels.some((label) => touch(one, label))).length;
  const recall = hits / Math.max(1, labels.length);
  const precision = right / Math.max(1, found.length);
  const f1 = (2 * precision * recall) / Math.max(1e-9, precision + recall);
  return { recall, precision, f1, wrong: found.length - right };
}
