import type { Format, Processor } from "../../effect.ts";
import { createStft, type Spectra } from "../../signal/stft.ts";
import { LANES, type VectorMemory } from "../../wasm/vector-memory.ts";
import {
  bandsOf,
  createReverbTracker,
  LATE_FRAMES,
  trackerFloats,
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
/** Frames between two updates of the measured decay. */
const UPDATE_FRAMES = 16;

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
  const [power, left] = [memory.take(bins), memory.take(bins)];
  const past = Array.from({ length: LATE_FRAMES }, () => memory.take(bins));
  let at = 0;
  return {
    /** Per band: see `LateReverb`. */
    setDecays(decays: readonly number[]) {
      for (let bin = 0; bin < bins; bin++) left[bin] = RESIDUAL_RATIO * (decays[bands[bin]!] ?? 0);
    },
    /** Subtracts the prediction from a channel. */
    subtract(channel: number) {
      gains.subtract(channel, kernel.late);
      kernel.addPower(channel, power);
    },
    /** Applies one gain to all channels. */
    attenuate() {
      const before = past[(at + LATE_FRAMES - 1) % LATE_FRAMES]!;
      gains.apply({ power, late: past[at]!, before, left });
      at = (at + 1) % LATE_FRAMES;
    },
  };
}

/**
 * Removes reverb: first the part that is predictable from earlier sound, then, with gains common to
 * all channels, the part that decays like the reverb (Lebart et al. 2001).
 * @param strength 0 to 1
 */
export function createDereverb(strength: number, format: Format, room: LateReverb): Processor {
  const { size, hop } = reverbFrames(format.sampleRate);
  const { channels } = format;
  const shape = reverbShape(format, false);
  return createStft({
    channels,
    size,
    hop,
    floats: reverbFloats(shape) + removalFloats(format),
    prepare: (spectra, memory) => {
      const kernel = createReverbKernel(shape, spectra, memory);
      const removal = createRemoval(strength, format, kernel, spectra, memory);
      kernel.filters.set(room.filters);
      removal.setDecays(room.decays);
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
}

/** Removes reverb that it estimates on the way, without an analysis pass. */
export function createAdaptiveDereverb(strength: number, format: Format): Processor {
  const { size, hop } = reverbFrames(format.sampleRate);
  const { channels } = format;
  return createStft({
    channels,
    size,
    hop,
    floats: trackerFloats(format) + removalFloats(format),
    prepare: (spectra, memory) => {
      const kernel = createReverbKernel(reverbShape(format, true), spectra, memory);
      const listener = createReverbTracker(format, kernel, memory);
      const removal = createRemoval(strength, format, kernel, spectra, memory);
      return (index) => {
        for (let c = 0; c < channels; c++) {
          kernel.add(c);
          kernel.predict(c);
          listener.addFrame(c);
          removal.subtract(c);
        }
        listener.end();
        if (index % UPDATE_FRAMES === 0) removal.setDecays(listener.decays());
        removal.attenuate();
      };
    },
  });
}
