import { createRealFft } from "../../signal/fft/fft.ts";
import { hann } from "../../signal/windows.ts";

/** Samples at 16 kHz of a frame (25 ms) and of a hop (10 ms). */
const SIZE = 400;
export const HOP = 160;
const BINS = SIZE / 2 + 1;
/** A frame is 25 rows of 16, because the available transform needs a power of two. */
const ROW = 16;
const ROWS = SIZE / ROW;
const RATE = 16_000;
/** Power floor of a band. */
const MIN_POWER = 1e-10;

/**
 * Slaney mel scale: linear up to 1 kHz, then 27 steps per factor of 6.4 (Auditory Toolbox, 1998).
 */
const melOf = (hertz: number): number =>
  hertz < 1000 ? (3 * hertz) / 200 : 15 + (27 * Math.log(hertz / 1000)) / Math.log(6.4);
const hertzOf = (mel: number): number =>
  mel < 15 ? (200 * mel) / 3 : 1000 * Math.exp(((mel - 15) * Math.log(6.4)) / 27);

/** A triangular filter over bins from `first` on. */
interface Band {
  readonly first: number;
  readonly weights: Float64Array;
}

/** Triangular filters of equal area, equally spaced on the mel scale from 0 to 8 kHz. */
export function melBands(count: number): readonly Band[] {
  const corners = Array.from({ length: count + 2 }, (_, at) =>
    hertzOf((at / (count + 1)) * melOf(RATE / 2)),
  );
  return Array.from({ length: count }, (_, band) => {
    const [low, middle, high] = corners.slice(band, band + 3) as [number, number, number];
    const first = Math.ceil((low * SIZE) / RATE);
    const last = Math.min(BINS - 1, Math.floor((high * SIZE) / RATE));
    const weights = Float64Array.from({ length: Math.max(0, last - first + 1) }, (__, at) => {
      const hertz = ((first + at) * RATE) / SIZE;
      const side = Math.min((hertz - low) / (middle - low), (high - hertz) / (high - middle));
      return (2 * Math.max(0, side)) / (high - low);
    });
    return { first, weights };
  });
}

/** Power spectrum of 400 samples: 25 transforms of 16, combined by Cooley and Tukey. */
function createFramePower() {
  const fft = createRealFft(ROW);
  const row = new Float64Array(ROW);
  const re = new Float64Array(ROWS * ROW);
  const im = new Float64Array(ROWS * ROW);
  const rowRe = new Float64Array(ROW / 2 + 1);
  const rowIm = new Float64Array(ROW / 2 + 1);
  const turns = Float64Array.from({ length: 2 * SIZE }, (_, at) => {
    const angle = (-2 * Math.PI * (at >> 1)) / SIZE;
    return at % 2 === 0 ? Math.cos(angle) : Math.sin(angle);
  });
  return (frame: Float64Array, power: Float64Array): void => {
    for (let r = 0; r < ROWS; r++) {
      for (let i = 0; i < ROW; i++) row[i] = frame[ROWS * i + r]!;
      fft.forward(row, rowRe, rowIm);
      for (let k = 0; k < ROW; k++) {
        const mirrored = k > ROW / 2;
        const from = mirrored ? ROW - k : k;
        re[r * ROW + k] = rowRe[from]!;
        im[r * ROW + k] = mirrored ? -rowIm[from]! : rowIm[from]!;
      }
    }
    for (let bin = 0; bin < BINS; bin++) {
      let sumRe = 0;
      let sumIm = 0;
      for (let r = 0; r < ROWS; r++) {
        const at = r * ROW + (bin % ROW);
        const turn = 2 * ((r * bin) % SIZE);
        sumRe += re[at]! * turns[turn]! - im[at]! * turns[turn + 1]!;
        sumIm += re[at]! * turns[turn + 1]! + im[at]! * turns[turn]!;
      }
      power[bin] = sumRe * sumRe + sumIm * sumIm;
    }
  };
}

/**
 * Whisper's log-mel spectrogram: power of 25 ms frames every 10 ms in Slaney mel bands; log10,
 * clamped to 8 below the maximum, plus 4 and divided by 4 (Radford et al., Robust Speech
 * Recognition via Large-Scale Weak Supervision, 2022; `log_mel_spectrogram` of openai/whisper).
 * Silence follows the sound.
 * @param bands 80 or 128
 */
export function createLogMel(bands: number) {
  const filters = melBands(bands);
  const powerOf = createFramePower();
  const window = hann(SIZE);
  const frame = new Float64Array(SIZE);
  const power = new Float64Array(BINS);
  /**
   * @param samples mono at 16 kHz
   * @param frames columns of the result
   * @returns [bands, frames]
   */
  return (samples: Float32Array, frames: number): Float32Array => {
    const out = new Float32Array(bands * frames).fill(Math.log10(MIN_POWER));
    const filledFrames = Math.min(frames, Math.ceil((samples.length + SIZE / 2) / HOP));
    let loudest = Math.log10(MIN_POWER);
    for (let column = 0; column < filledFrames; column++) {
      const from = column * HOP - SIZE / 2;
      // Reflected around the first sample.
      for (let i = 0; i < SIZE; i++) frame[i] = (samples[Math.abs(from + i)] ?? 0) * window[i]!;
      powerOf(frame, power);
      for (const [band, { first, weights }] of filters.entries()) {
        let sum = 0;
        for (let i = 0; i < weights.length; i++) sum += weights[i]! * power[first + i]!;
        const level = Math.log10(Math.max(MIN_POWER, sum));
        loudest = Math.max(loudest, level);
        out[band * frames + column] = level;
      }
    }
    for (let i = 0; i < out.length; i++) out[i] = (Math.max(out[i]!, loudest - 8) + 4) / 4;
    return out;
  };
}
