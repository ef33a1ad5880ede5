import { type Analyzer, type Block, type Format, type Processor, defineEffect } from "../effect.ts";
import { chainProcessors } from "../restoration/processor-chain.ts";
import { createReplay, createSoundCache, type SoundCache } from "../restoration/sound-cache.ts";
import { createTargetMeter, type Level } from "../restoration/target-level.ts";
import { createLimiter } from "../signal/limiter.ts";
import { createLoudnessMeter } from "../signal/loudness.ts";
import { colorBlocks, createColor } from "../voice/color-voice.ts";
import { PRESETS } from "../voice/presets.ts";
import { createVoiceShift } from "../voice/shift-voice.ts";
import { shiftOf, VOICE_PARAMETERS, type VoiceValues } from "../voice/voice-values.ts";

/** dBTP */
const CEILING = -1;
/** dB of headroom for the limiter below the ceiling. */
const MARGIN = 0.05;
/** Maximum makeup gain in dB: what remains of a voice that hardly passes is mostly noise. */
const MAX_GAIN_DB = 24;
/** Cache limit for the changed voice until its level is known: about 45 minutes of mono. */
const MAX_CACHE_BYTES = 2 ** 28;

interface Analysis extends Level {
  readonly changed: SoundCache;
}

/** Everything but the level; null if nothing is changed. */
function createChanger(values: VoiceValues, format: Format): Processor | null {
  const shift = shiftOf(values);
  const color = createColor(PRESETS[values.preset], format);
  const steps = [shift && createVoiceShift(shift, format), color && colorBlocks(color)].filter(
    (step) => step !== null,
  );
  return steps.length > 0 ? chainProcessors(steps, format.channels) : null;
}

/** Finds the gain that restores the loudness of the input. */
function createAnalyzer(values: VoiceValues, format: Format, frames?: number): Analyzer<Analysis> {
  let instance: Processor | null = null;
  const changer = (): Processor => (instance ??= createChanger(values, format)!);
  const before = createLoudnessMeter(format, { peaks: false });
  const goal = {
    // Evaluated after the whole input has been measured.
    get target() {
      return before.measure().level;
    },
    ceiling: CEILING,
  };
  const after = createTargetMeter(format, goal, frames);
  const changed = createSoundCache(format.channels, MAX_CACHE_BYTES, frames);
  const addLevel = (block: Block | null): void => {
    if (!block) return;
    after.push(block);
    changed.push(block);
  };
  return {
    push(block) {
      before.push(block);
      addLevel(changer().process(block));
    },
    finish() {
      addLevel(changer().finish());
      const { gain, ...level } = after.finish();
      return {
        ...level,
        // Rounded to 0.01 dB, so that it does not depend on how the input is divided into blocks.
        gain: Number.isFinite(gain) ? Math.min(MAX_GAIN_DB, Math.round(100 * gain) / 100) : 0,
        changed,
      };
    },
  };
}

/**
 * Changes a voice: independent pitch and formants, and characters. The result has the loudness of
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
        // Shifted partials and added reverb may have raised the peaks.
        createLimiter(format, {
          ceiling: CEILING - MARGIN,
          gain: 10 ** ((analysis?.gain ?? 0) / 20),
        }),
      ],
      format.channels,
    );
  },
});
