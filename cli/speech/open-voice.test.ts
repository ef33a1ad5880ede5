import { afterAll, describe, expect, it } from "vitest";
import { SPOKEN_LANGUAGES } from "#audio/speech/languages.ts";
import { readingsOf } from "#audio/narration/text/readings.ts";
import { DEFAULT_LOCALES } from "#core/site/locales.ts";
import { openVoice } from "./open-voice.ts";

const voice = openVoice();
afterAll(() => voice.close());

/** A pangram or a line of each locale, and its words. */
const TEXTS: Readonly<Record<string, readonly [text: string, words: string]>> = {
  en: ["The quick brown fox, don't jump!", "The|quick|brown|fox,|don't|jump!"],
  ar: ["مرحبا بالعالم الجميل", "مرحبا|بالعالم|الجميل"],
  de: ["Zwölf Boxkämpfer jagen Viktor", "Zwölf|Boxkämpfer|jagen|Viktor"],
  es: ["El pingüino Wenceslao, ¿hizo kilómetros?", "El|pingüino|Wenceslao,|¿hizo|kilómetros?"],
  fr: ["Portez ce vieux whisky à l'abbé", "Portez|ce|vieux|whisky|à|l'abbé"],
  id: ["Selamat pagi semua teman", "Selamat|pagi|semua|teman"],
  it: ["Quel vituperabile xenofobo", "Quel|vituperabile|xenofobo"],
  ja: ["東京は日本の首都です。", "東京|は|日本|の|首都|です。"],
  ko: ["다람쥐 헌 쳇바퀴에", "다람쥐|헌|쳇바퀴에"],
  nl: ["Pa's wijze lynx bezag", "Pa's|wijze|lynx|bezag"],
  "pt-br": ["Um pequeno jabuti xereta", "Um|pequeno|jabuti|xereta"],
  ru: ["Съешь ещё этих мягких булок", "Съешь|ещё|этих|мягких|булок"],
  zh: ["我们今天去北京吃饭", "我们|今天|去|北京|吃饭"],
  "zh-tw": ["我們今天去臺北吃飯", "我們|今天|去|臺北|吃飯"],
};

/** Words as written, and as the voice should speak them. */
const CAPITALS: readonly (readonly [language: string, written: string, said: string])[] = [
  ["fr", "Le chat", "le chat"],
  ["fr", "LE CHAT", "le chat"],
  ["pt-br", "Eu LI", "eu li"],
  ["pt-br", "vitamina D", "vitamina d"],
];

describe("the built-in voice", () => {
  it.each(CAPITALS)(
    "TLS-18 says words of %s in capitals as it says them in small letters: %s",
    async (language, written, spoken) => {
      const readings = readingsOf(written, { language });
      const [capital, small] = [
        await voice.speak(written, { language, readings }),
        await voice.speak(spoken, { language }),
      ];
      // The voice varies by some samples each time.
      expect(small.samples.length).toBeGreaterThan(0);
      expect(Math.abs(capital.samples.length / small.samples.length - 1)).toBeLessThan(0.02);
    },
  );

  it.each(DEFAULT_LOCALES.map(({ code }) => code))(
    "TLS-1 speaks %s, each word in its time",
    async (language) => {
      const [text, words] = TEXTS[language]!;
      const speech = await voice.speak(text, { language });
      expect(speech.words.map((word) => word.text).join("|")).toBe(words);
      const seconds = speech.samples.length / speech.sampleRate;
      let last = 0;
      for (const { from, to, start, end, text: shown } of speech.words) {
        expect(text.slice(start, end)).toBe(shown);
        expect(from).toBeGreaterThanOrEqual(last);
        expect(to).toBeGreaterThan(from);
        expect(to).toBeLessThanOrEqual(seconds);
        last = from;
      }
      // Not silent, and the time range of a word contains sound.
      for (const { from, to } of speech.words) {
        const part = speech.samples.subarray(from * speech.sampleRate, to * speech.sampleRate);
        expect(Math.max(...part.map(Math.abs))).toBeGreaterThan(0.02);
      }
    },
  );

  it("TLS-1 has a voice for each locale of the site", () => {
    expect(Object.keys(SPOKEN_LANGUAGES).sort()).toEqual(
      DEFAULT_LOCALES.map(({ code }) => code).sort(),
    );
  });

  it("TLS-1 reads Japanese and Chinese by their sounds, not character by character", async () => {
    const phonemesOf = async (text: string, language: string) =>
      (await voice.speak(text, { language })).phonemes
        .map(({ phoneme }) => phoneme)
        .join("")
        .replace(/[ˈˌ]/g, "");
    // Without a dictionary, the voice says “Chinese letter” for each of them.
    expect(await phonemesOf("東京", "ja")).toBe(await phonemesOf("トーキョー", "ja"));
    expect(await phonemesOf("私は学校へ", "ja")).toBe(await phonemesOf("ワタシワガッコーエ", "ja"));
    expect(await phonemesOf("北京", "zh")).not.toMatch(/tʃ.*aɪniːz/);
    expect(await phonemesOf("臺灣", "zh-tw")).toBe(await phonemesOf("台湾", "zh"));
  });

  it("TLS-1 reads each language by its own rules, whatever was read before", async () => {
    const phonemesOf = async (text: string, language: string) =>
      (await voice.speak(text, { language })).phonemes.map(({ phoneme }) => phoneme).join("");
    // Nasal vowels, and a word with a silent end: no other language here has both.
    await phonemesOf("Guten Tag", "de");
    expect(await phonemesOf("un bon vin chaud", "fr")).toMatch(/bˈɔ̃vˈɛ̃ʃˈo$/u);
  });

  it("TLS-1 speaks faster, higher and with another voice on request", async () => {
    const text = "Nothing to see here";
    const normal = await voice.speak(text, { language: "en" });
    const fast = await voice.speak(text, { language: "en", rate: 300 });
    expect(fast.samples.length).toBeLessThan(0.7 * normal.samples.length);
    const other = await voice.speak(text, { language: "en", voice: "f3", pitch: 80 });
    expect(other.samples.slice(0, 8000)).not.toEqual(normal.samples.slice(0, 8000));
  });

  it("TLS-4 says nothing for a text without words, and refuses a language that it does not know", async () => {
    expect((await voice.speak("… — !?\n", { language: "en" })).samples).toHaveLength(0);
    await expect(voice.speak("Hej", { language: "xx" })).rejects.toThrow(RangeError);
    // A lone surrogate, control characters, and numbers.
    const odd = await voice.speak("one \ud83d \u0000 2026 🎤 two", { language: "en" });
    expect(odd.words.map(({ text }) => text)).toEqual(["one", "2026", "two"]);
  });
});
