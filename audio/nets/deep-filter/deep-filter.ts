import type { AsyncNet } from "../../effect.ts";
import { createFftKernel } from "../../signal/fft/fft-kernel.ts";
import { type NetSession, type NetTensor, pickTensor } from "../net-session.ts";
import { BANDS, bandWidths, BINS, createErbFeatures, FILTERED, HOP } from "./erb-features.ts";

const FRAME = 2 * HOP;
/** Frames per chunk: four seconds. */
const CHUNK = 400;
/** Frames before a chunk that are processed again, which restores the state of the graphs. */
const CONTEXT_FRAMES = 150;
/** Frames of look-ahead. */
const LOOKAHEAD = 2;
/** Taps (frames) of the filter, centered on the filtered frame. */
const ORDER = 5;
const FRAMES_BEFORE = ORDER - 1 - LOOKAHEAD;
/** Buffered spectra: the context of the first filtered frame, and the chunk. */
const BUFFERED_FRAMES = LOOKAHEAD + FRAMES_BEFORE + CHUNK;

export interface DeepFilterSessions {
  readonly encoder: NetSession;
  readonly bands: NetSession;
  readonly filters: NetSession;
}

/** Vorbis window: the squares of both halves sum to one. */
const windowAt = (at: number): number =>
  Math.sin((Math.PI / 2) * Math.sin((Math.PI * (at + 0.5)) / FRAME) ** 2);

/** Runs the graphs on a chunk. */
async function estimate(
  { encoder, bands, filters }: DeepFilterSessions,
  levels: NetTensor,
  bins: NetTensor,
): Promise<readonly [gains: Float32Array, coefficients: Float32Array]> {
  const frames = levels.dims[2]!;
  const { e0, e1, e2, e3, emb, c0 } = await encoder.run({ feat_erb: levels, feat_spec: bins }, [
    "e0",
    "e1",
    "e2",
    "e3",
    "emb",
    "c0",
  ]);
  if (!e0 || !e1 || !e2 || !e3 || !emb || !c0) throw new TypeError("The net gives no encoding");
  const { data: gains } = pickTensor(
    await bands.run({ emb, e3, e2, e1, e0 }, ["m"]),
    "m",
    frames * BANDS,
  );
  const { data: coefficients } = pickTensor(
    await filters.run({ emb, c0 }, ["coefs"]),
    "coefs",
    frames * FILTERED * 2 * ORDER,
  );
  return [gains, coefficients];
}

interface Held {
  /** Frames of interleaved real and imaginary parts. */
  readonly spectra: Float32Array;
  /** Number of bins per band. */
  readonly widths: readonly number[];
  readonly re: Float32Array;
  readonly im: Float32Array;
}

/** Filters a buffered frame into `re` and `im`. */
function filter(
  { spectra, widths, re, im }: Held,
  held: number,
  gains: Float32Array,
  coefficients: Float32Array,
): void {
  for (let bin = 0; bin < FILTERED; bin++) {
    let [x, y] = [0, 0];
    for (let tap = 0; tap < ORDER; tap++) {
      const from = (held - FRAMES_BEFORE + tap) * 2 * BINS + 2 * bin;
      const [a, b] = [spectra[from]!, spectra[from + 1]!];
      const [c, d] = [
        coefficients[2 * (bin * ORDER + tap)]!,
        coefficients[2 * (bin * ORDER + tap) + 1]!,
      ];
      x += a * c - b * d;
      y += a * d + b * c;
    }
    re[bin] = x;
    // The DC bin is real.
    im[bin] = bin === 0 ? 0 : y;
  }
  let bin = 0;
  const at = held * 2 * BINS;
  for (const [band, width] of widths.entries())
    for (const end = bin + width; bin < end; bin++)
      if (bin >= FILTERED) {
        re[bin] = gains[band]! * spectra[at + 2 * bin]!;
        im[bin] = gains[band]! * spectra[at + 2 * bin + 1]!;
      }
}

/**
 * DeepFilterNet 3 on a sound of any length, four seconds at once: gains for 32 bands, and a filter
 * over five frames of the unprocessed input for each of the lowest 96 bins (`deepfilternet3.py` of
 * Rikorose/DeepFilterNet; features as in `lib.rs` of libDF).
 */
