import { expect, it } from "vitest";
import { splitWords } from "../speech/split-words.ts";
import { divideNarration } from "./divide-narration.ts";

const RATE = 24_000;

/**
 * Speaks sentences as a model does: sounds as long as words, short pauses at commas, and longer ones
 * between sentences.
 * @returns the sound, the words with times by letters alone, and the ends of the sentences
 */
function speak(sentences: readonly string[], { pause = 0.4, slow = 1 } = {}) {
  const text = sentences.join(" ");
  const samples: number[] = [];
  const add = (seconds: number, level: number): void => {
    for (let count = Math.round(seconds * RATE); count > 0; count--)
      samples.push(level * Math.sin(samples.length / 9));
  };
  const truth: { from: number; to: number }[] = [];
  add(0.05, 0);
  for (const [at, sentence] of sentences.entries()) {
    const from = samples.length / RATE;
    for (const word of sentence.split(" ")) {
      // The first sentence is spoken at another pace.
      add(word.length * 0.07 * (at === 0 ? slow : 1), 0.3);
      add(word.endsWith(",") ? 0.16 : 0.02, 0);
    }
    truth.push({ from, to: samples.length / RATE - 0.02 });
    add(at === sentences.length - 1 ? 0 : pause, 0);
  }
  const words = splitWords(text);
  const letters = words.reduce((sum, word) => sum + word.text.length, 0);
  const second = samples.length / RATE / letters;
  let time = 0;
  const timed = words.map((word) => {
    const from = time;
    time += word.text.length * second;
    return { ...word, from, to: time };
  });
  let start = 0;
  const ranges = sentences.map((sentence) => {
    const range = { start, end: start + sentence.length };
    start = range.end + 1;
    return range;
  });
  return {
    narrated: { samples: Float32Array.from(samples), sampleRate: RATE, words: timed },
    ranges,
    truth,
  };
}

const SENTENCES = [
  "Bees dance in the hive, the old ones, the young ones, and the queen.",
  "Why?",
  "The dance tells where food is, how far it is, and how good it is.",
  "Others follow it.",
];

it.each([1, 1.4, 0.7])(
  "TLS-8 sentences that were spoken together are divided in the pauses between them, not at commas, at pace %f",
  (slow) => {
    const { narrated, ranges, truth } = speak(SENTENCES, { slow });
    const { parts, hasPauses } = divideNarration(narrated, ranges);
    expect([parts.length, hasPauses]).toEqual([4, true]);
    for (const [at, { samples, words }] of parts.entries()) {
      const { from, to } = truth[at]!;
      // What is spoken is complete, with a bit of the pauses.
      expect(samples.length / RATE).toBeGreaterThan(to - from - 0.02);
      expect(samples.length / RATE).toBeLessThan(to - from + 0.16);
      expect(words.map(({ text }) => text)).toEqual(splitWords(SENTENCES[at]!).map((w) => w.text));
      expect(words[0]).toMatchObject({ start: 0, end: words[0]!.text.length });
      expect(words[0]!.from).toBeLessThan(0.1);
      expect(words.at(-1)!.to).toBeCloseTo(to - from + words[0]!.from, 1);
    }
  },
);

it("TLS-8 without pauses, sentences touch, and nothing is lost or heard twice", () => {
  const { narrated, ranges } = speak(SENTENCES, { pause: 0 });
  const few = { ...narrated, samples: narrated.samples.map(() => 0.2) };
  const { parts, hasPauses } = divideNarration(few, ranges);
  expect(hasPauses).toBe(false);
  const frames = parts.reduce((sum, { samples }) => sum + samples.length, 0);
  expect(Math.abs(frames - narrated.samples.length)).toBeLessThan(4);
});

it("TLS-8 a sentence alone stays as it is, and silence has no pauses", () => {
  const { narrated, ranges } = speak(SENTENCES.slice(0, 1));
  const { parts, hasPauses } = divideNarration(narrated, ranges);
  expect([parts[0]!.samples.length, hasPauses]).toEqual([narrated.samples.length, true]);
  const silent = { ...narrated, samples: new Float32Array(RATE) };
  expect(divideNarration(silent, [...ranges, { start: 99, end: 100 }])).toMatchObject({
    hasPauses: false,
  });
});
