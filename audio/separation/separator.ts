import type { Block, Format, Resources } from "../effect.ts";
import { createSpeechDenoiser } from "../restoration/denoise-speech.ts";
import { loadSpeechNets, type SpeechNets } from "../restoration/speech-nets.ts";
import { createBlock, framesOf } from "../signal/blocks.ts";
import { SEPARATION_PRESETS, type SeparationPreset, type StemName } from "./presets.ts";
import { AHEAD } from "./frame-history.ts";
import { BAND_INPUTS, createBandFeatures } from "./band-features.ts";
import { bandNetFloats, createBandNet } from "./band-net.ts";
import { createSoundFeatures, featureFloats } from "./sound-features.ts";
import { createMaskNet, maskNetFloats } from "./mask-net.ts";
import { fillMask, lowParts } from "./stem-masks.ts";
import { createStemStft } from "./stem-stft.ts";
import { createWaitingSound } from "./waiting-sound.ts";

export interface SeparationSettings {
  readonly preset: SeparationPreset;
}

/** What was heard of the whole sound. */
export interface SeparationFacts {
  /**
   * dB of what the first two channels do not have in common over what they have; −∞ where both are the
   * same or there is only one: no middle can be told from the sides, and a voice only by its sound.
   */
  readonly sideLevel: number;
}

/** Takes a sound apart into stems whose sum is the sound. */
export interface Separator {
  /** Names of the stems, in the order in which their blocks come. */
  readonly stems: readonly StemName[];
  /**
   * Takes a block of any length and gives what is ready: a block for each stem, all of one length and
   * of the input's format, or null. What it gives does not depend on how the input is cut into blocks.
   * The block is the caller's, and is neither kept nor changed; what it gives is good until the next
   * call. Samples have to be finite.
   */
  push(block: Block): readonly Block[] | null;
  /** The rest: all stems are then as long as the input, and in time with it. Called once. */
  flush(): readonly Block[] | null;
  /** After `flush`. */
  facts(): SeparationFacts;
}

/** Compares the first two channels. */
function createSideMeter() {
  let [same, different] = [0, 0];
  return {
    push([left, right]: Block): void {
      if (!left || !right) return;
      for (let i = 0; i < left.length; i++) {
        same += (left[i]! + right[i]!) ** 2;
        different += (left[i]! - right[i]!) ** 2;
      }
    },
    facts: (): SeparationFacts => ({
      sideLevel: different > 0 ? 10 * Math.log10(different / same) : -Infinity,
    }),
  };
}

/** Seconds of a frame, about. */
const FRAME = 0.09;

/** Seconds for which there is room while the denoiser holds samples back. */
const HELD = 2;

/**
 * The built-in engine. It hears less than a second ahead and holds as much, whatever the length.
 * @param format any rate from 8 kHz, and 1 to 8 channels; the first two tell the middle from the sides
 * @param nets what `loadNets` gave; speech is told without them, too, and far less well
 */
export const createSeparator = (
  { preset }: SeparationSettings,
  format: Format,
  nets: SpeechNets | null = null,
): Separator =>
  nets
    ? createSpeechSeparator(format, nets)
    : createStemSeparator(SEPARATION_PRESETS[preset], format);

/** Loads what a preset needs beside the weights of its own; null: nothing. */
export const loadNets = async (
  preset: SeparationPreset,
  resources: Resources,
): Promise<SpeechNets | null> => (preset === "speech" ? loadSpeechNets(resources) : null);

/** Speech as the denoiser leaves it, and as music all that it takes away. */
function createSpeechSeparator(format: Format, nets: SpeechNets): Separator {
  const denoiser = createSpeechDenoiser(1, format, nets);
  const waiting = createWaitingSound(format.channels, HELD * format.sampleRate);
  const sides = createSideMeter();
  const give = (speech: Block | null): readonly Block[] | null => {
    if (!speech || framesOf(speech) === 0) return null;
    const music = createBlock(format.channels, framesOf(speech));
    waiting.leave([speech], music);
    return [speech, music];
  };
  return {
    stems: SEPARATION_PRESETS.speech,
    push(block) {
      sides.push(block);
      waiting.keep(block);
      return give(denoiser.process(block));
    },
    flush: () => give(denoiser.finish()),
    facts: sides.facts,
  };
}

/** The same for any stems; what the last one is called, it is what the others leave of the sound. */
export function createStemSeparator(stems: readonly StemName[], format: Format): Separator {
  const { sampleRate, channels } = format;
  const size = 2 ** Math.round(Math.log2(FRAME * sampleRate));
  const bins = size / 2 + 1;
  const sides = createSideMeter();
  const stft = createStemStft({
    channels,
    size,
    hop: size / 4,
    ahead: AHEAD,
    masks: stems.length - 1,
    floats: featureFloats(bins) + maskNetFloats(bins) + bandNetFloats(),
    prepare(masks, memory) {
      const features = createSoundFeatures(memory, bins, sampleRate / size);
      const net = createMaskNet(memory, features.rows);
      const bands = createBandFeatures(features, sampleRate / size);
      const guess = createBandNet(memory, net.rough, sampleRate / size);
      const told = new Float32Array(BAND_INPUTS);
      const centre = features.row("centre");
      const low = lowParts(bins, sampleRate / size);
      return {
        hear(index, spectra) {
          features.hear(index, spectra);
          bands.hear(index, features.lastLevel());
        },
        fill(index) {
          features.tell(index);
          bands.tell(index, told);
          guess(told);
          const shares = net.run();
          for (const [i, mask] of masks.entries())
            fillMask(stems[i]!, { shares, centre, low }, mask);
        },
      };
    },
  });
  return {
    stems,
    push(block) {
      sides.push(block);
      return stft.push(block);
    },
    flush: () => stft.flush(),
    facts: sides.facts,
  };
}