export function createDeepFilter(sessions: DeepFilterSessions): AsyncNet {
  const widths = bandWidths();
  const features = createErbFeatures();
  const fft = createFftKernel(FRAME, 4 * FRAME + 4 * BINS + 3 * HOP + 64);
  const [analysis, synthesis, input, cleaned] = Array.from({ length: 4 }, () =>
    fft.take(FRAME),
  ) as [Float32Array, Float32Array, Float32Array, Float32Array];
  const sums = fft.take(FRAME + HOP);
  const [re, im] = [fft.take(BINS), fft.take(BINS)];
  for (let at = 0; at < FRAME; at++) {
    analysis[at] = windowAt(at) / FRAME;
    synthesis[at] = windowAt(at) * FRAME;
  }
  /** The latest frames, ending with the chunk; interleaved real and imaginary parts. */
  const spectra = new Float32Array(BUFFERED_FRAMES * 2 * BINS);
  const levels = new Float32Array((CONTEXT_FRAMES + CHUNK) * BANDS);
  const bins = new Float32Array((CONTEXT_FRAMES + CHUNK) * 2 * FILTERED);
  /** Number of frames before the chunk. */
  let past = 0;

  /** Shifts the buffer by a chunk and analyzes the next one. */
  function pushChunk(samples: Float32Array): void {
    spectra.copyWithin(0, CHUNK * 2 * BINS);
    levels.copyWithin(0, CHUNK * BANDS);
    bins.copyWithin(0, CHUNK * 2 * FILTERED);
    for (let frame = 0; frame < CHUNK; frame++) {
      input.copyWithin(0, HOP);
      input.set(samples.subarray(frame * HOP, (frame + 1) * HOP), HOP);
      fft.forward(input, analysis, re, im);
      const at = (BUFFERED_FRAMES - CHUNK + frame) * 2 * BINS;
      for (let bin = 0; bin < BINS; bin++) {
        spectra[at + 2 * bin] = re[bin]!;
        spectra[at + 2 * bin + 1] = im[bin]!;
      }
      const row = CONTEXT_FRAMES + frame;
      features.describe(
        re,
        im,
        levels.subarray(row * BANDS, (row + 1) * BANDS),
        bins.subarray(row * 2 * FILTERED, (row + 1) * 2 * FILTERED),
      );
    }
  }

  /** Inputs of the graphs: the chunk and the available context before it. */
  function graphInputs(): readonly [NetTensor, NetTensor, frames: number] {
    // The network receives each frame two frames early; there are none before the first.
    const before = Math.min(CONTEXT_FRAMES, Math.max(0, past - LOOKAHEAD));
    const skipped = past === 0 ? LOOKAHEAD : 0;
    const frames = before + CHUNK - skipped;
    const first = CONTEXT_FRAMES - before + skipped;
    const lowest = new Float32Array(2 * frames * FILTERED);
    for (let frame = 0; frame < frames; frame++)
      for (const part of [0, 1]) {
        const from = ((first + frame) * 2 + part) * FILTERED;
        lowest.set(bins.subarray(from, from + FILTERED), (part * frames + frame) * FILTERED);
      }
    const rows = levels.slice(first * BANDS, (first + frames) * BANDS);
    return [
      { data: rows, dims: [1, 1, frames, BANDS] },
      { data: lowest, dims: [1, 2, frames, FILTERED] },
      frames,
    ];
  }

  async function chunk(samples: Float32Array, output: Float32Array): Promise<void> {
    pushChunk(samples);
    const [rows, lowest, frames] = graphInputs();
    const [gains, coefficients] = await estimate(sessions, rows, lowest);
    for (let hop = 0; hop < CHUNK; hop++) {
      // The outputs end with the chunk; frames before the first are silent.
      const outputFrame = frames - CHUNK + hop;
      if (outputFrame < 0) {
        re.fill(0);
        im.fill(0);
      } else
        filter(
          { spectra, widths, re, im },
          FRAMES_BEFORE + hop,
          gains.subarray(outputFrame * BANDS, (outputFrame + 1) * BANDS),
          coefficients.subarray(
            outputFrame * FILTERED * 2 * ORDER,
            (outputFrame + 1) * FILTERED * 2 * ORDER,
          ),
        );
      fft.inverse(re, im, cleaned);
      fft.overlap(cleaned, synthesis, sums, HOP);
      output.set(sums.subarray(0, HOP), hop * HOP);
    }
    past += CHUNK;
  }

  return {
    sampleRate: 48_000,
    hop: CHUNK * HOP,
    // Half a frame for the transform, plus the look-ahead.
    delay: (1 + LOOKAHEAD) * HOP,
    fullBand: true,
    async run(samples) {
      const output = new Float32Array(samples.length);
      for (let at = 0; at < samples.length; at += CHUNK * HOP)
        await chunk(samples.subarray(at, at + CHUNK * HOP), output.subarray(at, at + CHUNK * HOP));
      return output;
    },
    clone: () => createDeepFilter(sessions),
  };
}
