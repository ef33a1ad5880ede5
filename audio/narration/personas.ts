import type { Preset } from "../voice/presets.ts";
import type { Tone } from "./refine/tone.ts";

/** A character of the built-in voice, independent of the language. */
export interface Persona {
  /** eSpeak variant. */
  readonly variant: string;
  /** eSpeak NG accent for English; defaults to American. */
  readonly english?: string;
  /** Words per minute. */
  readonly rate: number;
  /** Semitones relative to the variant's default pitch. */
  readonly pitch: number;
  /** Pitch range, 0 to 100; 50 is the voice's default. */
  readonly range: number;
  /** Formant shift in semitones. */
  readonly formant: number;
  readonly tone: Tone;
  /** dB in the bands of `bands.ts`, in addition to the tone: the timbre of another voice. */
  readonly balance?: readonly number[];
  /** Ratio of breath noise in the high partials, 0 to 1. */
  readonly breath: number;
  /** Relative depth of the pitch drift. */
  readonly waver: number;
  /** Seconds of pause after sentences and paragraphs. */
  readonly rest: { readonly sentence: number; readonly paragraph: number };
  /** Additional effects, without reverb. */
  readonly color?: Pick<Preset, "ring" | "band" | "drive" | "echo">;
  /** Whether each text that it speaks is paid for, so that none is spoken only to be measured. */
  readonly isPaid?: true;
}

/** The voices of the site, by the slugs of their pages. */
export const PERSONAS = {
  maren: {
    variant: "f4",
    rate: 150,
    pitch: 0,
    range: 52,
    formant: -0.6,
    tone: { tilt: -4, warmth: 2, presence: -3 },
    breath: 0.62,
    waver: 0.006,
    rest: { sentence: 0.42, paragraph: 0.95 },
  },
  tarvel: {
    variant: "m3",
    rate: 170,
    pitch: 0.5,
    range: 44,
    formant: 0.3,
    tone: { tilt: -2.5, warmth: 1, presence: -2 },
    breath: 0.5,
    waver: 0.004,
    rest: { sentence: 0.3, paragraph: 0.8 },
  },
  odrin: {
    variant: "m7",
    english: "en-gb-x-rp",
    rate: 132,
    pitch: -3,
    range: 78,
    formant: -1.4,
    tone: { tilt: -4.5, warmth: 2.5, presence: -3 },
    breath: 0.6,
    waver: 0.007,
    rest: { sentence: 0.6, paragraph: 1.4 },
  },
  brakk: {
    variant: "m5",
    rate: 178,
    pitch: 4,
    range: 85,
    formant: 0.8,
    tone: { tilt: 0, warmth: 0, presence: 1 },
    breath: 0.35,
    waver: 0.004,
    rest: { sentence: 0.22, paragraph: 0.5 },
    color: { drive: 1.3 },
  },
  ilvy: {
    variant: "f2",
    rate: 122,
    pitch: -1.5,
    range: 38,
    formant: 0,
    tone: { tilt: -5.5, warmth: 1.5, presence: -4 },
    breath: 0.8,
    waver: 0.006,
    rest: { sentence: 0.9, paragraph: 1.8 },
  },
  bexo: {
    variant: "m1",
    rate: 158,
    pitch: 1,
    range: 0,
    formant: 0.5,
    tone: { tilt: 0, warmth: -2, presence: 0 },
    breath: 0,
    waver: 0,
    rest: { sentence: 0.35, paragraph: 0.8 },
    color: { echo: { delay: 0.0095, gain: 0.45 }, band: [140, 7500] },
  },
} as const satisfies Readonly<Record<string, Persona>>;

export type PersonaId = keyof typeof PERSONAS;
export const PERSONA_IDS = Object.keys(PERSONAS) as PersonaId[];

/** A persona by id; null if unknown. */
export const personaOf = (id: string): Persona | null =>
  Object.hasOwn(PERSONAS, id) ? PERSONAS[id as PersonaId] : null;
