/** Word prefix in a SentencePiece vocabulary. */
const WORD_PREFIX = "▁";
const BYTE = /^<0x([0-9A-F]{2})>$/;
const SPECIAL = /^<.*>$/;
/**
 * `<unk>`, `<s>` and `</s>` on separate lines: the beginning of the vocabulary of a script in
 * base64.
 */
const SCRIPT = /"(PHVuaz4KPHM\+Cjwvcz4K[A-Za-z0-9+/]+=*)"/;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Tokens of a text network, by id. */
export interface Vocabulary {
  /** Text of tokens: special tokens are skipped, byte tokens are combined as UTF-8. */
  decode(tokens: readonly number[]): string;
}

/** Decodes UTF-8 bytes in hexadecimal, two digits each. */
function decodeHex(digits: string): string {
  try {
    return decodeURIComponent(digits.replace(/../g, "%$&"));
  } catch {
    return "\uFFFD";
  }
}

/** Converts base64 to hexadecimal; three bytes are six digits. */
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

/** @param tokenTexts SentencePiece tokens by id */
const createVocabulary = (tokenTexts: readonly (string | undefined)[]): Vocabulary => ({
  decode(tokens) {
    let text = "";
    let bytes = "";
    for (const token of tokens) {
      const tokenText = tokenTexts[token] ?? "";
      const byte = BYTE.exec(tokenText);
      if (byte) {
        bytes += byte[1]!;
        continue;
      }
      text += decodeHex(bytes);
      bytes = "";
      if (!SPECIAL.test(tokenText)) text += tokenText.replaceAll(WORD_PREFIX, " ");
    }
    return (text + decodeHex(bytes)).replace(/^ /, "");
  },
});

/** `model.vocab` of a `tokenizer.json` of Hugging Face's tokenizers. */
function parseTokenizerJson(text: string): readonly string[] | null {
  const { model } = JSON.parse(text) as { model?: { vocab?: unknown } };
  const vocab = model?.vocab;
  if (typeof vocab !== "object" || vocab === null) return null;
  const texts: string[] = [];
  for (const [tokenText, id] of Object.entries(vocab as Readonly<Record<string, number>>))
    texts[id] = tokenText;
  return texts;
}

/** The vocabulary that is embedded in llama-tokenizer-js, and in scripts that bundle it. */
function parseTokenizerScript(text: string): readonly string[] | null {
  const found = SCRIPT.exec(text)?.[1];
  if (found === undefined) return null;
  return decodeHex(hexOfBase64(found)).split("\n");
}

/**
 * Reads a vocabulary from a `tokenizer.json` or from a script that contains llama-tokenizer-js; the
 * script is not executed.
 * @throws {TypeError} if the text is neither
 */
export function readVocabulary(text: string): Vocabulary {
  const texts = /^\s*\{/.test(text) ? parseTokenizerJson(text) : parseTokenizerScript(text);
  if (!texts || texts.length < 4) throw new TypeError("The file has no vocabulary");
  return createVocabulary(texts);
}
