import { describe, expect, it } from "vitest";
import type { AudioSource } from "../media/audio-source.ts";
import { pacedSource } from "./paced-source.ts";

const RATE = 8000;
const sound = Float32Array.from(
  { length: 3 * RATE },
  (_, at) =>
    // A tone with a click at each second.
    0.2 * Math.sin((2 * Math.PI * 300 * at) / RATE) + (at % RATE < 20 ? 0.7 : 0),
);
const source: AudioSource = {
  format: { sampleRate: RATE, channels: 1 },
  duration: 3,
  tags: {},
  codec: null,
  async *blocks() {
    for (let at = 0; at < sound.length; at += 999) yield [sound.subarray(at, at + 999)];
  },
  close() {},
};
async function read(pace: { tempo: number; semitones: number }): Promise<Float32Array> {
  const parts: number[] = [];
  for await (const [block] of pacedSource(source, pace).blocks()) parts.push(...block!);
  return Float32Array.from(parts);
}

describe("a sound in another tempo and pitch", () => {
  it.each([
    [0.5, 0],
    [1.25, 0],
    [1, 4],
  ])(
    "TLS-1 is as long as the tempo %f says, and each click is where it is due",
    async (tempo, semitones) => {
      const out = await read({ tempo, semitones });
      expect(Math.abs(out.length - sound.length / tempo)).toBeLessThanOrEqual(1);
      for (const second of [1, 2]) {
        const due = Math.round((second * RATE) / tempo);
        let peak = due - 400;
        for (let i = peak; i < due + 400; i++)
          if (Math.abs(out[i]!) > Math.abs(out[peak]!)) peak = i;
        expect(Math.abs(peak - due)).toBeLessThan(0.02 * RATE);
      }
    },
  );
});
