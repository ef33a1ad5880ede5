import { type Block, defineEffect, type Format, type Processor } from "../effect.ts";
import { denoiseWithNet } from "../restoration/denoise-with-net.ts";
import { createSpeechDenoiser, DENOISER_QUALITY } from "../restoration/denoise-speech.ts";
import type { LevelMove } from "../restoration/leveling/find-moves.ts";
import { createGainCurve, curveOf, readCurve } from "../restoration/leveling/gain-curve.ts";
import { createMoveMeter } from "../restoration/leveling/move-meter.ts";
import { chainProcessors } from "../restoration/processor-chain.ts";
import { createAdaptiveDereverb } from "../restoration/reverb/dereverb.ts";
import { createDeEsser, createVoiceEqualizer } from "../restoration/shape-voice.ts";
import { withoutRanges } from "../restoration/ranges.ts";
import { createReplay, createSoundCache, type SoundCache } from "../restoration/sound-cache.ts";
import { loadSpeechNets, type SpeechNets } from "../restoration/speech-nets.ts";
import { createTargetMeter, type Level } from "../restoration/target-level.ts";
import { createLimiter } from "../signal/limiter.ts";

interface Values {
  readonly strength: number;
  readonly denoise: boolean;
  readonly dereverb: boolean;
  readonly equalise: boolean;
  readonly deess: boolean;
  readonly even: boolean;
}

/** Dereverb strength at full strength: some remaining reverb sounds more natural. */
const DEREVERB_RATIO = 0.7;

/** Cache limit for the cleaned sound until its level is known: about 45 minutes of mono. */
const MAX_CACHE_BYTES = 2 ** 28;

/** Maximum gain in dB that evens out the speech. */
const MAX_MOVE_DB = 12;

interface Analysis extends Level {
  readonly cleaned: SoundCache;
  readonly moves: readonly LevelMove[];
}

interface Prepared {
  readonly nets: SpeechNets;
  /** Weights of voice activity. */
  readonly activity: ArrayBuffer;
}

/** Everything but the level. */
function createCleaner(values: Values, format: Format, nets: SpeechNets) {
  const strength = values.strength / 100;
  const steps = [
    values.denoise && strength > 0 && createSpeechDenoiser(strength, format, nets),
    values.dereverb && strength > 0 && createAdaptiveDereverb(DEREVERB_RATIO * strength, format),
    values.equalise && createVoiceEqualizer(format),
    values.deess && createDeEsser(format),
  ];
  return chainProcessors(
    steps.filter((step) => step !== false),
    format.channels,
  );
}

/**
 * Makes speech sound studio-recorded: removes noise and reverb, equalizes, and normalizes the
 * loudness.
 */
export default defineEffect({
  id: "enhance",
  parameters: {
    /** Strength of noise and reverb removal. */
    strength: { kind: "number", min: 0, max: 100, default: 90, unit: "%", step: 1 },
    target: { kind: "number", min: -31, max: -9, default: -16, unit: "LUFS", step: 0.5 },
    ceiling: { kind: "number", min: -9, max: 0, default: -1, unit: "dBTP", step: 0.1 },
    denoise: { kind: "switch", default: true },
    dereverb: { kind: "switch", default: true },
    equalise: { kind: "switch", default: true },
    deess: { kind: "switch", default: true },
    /** Whether phrases and speakers that are too loud or too soft get the level of the others. */
    even: { kind: "switch", default: true },
    /** Parts that overlap these ranges keep their level as a whole. */
    keep: { kind: "ranges", default: [] },
  },
  length: "same",
  cost: { analysis: 31, work: 1.5 },
  quality: DENOISER_QUALITY,
  neutral: null,
  prepare: async (resources): Promise<Prepared> => {
    const [nets, activity] = await Promise.all([
      loadSpeechNets(resources),
      resources.bytes("silero.f16"),
    ]);
    return { nets, activity };
  },
  analyze: (values, format, { nets, activity }, frames) => {
    // Lazy: `countPasses` creates an analyzer without feeding it.
    let instance: Processor | undefined;
    const cleaner = () => (instance ??= createCleaner(values, format, nets));
    const meter = createTargetMeter(format, values, frames);
    const cleaned = createSoundCache(format.channels, MAX_CACHE_BYTES, frames);
    const options = { range: MAX_MOVE_DB, strength: 1 };
    const levels = values.even ? createMoveMeter(format, options, activity, frames) : null;
    const measure = (block: Block | null) => {
      if (!block) return;
      meter.push(block);
      levels?.push(block);
      cleaned.push(block);
    };
    return {
      push: (block) => measure(cleaner().process(block)),
      finish(): Analysis {
        measure(cleaner().finish());
        const moves = levels?.finish() ?? [];
        const level = meter.finish(readCurve(curveOf(withoutRanges(moves, values.keep, 1))));
        return { ...level, cleaned, moves };
      },
    };
  },
  loudness: ({ target }) => target,
  ceiling: ({ ceiling }) => ceiling,
  findings: ({ integrated, gain, moves }) => ({
    ranges: moves.map((move) => ({ start: move.start, end: move.end, gain: move.gain })),
    figures: Number.isFinite(integrated) ? { integratedLufs: integrated, gain } : {},
  }),
  net: {
    task: "denoise",
    rest: (values) => ({ ...values, denoise: false }),
    process: (blocks, net, { values, format, prepared, analysis }) =>
      !values.denoise || analysis?.cleaned.open()
        ? blocks
        : denoiseWithNet(blocks, net, {
            strength: values.strength / 100,
            format,
            nets: prepared.nets,
          }),
  },
  create(values, format, { analysis, prepared }) {
    const cleaned = analysis?.cleaned.open();
    const moves = withoutRanges(analysis?.moves ?? [], values.keep, 1);
    return chainProcessors(
      [
        cleaned ? createReplay(cleaned) : createCleaner(values, format, prepared.nets),
        ...(moves.length > 0 ? [createGainCurve(curveOf(moves), format)] : []),
        createLimiter(format, {
          ceiling: values.ceiling - 0.05,
          gain: 10 ** ((analysis?.gain ?? 0) / 20),
        }),
      ],
      format.channels,
    );
  },
});
