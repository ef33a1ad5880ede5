import type { Processor } from "../../effect.ts";
import { createFilter } from "../../signal/biquad.ts";
import { joinBlocks } from "../../signal/blocks.ts";
import { createLimiter } from "../../signal/limiter.ts";
import type { Preset } from "../../voice/presets.ts";
import { createColor } from "../../voice/color-voice.ts";
import { createBalance } from "./balance.ts";
import { addPitchDrift } from "./pitch-drift.ts";
import { createBuzzSoftener } from "./soften-buzz.ts";
import { type Tone, toneFilters } from "./tone.ts";

/** Sample rate of narrations in Hz. */
export const NARRATION_RATE = 24_000;
/** dBTP */
export const CEILING = -1;

/** Processing of the voice. Plain values, because it is sent to workers. */
export interface Refinement {
  /** Formant factor; the voice was synthesized slower and lower by it. */
  readonly formant: number;
  readonly tone: Tone;
  /** dB in the bands of `bands.ts`, in addition to the tone; null for none. */
  readonly balance: readonly number[] | null;
  /** Ratio of breath noise in the high partials, 0 to 1. */
  readonly breath: number;
  /** Relative depth of the pitch drift. */
  readonly waver: number;
  readonly color: Preset | null;
  /** Gain before the limiter at −1 dBTP. */
  readonly gain: number;
}

/** Hz between which a voice turns into breath noise. */
const BREATH = { from: 1800, to: 6500 } as const;
const SEED = 20;

/** Seconds of silence for the filters' tail. */
const TAIL = 0.03;

/**
 * Improves a synthetic voice: adds pitch drift and breath noise in high partials, disperses glottal
 * pulses, and equalizes. Deterministic.
 * @returns samples at `NARRATION_RATE` of length input / `formant`, plus a tail of 30 ms
 */
export function refineSpeech(
  samples: Float32Array,
  sampleRate: number,
  { formant, tone, balance, breath, waver, color, gain }: Refinement,
): Float32Array<ArrayBuffer> {
  const read = addPitchDrift(samples, {
    from: sampleRate,
    to: NARRATION_RATE,
    pace: formant,
    waver,
    seed: SEED,
  });
  let sound = new Float32Array(read.length + Math.round(TAIL * NARRATION_RATE));
  sound.set(read);
  if (breath > 0)
    sound = through(
      createBuzzSoftener({
        sampleRate: NARRATION_RATE,
        ...BREATH,
        maxNoiseRatio: breath,
        seed: SEED,
      }),
      sound,
    );
  createFilter(toneFilters(tone, NARRATION_RATE)).run(sound);
  if (balance) sound = through(createBalance(balance, NARRATION_RATE), sound);
  const format = { sampleRate: NARRATION_RATE, channels: 1 };
  if (color) createColor(color, format)?.run(sound, 0, 0);
  return through(createLimiter(format, { ceiling: CEILING, gain }), sound);
}

/** Runs a complete mono sound through a processor. */
function through(processor: Processor, samples: Float32Array): Float32Array<ArrayBuffer> {
  const parts = [processor.process([samples])?.map((part) => part.slice()) ?? null];
  parts.push(processor.finish()?.map((part) => part.slice()) ?? null);
  return joinBlocks(parts, 1)[0] as Float32Array<ArrayBuffer>;
}
