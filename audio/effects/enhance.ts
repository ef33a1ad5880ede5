import { type Analyzer, type Block, defineEffect, type Format, type Processor } from "../effect.ts";
import { type Clipping, createClippingFinder } from "../restoration/declip/find-clipping.ts";
import { createClippingRepair } from "../restoration/declip/repair-clipping.ts";
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
import type { TimeRange } from "../parameters.ts";
import { createLimiter } from "../signal/limiter.ts";

interface Values {
  readonly strength: number;
  readonly target: number;
  readonly ceiling: number;
  readonly declip: boolean;
  readonly denoise: boolean;
  readonly dereverb: boolean;
  readonly equalise: boolean;
  readonly deess: boolean;
  readonly even: boolean;
  readonly keep: readonly TimeRange[];
}

/** Dereverb strength at full strength: some remaining reverb sounds more natural. */
const DEREVERB_RATIO = 0.7;

/** Cache limit for the cleaned sound until its level is known: about 45 minutes of mono. */
const MAX_CACHE_BYTES = 2 ** 28;

/** Maximum gain in dB that evens out the speech. */
const MAX_MOVE_DB = 12;

interface Analysis extends Level {
  readonly cleaned: SoundCache;
  /** Null if peaks are not repaired, or none is clipped. */
  readonly clipping: Clipping | null;
  readonly moves: readonly LevelMove[];
}

interface Prepared {
  readonly nets: SpeechNets;
  /** Weights of voice activity. */
  readonly activity: ArrayBuffer;
}

/** Everything but the level. @param clipping null if no peaks are repaired */
function createCleaner(
  values: Values,
  format: Format,
  { nets, clipping }: { readonly nets: SpeechNets; readonly clipping: Clipping | null },
) {
  const strength = values.strength / 100;
  const steps = [
    clipping && createClippingRepair(clipping, clipping.ranges, format),
    values.denoise && strength > 0 && createSpeechDenoiser(strength, format, nets),
    values.dereverb && strength > 0 && createAdaptiveDereverb(DEREVERB_RATIO * strength, format),
    values.equalise && createVoiceEqualizer(format),
    values.deess && createDeEsser(format),
  ];
  return chainProcessors(
    steps.filter((step) => step !== false && step !== null),
    format.channels,
  );
}

/** Cleans the input and measures the result. @param clipping see `createCleaner` */
function createMeasurement(
  values: Values,
  format: Format,
  { nets, activity, clipping, frames }: Prepared & MeasurementOptions,
): Analyzer<Analysis> {
  // Lazy: `countPasses` creates an analyzer without feeding it.
  let instance: Processor | undefined;
  const cleaner = () => (instance ??= createCleaner(values, format, { nets, clipping }));
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
    finish() {
      measure(cleaner().finish());
      const moves = levels?.finish() ?? [];
      const level = meter.finish(readCurve(curveOf(withoutRanges(moves, values.keep, 1))));
      return { ...level, cleaned, clipping, moves };
    },
  };
}

interface MeasurementOptions {
  readonly clipping: Clipping | null;
  /** Approximate length of the input, if known. */
  readonly frames: number | undefined;
}

/** Where peaks are clipped, which the first pass finds, a second one cleans the repaired input. */
function createAnalyzer(
  values: Values,
  format: Format,
  options: Prepared & Pick<MeasurementOptions, "frames">,
): Analyzer<Analysis> {
  let measurement = createMeasurement(values, format, { ...options, clipping: null });
  let finder = values.declip ? createClippingFinder(format, null) : null;
  return {
    push(block) {
      finder?.push(block);
      measurement.push(block);
    },
    needsAnotherPass() {
      const clipping = finder?.finish();
      finder = null;
      if (!clipping || clipping.ranges.length === 0) return false;
      measurement = createMeasurement(values, format, { ...options, clipping });
      return true;
    },
    finish: () => measurement.finish(),
  };
}

/**
 * Makes speech sound studio-recorded: repairs clipping, removes noise and reverb, equalizes, and normalizes the
 * loudness.
 */
export default defineEffect({
  id: "enhance",
  parameters: {
    /** Strength of noise and reverb removal. */
    strength: { kind: "number", min: 0, max: 100, default: 90, unit: "%", step: 1 },
    target: { kind: "number", min: -31, max: -9, default: -16, unit: "LUFS", step: 0.5 },
    ceiling: { kind: "number", min: -9, max: 0, default: -1, unit: "dBTP", step: 0.1 },
    /** Whether clipped peaks are rebuilt first; not where a studio model removes the noise. */
    declip: { kind: "switch", default: true },
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
  analyze: (values, format, prepared, frames) =>
    createAnalyzer(values, format, { ...prepared, frames }),
  loudness: ({ target }) => target,
  ceiling: ({ ceiling }) => ceiling,
  findings: ({ integrated, gain, moves, clipping }) => ({
    ranges: moves.map((move) => ({ start: move.start, end: move.end, gain: move.gain })),
    figures: {
      ...(Number.isFinite(integrated) && { integratedLufs: integrated, gain }),
      ...(clipping && { clippedSeconds: clipping.seconds }),
    },
  }),
  net: {
    task: "denoise",
    rest: (values) => ({ ...values, denoise: false, declip: false }),
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
        cleaned
          ? createReplay(cleaned)
          : createCleaner(values, format, {
              nets: prepared.nets,
              clipping: analysis?.clipping ?? null,
            }),
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
