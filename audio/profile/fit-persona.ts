import type { Persona } from "../narration/personas.ts";
import { formantShiftOf } from "./formant-shift.ts";
import { type VoiceMeasures, rangeOf, semitonesBetween } from "./voice-measures.ts";

/** Variants of the built-in voice that are candidates, low and high ones. */
const LOW = ["m3", "m5", "m7"] as const;
const HIGH = ["f4", "f2"] as const;
/** Hz from which high variants are tried, and up to which low ones are. */
const HIGH_FROM = 140;
const LOW_UP_TO = 175;

const PLAIN: Omit<Persona, "variant"> = {
  rate: 155,
  pitch: 0,
  range: 50,
  formant: 0,
  tone: { tilt: 0, warmth: 0, presence: 0 },
  breath: 0.5,
  waver: 0.005,
  rest: { sentence: 0.35, paragraph: 0.85 },
};
/** Number of rounds of measurement and correction. */
const MAX_ROUNDS = 3;
const LIMITS = {
  pitch: [-12, 12],
  formant: [-5, 5],
  range: [5, 100],
  rate: [115, 220],
  /** Limits in dB per band. */
  balance: [-18, 14],
} as const;
const within = (value: number, [min, max]: readonly [number, number]): number =>
  Math.min(max, Math.max(min, value));
const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** Mean distance of two envelopes in dB. */
export const envelopeDistance = (a: readonly number[], b: readonly number[]): number =>
  Math.sqrt(a.reduce((sum, level, band) => sum + (level - b[band]!) ** 2, 0) / a.length);

/**
 * Distance of two voices: 0 if equal, about 1 for a difference of two semitones of pitch, one
 * semitone of formants, or 4 dB of the envelope.
 */
export function voiceDistance(a: VoiceMeasures, b: VoiceMeasures): number {
  return Math.hypot(
    semitonesBetween(a.pitch.median, b.pitch.median) / 2,
    formantShiftOf(a.envelope, b.envelope),
    envelopeDistance(a.envelope, b.envelope) / 4,
  );
}

/** Bands smoothed to a third of an octave; finer details depend on the text. */
const smoothed = (bands: readonly number[]): number[] =>
  bands.map((_, at) => {
    const near = [0.5, 1, 1, 1, 0.5].map((weight, d) => [weight, bands[at + d - 2]] as const);
    const present = near.filter(([, level]) => level !== undefined);
    const weights = present.reduce((sum, [weight]) => sum + weight, 0);
    return present.reduce((sum, [weight, level]) => sum + weight * level!, 0) / weights;
  });

/** Moves the persona toward the target voice. */
function adjustPersona(persona: Persona, own: VoiceMeasures, voice: VoiceMeasures): Persona {
  const range = rangeOf(voice) / Math.max(1, rangeOf(own));
  const pace = voice.pace > 0 && own.pace > 0 ? voice.pace / own.pace : 1;
  const shift = formantShiftOf(voice.envelope, own.envelope);
  const formant = within(persona.formant + shift, LIMITS.formant);
  const pitch = semitonesBetween(own.pitch.median, voice.pitch.median);
  // The formant shift already accounts for part of the band differences.
  const isMoved = Math.abs(shift) > 1;
  const lack = smoothed(voice.envelope.map((level, band) => level - own.envelope[band]!));
  const balance = lack.map((change, band) =>
    rounded(
      within((persona.balance?.[band] ?? 0) + (isMoved ? 0 : 0.9) * change, LIMITS.balance),
      1,
    ),
  );
  return {
    ...persona,
    pitch: rounded(within(persona.pitch + pitch, LIMITS.pitch), 2),
    formant: rounded(formant, 2),
    range: Math.round(within(persona.range * range ** 0.8, LIMITS.range)),
    rate: Math.round(within(persona.rate * pace ** 0.7, LIMITS.rate)),
    balance,
  };
}

export interface FittedPersona {
  readonly persona: Persona;
  /** Measures of the persona, and of the unmodified built-in voice. */
  readonly measures: VoiceMeasures;
  readonly plain: VoiceMeasures;
}

/**
 * Fits the built-in voice to the profile of a voice: selects the closest variant, then measures it
 * and corrects pitch, range, pace, formants and tone in several rounds.
 * @param listen synthesizes and measures a persona
 * @param onStep progress, 0 to 1
 */
export async function fitPersona(
  voice: VoiceMeasures,
  listen: (persona: Persona) => Promise<VoiceMeasures>,
  onStep: (done: number) => void,
): Promise<FittedPersona> {
  const variants = [
    ...(voice.pitch.median < LOW_UP_TO ? LOW : []),
    ...(voice.pitch.median >= HIGH_FROM ? HIGH : []),
  ];
  const steps = variants.length + MAX_ROUNDS + 1;
  let step = 0;
  const measure = async (persona: Persona): Promise<FittedPersona> => {
    const measures = await listen(persona);
    onStep(++step / steps);
    return { persona, measures, plain: measures };
  };
  const bases: FittedPersona[] = [];
  for (const variant of variants) bases.push(await measure({ ...PLAIN, variant }));
  const distanceOf = ({ measures }: FittedPersona): number => voiceDistance(voice, measures);
  const base = bases.reduce((a, b) => (distanceOf(b) < distanceOf(a) ? b : a));
  let [best, last] = [base, base];
  for (let round = 0; round <= MAX_ROUNDS; round++) {
    last = await measure(adjustPersona(last.persona, last.measures, voice));
    if (distanceOf(last) < distanceOf(best)) best = last;
  }
  return { ...best, plain: base.measures };
}
