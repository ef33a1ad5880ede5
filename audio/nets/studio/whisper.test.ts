import { describe, expect, it } from "vitest";
import { timeToken, WHISPER_TOKENS, whisperTokenizer } from "#tests/nets/whisper-graphs.ts";
import { suppressTokens, countRepeatedTokens } from "./whisper-rules.ts";
import { readWhisperVocabulary, textOfBytes } from "./whisper-tokens.ts";

const vocabulary = readWhisperVocabulary(whisperTokenizer());
const { firstTime, end } = vocabulary;
const id = (name: string): number => WHISPER_TOKENS[name]!;
const ALL = firstTime + 1501;

/**
 * Tokens that the rules allow next if all are equally likely; timestamps only if no word is
 * allowed, because of their own rule.
 */
function allowed(tokens: readonly number[], likely: readonly number[] = [id("Ġone"), end]) {
  const logits = new Float32Array(ALL);
  // Makes all timestamps together less likely than one word.
  for (const token of likely) logits[token] = 20;
  suppressTokens(logits, tokens, vocabulary);
  return (token: number) => logits[token]! > -Infinity;
}

describe("words of Whisper", () => {
  it("TLS-5 are bytes put together as UTF-8, with a letter of two tokens, and no special ones", () => {
    const { decode } = vocabulary;
    expect(decode([id("Ġone"), id("Ġtwo"), timeToken(1), end])).toBe(" one two");
    expect(decode([id("ÃŃ"), id("Ã"), id("Ń")])).toBe("íí");
    expect(decode([id("Ġone"), id("Ã")])).toBe(" one");
  });

  it("TLS-5 of any script come out of their bytes", () => {
    const text = "Grüße, žluť, こんにちは, 안녕, مرحبا, 😀";
    expect(textOfBytes([...Buffer.from(text)])).toBe(text);
    expect(textOfBytes([0xff, 0x61, 0xe3, 0x81, 0x62])).toBe("ab");
  });

  it("TLS-5 finds languages, timestamps and control tokens by name", () => {
    expect([...vocabulary.languages.keys()]).toEqual(["en", "de", "ar"]);
    expect(vocabulary.firstTime).toBe(timeToken(0));
    expect(vocabulary.nonSpeech).toEqual([id("(")]);
  });

  it.each(["{}", '{"model":{"vocab":{"a":0}}}', "no json"])("TLS-5 %s is no vocabulary", (text) => {
    expect(() => readWhisperVocabulary(text)).toThrow();
  });
});

describe("what Whisper may write next", () => {
  it("TLS-5 at first a time, of a second at most", () => {
    const may = allowed([]);
    expect([may(timeToken(0)), may(timeToken(1)), may(timeToken(1.02))]).toEqual([
      true,
      true,
      false,
    ]);
    expect([may(id("Ġone")), may(end)]).toEqual([false, false]);
  });

  it("TLS-5 after the first time words, not another one", () => {
    const may = allowed([timeToken(0.5)]);
    expect([may(id("Ġone")), may(timeToken(0.5)), may(timeToken(2))]).toEqual([true, false, false]);
  });

  it("TLS-5 after a word, allows everything but brackets, special tokens and earlier times", () => {
    const may = allowed([timeToken(0.5), id("Ġone")]);
    expect([may(id("Ġtwo")), may(end), may(timeToken(0.52))]).toEqual([true, true, true]);
    expect([may(timeToken(0.5)), may(id("(")), may(id("<|transcribe|>"))]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("TLS-5 after the end of a part the begin of the next, at the same time or later, or the end", () => {
    const may = allowed([timeToken(0), id("Ġone"), timeToken(2)]);
    expect([may(timeToken(2)), may(timeToken(3)), may(end)]).toEqual([true, true, true]);
    expect([may(timeToken(1.98)), may(id("Ġone"))]).toEqual([false, false]);
  });

  it("TLS-5 a time where all of them together are likelier than any word", () => {
    const may = allowed([timeToken(0), id("Ġone")], []);
    expect([may(id("Ġtwo")), may(end), may(timeToken(1))]).toEqual([false, false, true]);
  });

  it("TLS-5 the same words three times are a loop, and one repetition remains", () => {
    const words = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    expect(countRepeatedTokens([0, ...words, ...words, ...words])).toBe(18);
    expect(countRepeatedTokens([0, ...words, ...words])).toBe(0);
    expect(countRepeatedTokens([5, 5, 5])).toBe(0);
  });
});
