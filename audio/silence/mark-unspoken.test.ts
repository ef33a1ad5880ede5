import { describe, expect, it } from "vitest";
import { LEVELS_PER_SECOND } from "./levels.ts";
import { markUnspoken } from "./mark-unspoken.ts";

const SPEECH_DB = -20;
const PER_SECOND = 31.25;

interface Recording {
  readonly seconds: number;
  /** Start and end of each, in seconds. */
  readonly words: readonly (readonly number[])[];
  /** dB by which what is between them is below them. */
  readonly between: number;
}

/** Levels of a recording, with the probabilities of speech. */
function record({ seconds, words, between }: Recording) {
  const isWord = (time: number) => words.some(([from, to]) => time >= from! && time < to!);
  const levels = Float32Array.from({ length: seconds * LEVELS_PER_SECOND }, (_, i) =>
    isWord(i / LEVELS_PER_SECOND) ? SPEECH_DB : SPEECH_DB - between,
  );
  const probabilities = Float32Array.from({ length: Math.ceil(seconds * PER_SECOND) }, (_, i) =>
    isWord((i + 0.5) / PER_SECOND) ? 0.95 : 0.02,
  );
  return { levels, activity: { probabilities, perSecond: PER_SECOND } };
}
/** Sound everywhere. */
const all = (levels: Float32Array) => new Uint8Array(levels.length).fill(1);
const markedSeconds = (marks: Uint8Array | null): number =>
  (marks ?? new Uint8Array()).reduce((sum, mark) => sum + mark, 0) / LEVELS_PER_SECOND;

describe("soft sounds between words", () => {
  const words = [
    [0, 2],
    [4, 6],
  ];

  it.each([
    [20, 2],
    [5, 2],
    [3, 0],
    [-6, 0],
  ])("TLS-1 that are %d dB below the speech belong to the pause for %s s", (between, seconds) => {
    const { levels, activity } = record({ seconds: 6, words, between });
    const found = markedSeconds(markUnspoken(levels, activity, all(levels)));
    expect(Math.abs(found - seconds)).toBeLessThan(0.2);
  });

  it("TLS-1 never include speech, nor the moments beside it", () => {
    const { levels, activity } = record({ seconds: 6, words, between: 10 });
    const marks = markUnspoken(levels, activity, all(levels))!;
    for (let i = 0; i < marks.length; i++)
      if (marks[i]) {
        expect(i / LEVELS_PER_SECOND).toBeGreaterThan(2.03);
        expect(i / LEVELS_PER_SECOND).toBeLessThan(3.97);
      }
  });

  it("TLS-1 stay where there are hardly any: what the network misses are words", () => {
    const { levels, activity } = record({ seconds: 6, words, between: 10 });
    const sounding = all(levels).fill(0, 205, 370);
    expect(markUnspoken(levels, activity, sounding)).toBe(null);
    expect(markUnspoken(levels, activity, all(levels))).not.toBe(null);
  });

  it("TLS-1 stay where they are long, like a jingle or applause", () => {
    const long = [
      [0, 10],
      [20, 30],
    ];
    const { levels, activity } = record({ seconds: 30, words: long, between: 10 });
    expect(markedSeconds(markUnspoken(levels, activity, all(levels)))).toBe(0);
  });

  it("TLS-1 stay in a recording of little speech, such as a song", () => {
    const { levels, activity } = record({ seconds: 60, words, between: 10 });
    expect(markUnspoken(levels, activity, all(levels))).toBe(null);
  });
});
