import { encodeUtf8 } from "../../encoding/utf8.ts";

/** The vocabulary of a Whisper network. */
export interface WhisperVocabulary {
  /** Text of tokens; special tokens, timestamps and incomplete UTF-8 sequences are skipped. */
  decode(tokens: readonly number[]): string;
  /** Tokens of a text; bytes that no token has are left out. */
  encode(text: string): number[];
  readonly start: number;
  /** First special token. */
  readonly end: number;
  readonly transcribe: number;
  readonly noSpeech: number;
  /** Precedes text from before the window; null if the model has no such token. */
  readonly previous: number | null;
  /** Timestamp 0 s; each following token adds 20 ms. */
  readonly firstTime: number;
  /** Language tokens by ISO 639 code. */
  readonly languages: ReadonlyMap<string, number>;
  /** Non-speech tokens, for example musical notes and brackets. */
  readonly nonSpeech: readonly number[];
}

interface TokenizerFile {
  readonly model?: { readonly vocab?: Readonly<Record<string, number>> };
  readonly added_tokens?: readonly { readonly id: number; readonly content: string }[];
}

/**
 * Characters that represent bytes in byte-pair vocabularies: printable ones represent themselves,
 * the others start at U+0100 (`bytes_to_unicode` of openai/gpt-2).
 */
const BYTES: ReadonlyMap<string, number> = (() => {
  const isPrintable = (byte: number): boolean =>
    (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 255 && byte !== 173);
  let others = 0;
  return new Map(
    Array.from({ length: 256 }, (_, byte) => [
      String.fromCodePoint(isPrintable(byte) ? byte : 256 + others++),
      byte,
    ]),
  );
})();

const LETTERS: ReadonlyMap<number, string> = new Map(
  Array.from(BYTES, ([letter, byte]) => [byte, letter]),
);

/** Words of a text, which are encoded on their own, almost as in openai/gpt-2. */
const PRE_TOKENS = /'(?:s|t|re|ve|m|ll|d)(?!\p{L})| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+/gu;

/** Byte-pair encoding: the pair that became a token first is joined first. */
function encodeWord(word: string, ids: ReadonlyMap<string, number>): number[] {
  const parts = Array.from(encodeUtf8(word), (byte) => LETTERS.get(byte)!);
  for (;;) {
    let first = Infinity;
    let best = -1;
    for (let at = 0; at + 1 < parts.length; at++) {
      const id = ids.get(parts[at]! + parts[at + 1]!) ?? Infinity;
      if (id < first) [first, best] = [id, at];
    }
    if (best < 0) break;
    parts.splice(best, 2, parts[best]! + parts[best + 1]!);
  }
  return parts.flatMap((part) => ids.get(part) ?? []);
}

const bytesOf = (token: string): number[] => Array.from(token, (letter) => BYTES.get(letter) ?? 63);

/** Decodes UTF-8 (RFC 3629); incomplete sequences are skipped. */
export function textOfBytes(bytes: readonly number[]): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at]!;
    const more = first < 0x80 ? 0 : first < 0xc0 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    const rest = bytes.slice(at + 1, at + 1 + Math.max(0, more));
    const isWhole = rest.length === more && rest.every((byte) => byte >> 6 === 2);
    const point = rest.reduce(
      (all, byte) => (all << 6) | (byte & 63),
      more > 0 ? first & (63 >> more) : first,
    );
    if (isWhole && point <= 0x10ffff) parts.push(String.fromCodePoint(point));
    at += isWhole ? 1 + more : 1;
  }
  return parts.join("");
}

/** `non_speech_tokens` of openai/whisper, with or without a preceding space. */
const NON_SPEECH = new Set([
  ...Array.from('"#()*+/:;<=>@[\\]^_`{|}~「」『』♩♪♫♬♭♮♯'),
  ..."<< >> <<< >>> -- --- -( -[ (' (\" (( )) ((( ))) [[ ]] {{ }} ♪♪ ♪♪♪".split(" "),
]);
/** Non-speech at the beginning of a word: dash and quotation mark. */
const NON_SPEECH_PREFIXES = new Set([" -", " '"]);
/** The first two bytes of musical notes in UTF-8. */
const NOTES = /^ ?\u00E2\u0099$/;

function isUnsaid(bytes: readonly number[]): boolean {
  if (NOTES.test(String.fromCodePoint(...bytes))) return true;
  const text = textOfBytes(bytes);
  return NON_SPEECH_PREFIXES.has(text) || NON_SPEECH.has(text.replace(/^ /, ""));
}

/**
 * Reads the `tokenizer.json` of a multilingual Whisper.
 * @throws {TypeError} if it is not one
 */
export function readWhisperVocabulary(text: string): WhisperVocabulary {
  const { model, added_tokens: added = [] } = JSON.parse(text) as TokenizerFile;
  const ids = new Map([
    ...Object.entries(model?.vocab ?? {}),
    ...added.map(({ id, content }) => [content, id] as const),
  ]);
  const idOf = (...names: readonly string[]): number => {
    const id = names.map((name) => ids.get(`<|${name}|>`)).find((one) => one !== undefined);
    if (id === undefined) throw new TypeError(`The vocabulary has no <|${names[0]}|>`);
    return id;
  };
  const end = idOf("endoftext");
  const words = new Map<number, readonly number[]>();
  for (const [token, id] of ids) if (id < end) words.set(id, bytesOf(token));
  const start = idOf("startoftranscript");
  const languages = [...ids].flatMap(([name, id]) => {
    const code =
      id > start && id < idOf("translate") ? /^<\|([a-z]{2,3})\|>$/.exec(name)?.[1] : null;
    return typeof code === "string" ? [[code, id] as const] : [];
  });
  if (words.size === 0 || languages.length === 0)
    throw new TypeError("The vocabulary has no words, or no languages");
  return {
    decode: (tokens) => textOfBytes(tokens.flatMap((token) => words.get(token) ?? [])),
    encode: (given) =>
      (given.replace(/\s+/gu, " ").match(PRE_TOKENS) ?? []).flatMap((word) =>
        encodeWord(word, ids),
      ),
    start,
    end,
    transcribe: idOf("transcribe"),
    noSpeech: idOf("nospeech", "nocaptions"),
    previous: ids.get("<|startofprev|>") ?? null,
    firstTime: idOf("notimestamps") + 1,
    languages: new Map(languages),
    nonSpeech: [...words].flatMap(([id, bytes]) => (isUnsaid(bytes) ? [id] : [])),
  };
}
