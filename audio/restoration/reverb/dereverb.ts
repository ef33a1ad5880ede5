import type { Block, Format, Processor } from "../../effect.ts";
import { copyFrames, joinBlocks } from "../../signal/blocks.ts";
import { createStft, type Spectra } from "../../signal/stft.ts";
import { LANES, type VectorMemory } from "../../wasm/vector-memory.ts";
import { ramp } from "../limit/pause-noise.ts";
import { createSampleQueue } from "../sample-queue.ts";
import { bandsOf, LATE_FRAMES } from "./decay-meter.ts";
import {
  decayTime,
  createReverbEstimator,
  predictedBins,
  type LateReverb,
  reverbFrames,
  reverbShape,
} from "./estimate-reverb.ts";
import { createReverbGains, gainsFloats } from "./reverb-gains-kernel.ts";
import { createReverbKernel, reverbFloats, type ReverbKernel } from "./reverb-kernel.ts";

/**
 * Late power that remains after subtracting the prediction, relative to the power that the decay
 * predicts.
 */
const RESIDUAL_RATIO = 0.6;
/** Frames between two updates of an estimate. */
const UPDATE_FRAMES = 16;
/**
 * Seconds by which an adaptive estimate is ahead of what it is used for. After few seconds, dry
 * speech can measure like a room: some words end slowly.
 */
const LOOKAHEAD_SECONDS = 10;

/**
 * Reverb times in seconds, by the fastest decays, from which on reverb begins to be removed, and
 * from which on it is removed with full strength. Dry speech measures 0.08 to 0.16 s: that is how
 * fast words end. In a room of 0.3 s it measures 0.21 to 0.28 s.
 */
const DRY_RANGE = [0.165, 0.225] as const;

/** Floats that it allocates in its memory. */
const removalFloats = ({ sampleRate }: Format): number => {
  const { bins } = reverbFrames(sampleRate);
  return gainsFloats(bins) + (LATE_FRAMES + 2) * (bins + LANES);
};

/**
 * Removes late sound from a kernel's frames: first the predicted part, then, with gains, the part
 * that decays like the reverb.
 */
function createRemoval(
  ...[strength, { sampleRate }, kernel, spectra, memory]: [
    number,
    Format,
    ReverbKernel,
    Spectra,
    VectorMemory,
  ]
) {
  const { size, bins } = reverbFrames(sampleRate);
  const gains = createReverbGains(
    { strength, predicted: predictedBins(sampleRate) },
    spectra,
    memory,
  );
  const bands = bandsOf(sampleRate, size);
  const dry = spectra.re.map((re, channel) => [re.slice(), spectra.im[channel]!.slice()] as const);
  /** How far the spectra are replaced, 0 to 1. */
  let wet = 0;
  const [power, left] = [memory.take(bins), memory.take(bins)];
  const past = Array.from({ length: LATE_FRAMES }, () => memory.take(bins));
  let at = 0;
  return {
    /** Per band: see `LateReverb`. */
    setDecays({ decays, fastestDecays, lateSeconds }: Omit<LateReverb, "filters">) {
      const seconds = decayTime({ decays: fastestDecays, lateSeconds }) ?? 0;
      // Squared: clean speech in a small room measures little more than dry speech.
      wet = ramp(seconds, DRY_RANGE) ** 2;
      for (let bin = 0; bin < bins; bin++) left[bin] = RESIDUAL_RATIO * (decays[bands[bin]!] ?? 0);
    },
    /** Subtracts the prediction from a channel. */
    subtract(channel: number) {
      dry[channel]![0].set(spectra.re[channel]!);
      dry[channel]![1].set(spectra.im[channel]!);
      gains.subtract(channel, kernel.late);
      kernel.addPower(channel, power);
    },
    /** Applies one gain to all channels; dry speech stays as it is. */
    attenuate() {
      const before = past[(at + LATE_FRAMES - 1) % LATE_FRAMES]!;
      gains.apply({ power, late: past[at]!, before, left });
      at = (at + 1) % LATE_FRAMES;
      if (wet === 1) return;
      for (const [channel, parts] of dry.entries()) {
        blend(spectra.re[channel]!, parts[0], wet);
        blend(spectra.im[channel]!, parts[1], wet);
      }
    },
  };
}

/** Moves values toward those of another array. @param part of the values that stays, 0 to 1 */
function blend(values: Float32Array, others: Float32Array, part: number): void {
  for (let i = 0; i < values.length; i++) values[i] = others[i]! + part * (values[i]! - others[i]!);
}

/** Removes reverb that can change between two blocks. @param strength 0 to 1 */
function createRemover(strength: number, format: Format) {
  const { size, hop } = reverbFrames(format.sampleRate);
  const { channels } = format;
  const shape = reverbShape(format, false);
  let setRoom!: (room: LateReverb) => void;
  const stft = createStft({
    channels,
    size,
    hop,
    floats: reverbFloats(shape) + removalFloats(format),
    prepare: (spectra, memory) => {
      const kernel = createReverbKernel(shape, spectra, memory);
      const removal = createRemoval(strength, format, kernel, spectra, memory);
      setRoom = ({ filters, ...decays }) => {
        kernel.filters.set(filters);
        removal.setDecays(decays);
      };
      return () => {
        for (let c = 0; c < channels; c++) {
          kernel.add(c);
          kernel.predict(c);
          removal.subtract(c);
        }
        removal.attenuate();
      };
    },
  });
  return { ...stft, setRoom };
}

/**
 * Removes reverb: first the part that is predictable from earlier sound, then, with gains common to
 * all channels, the part that decays like the reverb (Lebart et al. 2001).
 * @param strength 0 to 1
 */
export function createDereverb(strength: number, format: Format, room: LateReverb): Processor {
  const remover = createRemover(strength, format);
  remover.setRoom(room);
  return remover;
}

/**
 * Removes reverb without an analysis pass: estimates it from the sound before and the
 * `LOOKAHEAD_SECONDS` after each moment. Length is kept and latency compensated.
 */
export function createAdaptiveDereverb(strength: number, format: Format): Processor {
  const { channels, sampleRate } = format;
  const chunk = UPDATE_FRAMES * reverbFrames(sampleRate).hop;
  const lookahead = Math.ceil((LOOKAHEAD_SECONDS * sampleRate) / chunk) * chunk;
  const estimator = createReverbEstimator(format);
  const remover = createRemover(strength, format);
  const [fresh, delayed] = [createSampleQueue(channels), createSampleQueue(channels)];
  const copy = (block: Block | null) => block && copyFrames(block, 0);
  return {
    process(block) {
      fresh.push(block);
      const parts: (Block | null)[] = [];
      // In equal chunks: otherwise the estimate would depend on how the input is cut into blocks.
      while (fresh.frames >= chunk) {
        const next = fresh.take(chunk);
        estimator.push(next);
        delayed.push(next);
        if (delayed.frames <= lookahead) continue;
        remover.setRoom(estimator.read());
        parts.push(copy(remover.process(delayed.take(chunk))));
      }
      return parts.length > 0 ? joinBlocks(parts, channels) : null;
    },
    finish() {
      const last = fresh.take(fresh.frames);
      estimator.push(last);
      delayed.push(last);
      remover.setRoom(estimator.finish());
      const rest = copy(remover.process(delayed.take(delayed.frames)));
      return joinBlocks([rest, remover.finish()], channels);
    },
  };
}
