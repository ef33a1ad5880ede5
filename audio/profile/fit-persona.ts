import type { Persona } from "../narration/personas.ts";
import { formantShiftOf } from "./formant-shift.ts";
import { type VoiceMeasures, rangeOf, semitonesBetween } from "./voice-measures.ts";

/** Variants of the built-in voice that a profile may be put on, low ones and high ones. */
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
/** Steps of which each is measured and made up for. */
const ROUNDS = 3;
const LIMITS = {
  pitch: [-12, 12],
  formant: [-5, 5],
  range: [5, 100],
  rate: [115, 220],
  /** dB of a band. */
  balance: [-18, 14],
} as const;
const within = (value: number, [least, most]: readonly [number, number]): number =>
  Math.min(most, Math.max(least, value));
const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** Mean distance of two envelopes in dB. */
export const envelopeDistance = (a: readonly number[], b: readonly number[]): number =>
  Math.sqrt(a.reduce((sum, level, band) => sum + (level - b[band]!) ** 2, 0) / a.length);

/**
 * How far one voice is from another: 0 for the same, about 1 where they differ by two semitones of
 * pitch, by one of formants, or by 4 dB of their envelope alone.
 */
export function voiceDistance(a: VoiceMeasures, b: VoiceMeasures): number {
  return Math.hypot(
    semitonesBetween(a.pitch.median, b.pitch.median) / 2,
    formantShiftOf(a.envelope, b.envelope),
    envelopeDistance(a.envelope, b.envelope) / 4,
  );
}

/** Bands without what is narrower than a third of an octave: that belongs to the text. */
const smoothed = (bands: readonly number[]): number[] =>
  bands.map((_, at) => {
    const near = [0.5, 1, 1, 1, 0.5].map((weight, d) => [weight, bands[at + d - 2]] as const);
    const heard = near.filter(([, level]) => level !== undefined);
    const weights = heard.reduce((sum, [weight]) => sum + weight, 0);
    return heard.reduce((sum, [weight, level]) => sum + weight * level!, 0) / weights;
  });

/** The persona, moved by what its voice lacks. */
function nearer(persona: Persona, own: VoiceMeasures, voice: VoiceMeasures): Persona {
  const range = rangeOf(voice) / Math.max(1, rangeOf(own));
  const pace = voice.pace > 0 && own.pace > 0 ? voice.pace / own.pace : 1;
  const shift = formantShiftOf(voice.envelope, own.envelope);
  const formant = within(persona.formant + shift, LIMITS.formant);
  const pitch = semitonesBetween(own.pitch.median, voice.pitch.median);
  // What the formants were moved by, the bands need not be.
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
  /** What its voice is like, and what that of the built-in voice is like by itself. */
  readonly measures: VoiceMeasures;
  readonly plain: VoiceMeasures;
}

/**
 * Puts the profile of a voice onto the built-in one: the variant that is nearest speaks, is
 * measured as the voice was, and what it lacks of pitch, range, pace, formants and tone is made up
 * for, again and again.
 * @param listen speaks as a persona, and measures it
 * @param onStep how much is done, 0 to 1
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
  const steps = variants.length + ROUNDS + 1;
  let step = 0;
  const heard = async (persona: Persona): Promise<FittedPersona> => {
    const measures = await listen(persona);
    onStep(++step / steps);
    return { persona, measures, plain: measures };
  };
  const bases: FittedPersona[] = [];
  for (const variant of variants) bases.push(await heard({ ...PLAIN, variant }));
  const distanceOf = ({ measures }: FittedPersona): number => voiceDistance(voice, measures);
  const base = bases.reduce((a, b) => (distanceOf(b) < distanceOf(a) ? b : a));
  let [best, last] = [base, base];
  for (let round = 0; round <= ROUNDS; round++) {
    last = await heard(nearer(last.persona, last.measures, voice));
    if (distanceOf(last) < distanceOf(best)) best = last;
  }
  return { ...best, plain: base.measures };
}
