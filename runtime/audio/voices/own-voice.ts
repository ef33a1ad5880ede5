import type { Persona } from "#audio/narration/personas.ts";
import { BAND_COUNT } from "#audio/voice/bands.ts";
import type { VoiceMeasures } from "#audio/profile/voice-measures.ts";
import type { Receipt } from "./receipt.ts";

/** Prefix of the ids of visitors' voices; no voice of the site has it. */
const PREFIX = "own-";
export type OwnVoiceId = `own-${string}`;
export const isOwnVoice = (id: unknown): id is OwnVoiceId =>
  typeof id === "string" && /^own-[\da-z]{6,40}$/.test(id);
export const newOwnVoiceId = (): OwnVoiceId =>
  `${PREFIX}${Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36).padStart(7, "0")).join("")}`;

/** Maximum length of a name, in characters. */
export const MAX_NAME_LENGTH = 60;

/** The built-in voice with the pitch, range and timbre of a sample, with spoken consent. */
export interface OwnVoice {
  readonly version: 1;
  readonly id: OwnVoiceId;
  readonly name: string;
  /** Epoch milliseconds. */
  readonly made: number;
  /** Locale code of the comparison. */
  readonly language: string;
  readonly persona: Persona;
  /** Measures of the sample, of the resulting voice, and of the built-in voice. */
  readonly measures: {
    readonly sample: VoiceMeasures;
    readonly voice: VoiceMeasures;
    readonly plain: VoiceMeasures;
  };
  readonly receipt: Receipt;
}

type Unknown = Readonly<Record<string, unknown>>;
const recordOf = (value: unknown): Unknown =>
  typeof value === "object" && value !== null ? (value as Unknown) : {};
const isNumber = (value: unknown, min: number, max: number): value is number =>
  typeof value === "number" && value >= min && value <= max;
const areBands = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length === BAND_COUNT &&
  value.every((level) => isNumber(level, -200, 200));

function isPersona(value: unknown): value is Persona {
  const { variant, rate, pitch, range, formant, tone, balance, breath, waver, rest } =
    recordOf(value);
  const { tilt, warmth, presence } = recordOf(tone);
  const { sentence, paragraph } = recordOf(rest);
  return (
    typeof variant === "string" &&
    /^[fm]\d$/.test(variant) &&
    isNumber(rate, 60, 400) &&
    isNumber(pitch, -24, 24) &&
    isNumber(range, 0, 100) &&
    isNumber(formant, -8, 8) &&
    [tilt, warmth, presence].every((level) => isNumber(level, -24, 24)) &&
    (balance === undefined || areBands(balance)) &&
    [breath, waver].every((share) => isNumber(share, 0, 1)) &&
    [sentence, paragraph].every((seconds) => isNumber(seconds, 0, 10))
  );
}

function areMeasures(value: unknown): value is VoiceMeasures {
  const { seconds, voiced, pitch, envelope, tilt, pace, split } = recordOf(value);
  const { median, low, high } = recordOf(pitch);
  return (
    [seconds, voiced].every((length) => isNumber(length, 0, 1e6)) &&
    [median, low, high].every((hertz) => isNumber(hertz, 0, 1000)) &&
    [tilt, pace, split].every((one) => isNumber(one, -100, 100)) &&
    areBands(envelope)
  );
}

/** Parses a stored or imported voice; null if it is invalid or from a later version. */
export function readOwnVoice(value: unknown): OwnVoice | null {
  const { version, id, name, made, language, persona, measures, receipt } = recordOf(value);
  const { sample, voice, plain } = recordOf(measures);
  const fits =
    version === 1 &&
    isOwnVoice(id) &&
    typeof name === "string" &&
    name.trim() !== "" &&
    name.length <= MAX_NAME_LENGTH &&
    isNumber(made, 0, 1e14) &&
    typeof language === "string" &&
    isPersona(persona) &&
    [sample, voice, plain].every(areMeasures) &&
    typeof receipt === "object" &&
    receipt !== null;
  return fits ? (value as OwnVoice) : null;
}
