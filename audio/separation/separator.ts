import type { Block, Format, Resources } from "../effect.ts";
import { createEstimateMixer } from "../restoration/denoise-speech.ts";
import {
  createFullStep,
  createLowStep,
  loadSpeechNets,
  type SpeechNets,
} from "../restoration/speech-nets.ts";
import { createBlock, framesOf } from "../signal/blocks.ts";
import { SEPARATION_PRESETS, type SeparationPreset, type StemName } from "./presets.ts";
import { LOOKAHEAD } from "./frame-history.ts";
import { BAND_INPUTS, createBandFeatures } from "./band-features.ts";
import { bandNetFloats, createBandNet } from "./band-net.ts";
import { createSoundFeatures, featureFloats } from "./sound-features.ts";
import { createMaskNet, maskNetFloats } from "./mask-net.ts";
import { fillMask, bassParts } from "./stem-masks.ts";
import { createStemStft } from "./stem-stft.ts";
import { createDelayedInput } from "./delayed-input.ts";

export interface SeparationSettings {
  readonly preset: SeparationPreset;
}

/** Separates a sound into stems that sum to the sound. */
export interface Separator {
  /** Names of the stems, in the order of their blocks. */
  readonly stems: readonly StemName[];
  /**
   * Takes a block of any length and returns the output that is ready: one block per stem, all of
   * one length and in the input format, or null. The output does not depend on how the input is
   * divided into blocks. The block belongs to the caller and is neither retained nor modified; the
   * result is valid until the next call. Samples must be finite.
   */
  push(block: Block): readonly Block[] | null;
  /**
   * Returns the rest; all stems then have the length of the input, with latency compensated. Called
   * once.
   */
  flush(): readonly Block[] | null;
}

/** Approximate frame length in seconds. */
const FRAME_SECONDS = 0.09;

/** Capacity in seconds of the queue that compensates the denoiser's latency. */
const QUEUE_SECONDS = 2;

/**
 * The built-in engine. Look-ahead and memory are less than a second, whatever the length.
 * @param format 8 kHz or more, 1 to 8 channels; the first two determine the stereo position
 * @param nets result of `loadNets`; without it, speech is separated far less well
 */
export const createSeparator = (
  { preset }: SeparationSettings,
  format: Format,
  nets: SpeechNets | null = null,
): Separator =>
  nets
    ? createSpeechSeparator(format, nets)
    : createStemSeparator(SEPARATION_PRESETS[preset], format);

/** Loads additional networks for a preset; null if it needs none. */
export const loadNets = async (
  preset: SeparationPreset,
  resources: Resources,
): Promise<SpeechNets | null> => (preset === "speech" ? loadSpeechNets(resources) : null);

/** Speech is the output of the denoiser, music is everything it removes. */
function createSpeechSeparator(format: Format, nets: SpeechNets): Separator {
  const denoiser = createEstimateMixer(1, format, {
    steps: [createLowStep(nets), createFullStep(nets)],
  });
  const waiting = createDelayedInput(format.channels, QUEUE_SECONDS * format.sampleRate);
  const give = (speech: Block | null): readonly Block[] | null => {
    if (!speech || framesOf(speech) === 0) return null;
    const music = createBlock(format.channels, framesOf(speech));
    waiting.writeResidual([speech], music);
    return [speech, music];
  };
  return {
    stems: SEPARATION_PRESETS.speech,
    push(block) {
      waiting.keep(block);
      return give(denoiser.process(block));
    },
    flush: () => give(denoiser.finish()),
  };
}

/** Separates any stems; the last one is the residual, whatever its name. */
export function createStemSeparator(stems: readonly StemName[], format: Format): Separator {
  const { sampleRate, channels } = format;
  const size = 2 ** Math.round(Math.log2(FRAME_SECONDS * sampleRate));
  const bins = size / 2 + 1;
  const stft = createStemStft({
    channels,
    size,
    hop: size / 4,
    lookahead: LOOKAHEAD,
    masks: stems.length - 1,
    floats: featureFloats(bins) + maskNetFloats(bins) + bandNetFloats(),
    prepare(masks, memory) {
      const features = createSoundFeatures(memory, bins, sampleRate / size);
      const net = createMaskNet(memory, features.rows);
      const bands = createBandFeatures(features, sampleRate / size);
      const estimateBands = createBandNet(memory, net.rough, sampleRate / size);
      const bandInputs = new Float32Array(BAND_INPUTS);
      const center = features.row("center");
      const low = bassParts(bins, sampleRate / size);
      return {
        addFrame(index, spectra) {
          features.addFrame(index, spectra);
          bands.addFrame(index, features.lastLevel());
        },
        fill(index) {
          features.writeRows(index);
          bands.writeFeatures(index, bandInputs);
          estimateBands(bandInputs);
          const shares = net.run();
          for (const [i, mask] of masks.entries())
            fillMask(stems[i]!, { shares, center, low }, mask);
        },
      };
    },
  });
  return {
    stems,
    push(block) {
      return stft.push(block);
    },
    flush: () => stft.flush(),
  };
}
