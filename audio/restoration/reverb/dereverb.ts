import type { Format, Processor } from "../../effect.ts";
import { createStft, type Spectra } from "../../signal/stft.ts";
import { LANES, type VectorMemory } from "../../wasm/vector-memory.ts";
import {
  bandsOf,
  createReverbListener,
  LATE_FRAMES,
  listenerFloats,
  predictedBins,
  type LateReverb,
  roomFrames,
  reverbShape,
} from "./estimate-reverb.ts";
import { createReverbGains, gainsFloats } from "./reverb-gains-kernel.ts";
import { createReverbKernel, reverbFloats, type ReverbKernel } from "./reverb-kernel.ts";

/** Late power that is left when the prediction has been taken away, as a part of what the decay says. */
const LEFT = 0.6;
/** Frames after which a decay that is being measured is asked for again. */
const ASKED = 16;

/** Numbers that it takes of its memory. */
const removalFloats = ({ sampleRate }: Format): number => {
  const { bins } = roomFrames(sampleRate);
  return gainsFloats(bins) + (LATE_FRAMES + 2) * (bins + LANES);
};

/** Takes late sound from a kernel's frames: what is predicted, then, by gains, what decays as a room does. */
function createRemoval(
  ...[strength, { sampleRate }, kernel, spectra, memory]: [
    number,
    Format,
    ReverbKernel,
    Spectra,
    VectorMemory,
  ]
) {
  const { size, bins } = roomFrames(sampleRate);
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
    /** Of each band: see `LateReverb`. */
    setDecays(decays: readonly number[]) {
      for (let bin = 0; bin < bins; bin++) left[bin] = LEFT * (decays[bands[bin]!] ?? 0);
    },
    /** Takes away what was predicted of a channel. */
    subtract(channel: number) {
      gains.subtract(channel, kernel.late);
      kernel.addPower(channel, power);
    },
    /** One gain for all channels. */
    holdDown() {
      const before = past[(at + LATE_FRAMES - 1) % LATE_FRAMES]!;
      gains.apply({ power, late: past[at]!, before, left });
      at = (at + 1) % LATE_FRAMES;
    },
  };
}

/**
 * Takes a room away: what can be predicted from before, then, by gains, what decays as the room does
 * (Lebart et al. 2001). One gain for all channels.
 * @param strength 0 to 1
 */
export function createDereverb(strength: number, format: Format, room: LateReverb): Processor {
  const { size, hop } = roomFrames(format.sampleRate);
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
        removal.holdDown();
      };
    },
  });
}

/** Takes a room away that it gets to know on the way, without a pass of its own. */
export function createLearningRoomRemover(strength: number, format: Format): Processor {
  const { size, hop } = roomFrames(format.sampleRate);
  const { channels } = format;
  return createStft({
    channels,
    size,
    hop,
    floats: listenerFloats(format) + removalFloats(format),
    prepare: (spectra, memory) => {
      const kernel = createReverbKernel(reverbShape(format, true), spectra, memory);
      const listener = createReverbListener(format, kernel, memory);
      const removal = createRemoval(strength, format, kernel, spectra, memory);
      return (index) => {
        for (let c = 0; c < channels; c++) {
          kernel.add(c);
          kernel.predict(c);
          listener.hear(c);
          removal.subtract(c);
        }
        listener.end();
        if (index % ASKED === 0) removal.setDecays(listener.decays());
        removal.holdDown();
      };
    },
  });
}
