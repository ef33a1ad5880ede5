import type { Processor } from "../../effect.ts";
import { createFilter } from "../../signal/biquad.ts";
import { joinBlocks } from "../../signal/blocks.ts";
import { createLimiter } from "../../signal/limiter.ts";
import type { Preset } from "../../voice/presets.ts";
import { createColor } from "../../voice/color-voice.ts";
import { createBalance } from "./balance.ts";
import { readUnevenly } from "./read-unevenly.ts";
import { createBuzzSoftener } from "./soften-buzz.ts";
import { type Tone, toneFilters } from "./tone.ts";

/** Hz of all that is narrated. */
export const NARRATION_RATE = 24_000;
/** dBTP */
export const CEILING = -1;

/** What is made of the sound of the voice. Plain values: it is sent to workers. */
export interface Refining {
  /** Factor of the formants; the voice spoke slower and lower by it. */
  readonly formant: number;
  readonly tone: Tone;
  /** dB in the bands of `bands.ts`, on top of the tone; null: as they are. */
  readonly balance: readonly number[] | null;
  /** Share of breath in the high partials, 0 to 1. */
  readonly breath: number;
  /** By which share the pitch wavers. */
  readonly waver: number;
  readonly color: Preset | null;
  /** Factor of all samples, before peaks are held at −1 dBTP. */
  readonly gain: number;
}

/** Hz between which a voice turns into breath. */
const BREATH = { from: 1800, to: 6500 } as const;
const SEED = 20;

/** Seconds of silence that the tone's filters ring into. */
const TAIL = 0.03;

/**
 * Makes a plain voice pleasant: its pitch wavers, its high partials are partly breath, its pulses
 * are spread, its bands balanced. The same samples give the same sound.
 * @returns samples at `NARRATION_RATE`, as long as the input / `formant`, and a tail of 30 ms
 */
export function refineSpeech(
  samples: Float32Array,
  sampleRate: number,
  { formant, tone, balance, breath, waver, color, gain }: Refining,
): Float32Array<ArrayBuffer> {
  const read = readUnevenly(samples, {
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
      createBuzzSoftener({ sampleRate: NARRATION_RATE, ...BREATH, most: breath, seed: SEED }),
      sound,
    );
  createFilter(toneFilters(tone, NARRATION_RATE)).run(sound);
  if (balance) sound = through(createBalance(balance, NARRATION_RATE), sound);
  const format = { sampleRate: NARRATION_RATE, channels: 1 };
  if (color) createColor(color, format)?.run(sound, 0, 0);
  return through(createLimiter(format, { ceiling: CEILING, gain }), sound);
}

/** All of a mono sound through a processor. */
function through(processor: Processor, samples: Float32Array): Float32Array<ArrayBuffer> {
  const parts = [processor.process([samples])?.map((part) => part.slice()) ?? null];
  parts.push(processor.finish()?.map((part) => part.slice()) ?? null);
  return joinBlocks(parts, 1)[0] as Float32Array<ArrayBuffer>;
}
