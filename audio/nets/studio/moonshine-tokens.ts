/** What goes before a word in a vocabulary of SentencePiece. */
const WORD = "▁";
const BYTE = /^<0x([0-9A-F]{2})>$/;
const SPECIAL = /^<.*>$/;
/** `<unk>`, `<s>` and `</s>`, a line each: how the vocabulary of a script begins, in base 64. */
const SCRIPT = /"(PHVuaz4KPHM\+Cjwvcz4K[A-Za-z0-9+/]+=*)"/;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Tokens of a net for text, by their numbers. */
export interface Vocabulary {
  /** Text of tokens: special ones say nothing, bytes are put together as UTF-8. */
  decode(tokens: readonly number[]): string;
}

/** Text of bytes in UTF-8, hexadecimal, two digits each. */
function decodeHex(digits: string): string {
  try {
    return decodeURIComponent(digits.replace(/../g, "%$&"));
  } catch {
    return "\uFFFD";
  }
}

/** Hexadecimal digits of what is in base 64: three bytes are six digits. */
function hexOfBase64(text: string): string {
  const parts: string[] = [];
  for (let at = 0; at < text.length; at += 4) {
    let bits = 0;
    for (const letter of text.slice(at, at + 4))
      bits = 64 * bits + Math.max(0, LETTERS.indexOf(letter));
    parts.push(bits.toString(16).padStart(6, "0"));
  }
  const padding = /(?<!=)=*$/.exec(text)![0].length;
  const digits = parts.join("");
  return digits.slice(0, digits.length - 2 * padding);
}

/** @param pieces of SentencePiece, by number */
const createVocabulary = (pieces: readonly (string | undefined)[]): Vocabulary => ({
  decode(tokens) {
    let text = "";
    let bytes = "";
    for (const token of tokens) {
      const piece = pieces[token] ?? "";
      const byte = BYTE.exec(piece);
      if (byte) {
        bytes += byte[1]!;
        continue;
      }
      text += decodeHex(bytes);
      bytes = "";
      if (!SPECIAL.test(piece)) text += piece.replaceAll(WORD, " ");
    }
    return (text + decodeHex(bytes)).replace(/^ /, "");
  },
});

/** `model.vocab` of a `tokenizer.json` of Hugging Face's tokenizers. */
function piecesOfJson(text: string): readonly string[] | null {
  const { model } = JSON.parse(text) as { model?: { vocab?: unknown } };
  const vocab = model?.vocab;
  if (typeof vocab !== "object" || vocab === null) return null;
  const pieces: string[] = [];
  for (const [piece, id] of Object.entries(vocab as Readonly<Record<string, number>>))
    pieces[id] = piece;
  return pieces;
}

/** The vocabulary that llama-tokenizer-js has in itself, and with it each script that it is bundled into. */
function piecesOfScript(text: string): readonly string[] | null {
  const found = SCRIPT.exec(text)?.[1];
  if (found === undefined) return null;
  return decodeHex(hexOfBase64(found)).split("\n");
}

/**
 * Reads a vocabulary: a `tokenizer.json`, or a script with llama-tokenizer-js in it, of which nothing
 * is run.
 * @throws {TypeError} where it is neither
 */
export function readVocabulary(text: string): Vocabulary {
  const pieces = /^\s*\{/.test(text) ? piecesOfJson(text) : piecesOfScript(text);
  if (!pieces || pieces.length < 4) throw new TypeError("The file has no vocabulary");
  return createVocabulary(pieces);
}
