import { describe, expect, it } from "vitest";
import { readVocabulary } from "./moonshine-tokens.ts";
import { type SpeechSegment, splitSpeech } from "./split-speech.ts";

const RATE = 16_000;

/** Speech-like noise with silent ranges. */
function recording(seconds: number, pauses: readonly (readonly [number, number])[]): Float32Array {
  let state = 5;
  return Float32Array.from({ length: seconds * RATE }, (_, at) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const time = at / RATE;
    const silent = pauses.some(([from, to]) => time >= from && time < to);
    return (state / 2 ** 32 - 0.5) * (silent ? 0.0001 : 0.5);
  });
}
async function split(samples: Float32Array, size = 7000): Promise<SpeechSegment[]> {
  async function* blocks() {
    for (let at = 0; at < samples.length; at += size) yield [samples.subarray(at, at + size)];
  }
  const all: SpeechSegment[] = [];
  for await (const segment of splitSpeech(blocks(), RATE)) all.push(segment);
  return all;
}
const timesOf = (segments: readonly SpeechSegment[]) =>
  segments.map(({ start, samples }) => [start, start + samples.length / RATE]);

describe("pieces of speech", () => {
  it("TLS-5 a long recording is cut in its longest pauses, and silence stays outside", async () => {
    const samples = recording(70, [
      [0, 2],
      [10, 10.4],
      [20, 21],
      [44, 45],
      [68, 70],
    ]);
    const segments = await split(samples);
    const expected = [
      [1.7, 20.3],
      [20.7, 44.3],
      [44.7, 68.3],
    ];
    const times = timesOf(segments);
    expect(times.length).toBe(3);
    for (const [i, range] of times.entries())
      for (const [k, time] of range.entries())
        expect(Math.abs(time - expected[i]![k]!)).toBeLessThan(0.25);
    expect(timesOf(await split(samples, 999_999))).toEqual(times);
  });

  it("TLS-5 without pauses it is cut nevertheless, and no sample is lost", async () => {
    const samples = recording(65, []);
    const segments = await split(samples);
    expect(segments.every(({ samples: { length } }) => length <= 28 * RATE)).toBe(true);
    expect(segments.flatMap((segment) => Array.from(segment.samples))).toEqual(Array.from(samples));
  });

  it("TLS-5 silence and nothing give no piece", async () => {
    expect(await split(new Float32Array(40 * RATE))).toEqual([]);
    expect(await split(new Float32Array(0))).toEqual([]);
  });
});

describe("a vocabulary", () => {
  const TOKENS = ["<unk>", "<s>", "</s>", "<0xC3>", "<0xA9>", "▁caf", "▁the", "s"];
  const vocab = Object.fromEntries(TOKENS.map((token, id) => [token, id]));
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  it.each([
    ["tokenizer.json", JSON.stringify({ model: { vocab } })],
    ["a script", `const a=1,b="${base64(TOKENS.join("\n"))}",c="PHVu"`],
  ])("TLS-5 of %s makes text of tokens", (_, text) => {
    const { decode } = readVocabulary(text);
    expect(decode([1, 6, 5, 3, 4, 7, 2])).toBe("the cafés");
    expect([decode([]), decode([99]), decode([3])]).toEqual(["", "", "\uFFFD"]);
  });

  it.each([["{}"], ["const a = 1;"], [""]])("TLS-5 %j is none", (text) => {
    expect(() => readVocabulary(text)).toThrow("no vocabulary");
  });
});
