import { afterAll, expect, it } from "vitest";
import type { SpeechAnswer, SpeechRequest } from "#audio/speech/speech-voice.ts";
import { startProgram } from "./start-program.ts";

const program = startProgram<(request: SpeechRequest) => Promise<SpeechAnswer>>();
afterAll(() => program.close());

const WORDS = ["One", "two", "three", "four"];

it("TLS-1 the program of the voice names the times and positions of words as its client reads them", async () => {
  const text = WORDS.join(" ");
  const request = { text, voice: "en-us", data: "base", rate: 175, pitch: 50, range: 50 };
  const { events, samples, sampleRate } = await program.call(request);
  const words = events.filter(({ kind }) => kind === "word");
  expect(words.map(({ position }) => position)).toEqual(WORDS.map((word) => text.indexOf(word)));
  const times = words.map(({ at }) => at);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times.at(-1)).toBeLessThan(samples.length / sampleRate);
  expect(events.filter(({ kind }) => kind === "phoneme").length).toBeGreaterThan(WORDS.length);
});
