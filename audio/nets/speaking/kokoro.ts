import type { KokoroForm } from "#core/models/forms.ts";
import type { NetSession } from "../net-session.ts";
import {
  type SpeechSynthesisNet,
  MAX_PHONEMES,
  splitPhonemes,
  phonemeTimes,
} from "./speech-synthesis-net.ts";

/** Length of a style vector. */
const STYLE = 256;
/** Symbol before the first and after the last phoneme. */
const PADDING = 0;

/** Ids of phonemes. */
export type KokoroVocabulary = Readonly<Record<string, number>>;

/** @param text a `tokenizer.json` @throws {TypeError} if it has no vocabulary */
export function readKokoroVocabulary(text: string): KokoroVocabulary {
  const read = JSON.parse(text) as { model?: { vocab?: unknown } } | null;
  const vocabulary = read?.model?.vocab;
  if (typeof vocabulary !== "object" || vocabulary === null)
    throw new TypeError("This is no vocabulary of Kokoro");
  return vocabulary as KokoroVocabulary;
}

/** @param bytes file of a voice @throws {TypeError} if the number of styles is wrong */
export function readKokoroStyles(bytes: ArrayBuffer): Float32Array {
  if (bytes.byteLength !== 4 * STYLE * MAX_PHONEMES)
    throw new TypeError(`A voice of Kokoro has no ${bytes.byteLength} bytes`);
  return new Float32Array(bytes);
}

/** Sounds for which Kokoro has letters of its own (misaki, `espeak.py`), longest first. */
const LETTERS: readonly (readonly [string, string])[] = [
  ["ʔˌn\u0329", "tᵊn"],
  ["ʔn", "tᵊn"],
  ["aɪ", "I"],
  ["aʊ", "W"],
  ["eɪ", "A"],
  ["ɔɪ", "Y"],
  ["oʊ", "O"],
  ["əʊ", "Q"],
  ["dʒ", "ʤ"],
  ["tʃ", "ʧ"],
  ["ɚ", "əɹ"],
  ["ɬ", "l"],
  ["ʔ", "t"],
  ["ʲ", ""],
  ["r", "ɹ"],
];
/** English only: distinctions of eSpeak that Kokoro's speakers do not make. */
const ENGLISH: readonly (readonly [string, string])[] = [
  ["x", "k"],
  ["ç", "k"],
  ["ɐ", "ə"],
  ["\u0303", ""],
];
const AMERICAN: readonly (readonly [string, string])[] = [
  ["ɜːɹ", "ɜɹ"],
  ["ɜː", "ɜɹ"],
  ["ɪə", "iə"],
  ["ɾ", "T"],
  ["ː", ""],
];

/** Converts eSpeak's phonemes to Kokoro's alphabet. @param espeak eSpeak's code of the language */
export function respellForKokoro(phonemes: string, espeak: string): string {
  const rules = [
    ...LETTERS,
    ...(espeak.startsWith("en") ? ENGLISH : []),
    ...(espeak === "en-us" ? AMERICAN : []),
  ];
  return rules
    .reduce((text, [from, to]) => text.replaceAll(from, to), phonemes)
    .replace(/(\S)\u0329/gu, "ᵊ$1");
}

/**
 * The frames that the graph gives a phoneme for a predicted duration: rounded half to even, at least 1. The
 * output `durations` is taken before the graph does so.
 */
function toFrames(duration: number | bigint): number {
  const value = Number(duration);
  const floor = Math.floor(value);
  const isHalf = value - floor === 0.5;
  return Math.max(1, isHalf ? floor + (floor % 2) : Math.round(value));
}

export interface KokoroFiles {
  readonly vocabulary: KokoroVocabulary;
  /** By voice id. */
  readonly styles: Readonly<Record<string, Float32Array>>;
}

/** Kokoro with its voices. */
export function createKokoroNet(
  session: NetSession,
  { sampleRate, voices }: KokoroForm,
  { vocabulary, styles }: KokoroFiles,
): SpeechSynthesisNet {
  return {
    sampleRate,
    async synthesize(phonemes, { voice = voices[0]!.id, speed }) {
      const own = styles[voice];
      if (!own) throw new RangeError(`There is no voice ${voice}`);
      const points = splitPhonemes(phonemes);
      const owners = points.flatMap((point, at) => (point in vocabulary ? [at] : []));
      const ids = [PADDING, ...owners.map((at) => vocabulary[points[at]!]!), PADDING];
      const style = Math.min(Math.max(ids.length - 2, 0), MAX_PHONEMES - 1) * STYLE;
      const outputs = await session.run({
        input_ids: { data: BigInt64Array.from(ids, BigInt), dims: [1, ids.length] },
        style: { data: own.slice(style, style + STYLE), dims: [1, STYLE] },
        speed: { data: Float32Array.of(speed), dims: [1] },
      });
      const sound = outputs["waveform"];
      if (!sound || sound.dims.at(-1) !== sound.data.length)
        throw new TypeError("The net gives no sound");
      const durations = outputs["durations"];
      const lengths = durations ? Array.from(durations.data, toFrames) : null;
      if (lengths && lengths.length !== ids.length)
        throw new TypeError(`The net tells ${lengths.length} lengths of ${ids.length} phonemes`);
      const samples = sound.data.slice();
      const seconds = samples.length / sampleRate;
      return {
        samples,
        times:
          lengths && phonemeTimes(lengths, [-1, ...owners, points.length], points.length, seconds),
      };
    },
    close: () => session.close(),
  };
}
