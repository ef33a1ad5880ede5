import { describe, expect, it } from "vitest";
import {
  timeToken,
  WHISPER_FORM,
  WHISPER_TOKENS,
  whisperTokenizer,
} from "#tests/nets/whisper-graphs.ts";
import { termTokens, transcribeWhisper } from "./whisper.ts";
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

describe("names and terms for Whisper", () => {
  /** Tokens in the order in which they were joined: all bytes, then longer ones. */
  const learned = [
    "bc",
    "ab",
    "Gr",
    "ie",
    "Grie",
    "Grieg",
    "Ġ,",
    "ĠG",
    "ĠGr",
    "ĠGrie",
    "ĠGrieg",
    "Ã¼",
    "'s",
  ];
  const letters = [
    ...Array.from({ length: 94 }, (_, at) => String.fromCodePoint(33 + at)),
    "Ġ",
    "Ã",
    "¼",
  ];
  const list = [...letters, ...learned];
  const words = readWhisperVocabulary(
    JSON.stringify({
      model: { vocab: Object.fromEntries(list.map((token, at) => [token, at])) },
      added_tokens: [
        "endoftext",
        "startoftranscript",
        "en",
        "translate",
        "transcribe",
        "startofprev",
        "nospeech",
        "notimestamps",
      ].map((name, at) => ({ id: list.length + at, content: `<|${name}|>` })),
    }),
  );
  const named = (tokens: readonly number[]) => tokens.map((token) => list[token]);

  it.each([
    [" Grieg", ["ĠGrieg"]],
    ["Grieg", ["Grieg"]],
    // The pair that was learned first is joined first.
    ["abc", ["a", "bc"]],
    [" Grieg's,  ü", ["ĠGrieg", "'s", ",", "Ġ", "Ã¼"]],
    // Of "é", the vocabulary has one byte of two.
    ["é", ["Ã"]],
    ["", []],
  ])("TLS-9 the tokens of %j are those of its training", (text, tokens) => {
    expect(named(words.encode(text))).toEqual(tokens);
  });

  it("TLS-9 every text is read back as it was encoded", () => {
    for (const text of [" Grieg", " a-b, Grieg's x", " ü Gr 12 (z)"])
      expect(words.decode(words.encode(text))).toBe(text);
  });

  it("TLS-9 terms precede the window, and of too many the last count", () => {
    expect(termTokens("  ", words)).toEqual([]);
    expect(termTokens("Grieg", { ...words, previous: null })).toEqual([]);
    const [first, ...rest] = termTokens("Grieg", words);
    expect([first, named(rest)]).toEqual([words.previous, ["ĠGrieg"]]);
    const many = termTokens(`${"x ".repeat(900)}Grieg`, words);
    expect([many.length, list[many.at(-1)!]]).toEqual([220, "ĠGrieg"]);
  });

  it("TLS-9 the decoder is fed with them once, in front of the window", async () => {
    const fed: number[][] = [];
    const empty = { data: new Float32Array(1), dims: [1] };
    const decoder = {
      async run(inputs: Record<string, { data: ArrayLike<unknown> }>, names: readonly string[]) {
        const tokens = Array.from(inputs["input_ids"]!.data, Number);
        fed.push(tokens);
        const width = firstTime + 1501;
        // After the first time, the end.
        const next = fed.length < 3 ? timeToken(0) : end;
        const logits = new Float32Array(tokens.length * width);
        for (let row = 0; row < tokens.length; row++) logits[row * width + next] = 99;
        return Object.fromEntries(
          names.map((name) => [name, name === "logits" ? { data: logits, dims: [1] } : empty]),
        );
      },
    };
    const encoder = { run: async () => ({ last_hidden_state: empty }) };
    const sessions = { encoder, decoder } as never;
    const sound = { vocabulary, samples: new Float32Array(16_000) };
    const options = { language: "de", terms: "one two" };
    for await (const _ of transcribeWhisper(sessions, WHISPER_FORM, sound, options));
    const previous = WHISPER_TOKENS["<|startofprev|>"]!;
    const [start, german, transcribe] = ["startoftranscript", "de", "transcribe"].map(
      (name) => WHISPER_TOKENS[`<|${name}|>`]!,
    );
    expect(fed[0]).toEqual([start]);
    expect(fed[1]!.slice(-3)).toEqual([start, german, transcribe]);
    expect(fed[1]![0]).toBe(previous);
    expect(fed.slice(2).every((tokens) => tokens.length === 1)).toBe(true);
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
