import { expect, it } from "vitest";
import type { AlignRequest } from "./align-source.ts";
import { alignPart } from "./align-part.ts";

const signal = new AbortController().signal;
const RATE = 16_000;

/** A voice that takes half a second for each word. */
const voice = {
  speak: async (text: string) => {
    const words = Array.from(text.matchAll(/[\p{L}\p{N}]+/gu), ([word], at) => ({
      text: word,
      start: text.indexOf(word),
      end: text.indexOf(word) + word.length,
      from: at / 2,
      to: at / 2 + 0.5,
    }));
    return { samples: new Float32Array((words.length / 2) * RATE), sampleRate: RATE, words };
  },
} as never;

/** Finds each word a second after the one before it, and sentences ten seconds apart. */
async function align(text: string) {
  let requested: AlignRequest | null = null;
  const part = { start: 5, end: 60, text, finished: true };
  const lines = await alignPart(part, "en", {
    voice,
    signal,
    align: async (request) => {
      requested = request;
      let time = -10;
      return {
        distance: 0.2,
        words: request.words.map(({ beginsLine }) => {
          time = beginsLine ? 10 * Math.floor(time / 10 + 1) : time + 1;
          return { from: time, to: time + 0.5 };
        }),
      };
    },
  });
  return { lines, requested: requested! as AlignRequest };
}

it("TLS-1 sentences of a part are aligned as lines, between which there may be pauses", async () => {
  const { lines, requested } = await align(
    " The train was late again. We walked along the river! Is the river deep here?",
  );
  expect(requested.words.map(({ beginsLine }) => beginsLine)).toEqual(
    [5, 5, 5].flatMap((count) => Array.from({ length: count }, (_, at) => at === 0)),
  );
  const since = requested.part![0];
  expect(
    lines.map(({ text, from, words }) => [
      text,
      from - since,
      words.map(({ start, end }) => text.slice(start, end)).join("|"),
    ]),
  ).toEqual([
    ["The train was late again.", 0, "The|train|was|late|again"],
    ["We walked along the river!", 10, "We|walked|along|the|river"],
    ["Is the river deep here?", 20, "Is|the|river|deep|here"],
  ]);
});

it("TLS-1 repeated sentences have the times of their own words", async () => {
  const { lines } = await align("Come here at once. Come here at once. Come here at once.");
  expect(lines.map(({ from }) => from - lines[0]!.from)).toEqual([0, 10, 20]);
});
