import type { Random } from "../random.ts";

/** Formants of a vowel in Hz. */
export type Vowel = readonly [number, number, number];

export interface MadeVoice {
  readonly vowel: Vowel;
  /** Gain of the fundamental, relative to what the vowel gives it. */
  readonly fundamental: number;
  /** Level of breath noise relative to the voice. */
  readonly breath: number;
  /** Part by which every second period is softer, as in a creaky voice. */
  readonly alternation: number;
}
export const PLAIN_VOICE: MadeVoice = {
  vowel: [715, 1220, 2590],
  fundamental: 1,
  breath: 0.01,
  alternation: 0,
};

/** Seconds between pitches of a curve. */
export const CURVE_STEP = 0.01;
const HIGHEST = 5000;

/** Gain of three resonances at a frequency. */
function gainAt(hertz: number, vowel: Vowel): number {
  let gain = 0;
  for (const [at, formant] of vowel.entries()) {
    const width = 70 + formant / 50;
    gain += 0.6 ** at / Math.sqrt(1 + ((hertz - formant) / width) ** 2);
  }
  return gain + 0.02;
}

/**
 * A voice that sings a curve of pitches, every `CURVE_STEP` seconds in Hz; where it is 0 there is a
 * noise like that of a consonant, and where it is negative, silence. Its RMS is about 0.1.
 */
export function singCurve(
  curve: readonly number[],
  sampleRate: number,
  { random, voice = PLAIN_VOICE }: { readonly random: Random; readonly voice?: MadeVoice },
): Float32Array<ArrayBuffer> {
  const length = Math.floor((curve.length - 1) * CURVE_STEP * sampleRate);
  const out = new Float32Array(length);
  let phase = 0;
  let level = 0;
  let consonant = 0;
  for (let i = 0; i < length; i++) {
    const at = i / sampleRate / CURVE_STEP;
    const [left, right] = [curve[Math.floor(at)]!, curve[Math.ceil(at)]!];
    const isVoiced = left > 0 && right > 0;
    const hertz = isVoiced ? left + (right - left) * (at % 1) : Math.max(left, right);
    level += ((isVoiced ? 1 : 0) - level) / (0.005 * sampleRate);
    consonant += ((left === 0 ? 1 : 0) - consonant) / (0.005 * sampleRate);
    if (hertz > 0) phase += hertz / sampleRate;
    let sum = 0;
    if (level > 0.001 && hertz > 0)
      for (let h = 1; h * hertz < HIGHEST; h++) {
        const own = gainAt(h * hertz, voice.vowel) / h ** 1.1;
        sum += own * (h === 1 ? voice.fundamental : 1) * Math.sin(2 * Math.PI * h * phase + 2 * h);
      }
    const period = Math.floor(phase) % 2 === 0 ? 1 : 1 - voice.alternation;
    out[i] = level * (sum * period + voice.breath * random.normal());
    out[i] = out[i]! + 0.05 * consonant * random.normal();
  }
  let power = 1e-12;
  for (const sample of out) power += sample * sample;
  const gain = 0.1 / Math.sqrt(power / length);
  return out.map((sample) => gain * sample);
}

/** Hz of a note as in MIDI: 69 is A = 440 Hz. */
export const hertzOf = (note: number): number => 440 * 2 ** ((note - 69) / 12);

export interface SungNote {
  readonly note: number;
  readonly seconds: number;
  /** Silence after it, in seconds. */
  readonly pause?: number;
}

/**
 * The curve of notes as a singer moves between them: gliding for 60 ms, with vibrato of a depth in
 * cents.
 */
export function curveOf(
  notes: readonly SungNote[],
  {
    vibrato = 0,
    detune = () => 0,
  }: {
    readonly vibrato?: number;
    /** Cents at a time in seconds; `note` is its index. */
    readonly detune?: (note: number, seconds: number) => number;
  } = {},
): number[] {
  const curve: number[] = [];
  let before: number | null = null;
  for (const [index, { note, seconds, pause = 0 }] of notes.entries()) {
    const count = Math.round(seconds / CURVE_STEP);
    for (let i = 0; i < count; i++) {
      const glide: number = before === null ? 1 : Math.min(1, i / 6);
      const at = (before ?? note) + (note - (before ?? note)) * glide;
      const sway = vibrato * Math.sin(2 * Math.PI * 5.5 * i * CURVE_STEP);
      const cents = sway + detune(index, curve.length * CURVE_STEP);
      curve.push(hertzOf(at + cents / 100));
    }
    for (let i = 0; i < Math.round(pause / CURVE_STEP); i++) curve.push(-1);
    before = pause > 0 ? null : note;
  }
  return curve;
}
