import { type Analyzer, type Block, type Format, type Processor, defineEffect } from "../effect.ts";
import { chainProcessors } from "../restoration/processor-chain.ts";
import { createReplay, createSoundStore, type SoundStore } from "../restoration/sound-store.ts";
import { createTargetMeter, type Level } from "../restoration/target-level.ts";
import { createLimiter } from "../signal/limiter.ts";
import { createLoudnessMeter } from "../signal/loudness.ts";
import { colorBlocks, createColor } from "../voice/color-voice.ts";
import { PRESETS } from "../voice/presets.ts";
import { createVoiceShift } from "../voice/shift-voice.ts";
import { shiftOf, VOICE_PARAMETERS, type VoiceValues } from "../voice/voice-values.ts";

/** dBTP */
const CEILING = -1;
/** dBTP by which the limiter stays below it. */
const MARGIN = 0.05;
/** dB that a changed voice is made louder at most: what is left of one that hardly passes is noise. */
const MOST_GAIN = 24;
/** Of the changed voice that is kept until its level is known: some 45 minutes of one channel. */
const MOST_BYTES = 2 ** 28;

interface Analysis extends Level {
  readonly changed: SoundStore;
}

/** All but the level; null where nothing is changed. */
function createChanger(values: VoiceValues, format: Format): Processor | null {
  const shift = shiftOf(values);
  const color = createColor(PRESETS[values.preset], format);
  const steps = [shift && createVoiceShift(shift, format), color && colorBlocks(color)].filter(
    (step) => step !== null,
  );
  return steps.length > 0 ? chainProcessors(steps, format.channels) : null;
}

/** Finds the gain that makes the changed voice as loud as the one that came in. */
function createAnalyzer(values: VoiceValues, format: Format, frames?: number): Analyzer<Analysis> {
  let made: Processor | null = null;
  const changer = (): Processor => (made ??= createChanger(values, format)!);
  const before = createLoudnessMeter(format);
  const goal = {
    // Asked for when all has been heard.
    get target() {
      return before.measure().level;
    },
    ceiling: CEILING,
  };
  const after = createTargetMeter(format, goal, frames);
  const changed = createSoundStore(format.channels, MOST_BYTES, frames);
  const hear = (block: Block | null): void => {
    if (!block) return;
    after.push(block);
    changed.push(block);
  };
  return {
    push(block) {
      before.push(block);
      hear(changer().process(block));
    },
    finish() {
      hear(changer().finish());
      const { gain, ...level } = after.finish();
      return {
        ...level,
        // In hundredths of a decibel: the same however the input is cut into blocks.
        gain: Number.isFinite(gain) ? Math.min(MOST_GAIN, Math.round(100 * gain) / 100) : 0,
        changed,
      };
    },
  };
}

/**
 * Changes a voice: pitch and formants apart from each other, and characters. The result is as loud as
 * the input.
 */
export default defineEffect({
  id: "voice",
  parameters: VOICE_PARAMETERS,
  length: "same",
  cost: { analysis: 16, work: 1.5 },
  synthetic: "changed",
  neutral: { preset: "none", pitch: 0, formant: 0 },
  analyze: (values, format, _, frames) =>
    shiftOf(values) || createColor(PRESETS[values.preset], format)
      ? createAnalyzer(values, format, frames)
      : null,
  ceiling: () => CEILING,
  create(values, format, { analysis }) {
    const changer = createChanger(values, format);
    if (!changer) return chainProcessors([], format.channels);
    const changed = analysis?.changed.open();
    return chainProcessors(
      [
        changed ? createReplay(changed) : changer,
        // Moved partials meet in other places, and rooms add up: peaks may have grown.
        createLimiter(format, {
          ceiling: CEILING - MARGIN,
          gain: 10 ** ((analysis?.gain ?? 0) / 20),
        }),
      ],
      format.channels,
    );
  },
});
