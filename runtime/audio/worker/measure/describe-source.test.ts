import { expect, it } from "vitest";
import type { AudioSource } from "#audio/media/audio-source.ts";
import { describeSource, MAX_SECONDS } from "./describe-source.ts";

it("NAV-13 of a long file only the beginning is read", async () => {
  let read = 0;
  const source: AudioSource = {
    format: { sampleRate: 8000, channels: 1 },
    duration: 36_000,
    tags: {},
    codec: null,
    async *blocks() {
      for (; ; read += 10) yield [new Float32Array(80_000)];
    },
    close: () => undefined,
  };
  const reported: number[] = [];
  const { seconds, content } = await describeSource(source, (done) => reported.push(done));
  expect(seconds).toBe(MAX_SECONDS);
  expect(content).toBe("silence");
  expect(read).toBeLessThanOrEqual(MAX_SECONDS);
  expect(reported.at(-1)).toBe(1);
});
