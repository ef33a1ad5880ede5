import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import type { AudioSource } from "../media/audio-source.ts";
import { openWriter } from "../media/write-audio.ts";
import { isLong } from "#tests/left-out.ts";
import { encoders } from "#runtime/audio/worker/host/encoders.ts";
import { createOpenSeparation } from "./open-separation.ts";
import { runSeparation } from "./run-separation.ts";

/** Memory that grows would grow with the blocks; the long run processes a full song. */
const MINUTES = isLong ? 90 : 4;
const RATE = 8000;
/** Seconds per block. */
const BLOCK = 1;

/** A voice in the center and an organ at the side, generated block by block. */
const source = (): AudioSource => ({
  format: { sampleRate: RATE, channels: 2 },
  duration: 60 * MINUTES,
  tags: {},
  codec: "pcm-s16",
  async *blocks() {
    for (let at = 0; at < 60 * MINUTES; at += BLOCK) {
      const [left, right] = [new Float32Array(BLOCK * RATE), new Float32Array(BLOCK * RATE)];
      for (let i = 0; i < left.length; i++) {
        const time = at + i / RATE;
        const voice = 0.2 * Math.sin(2 * Math.PI * (220 * time + 3 * Math.sin(5 * time)));
        const organ = 0.2 * Math.sin(2 * Math.PI * 392 * time);
        left[i] = voice + organ;
        right[i] = voice - organ;
      }
      yield [left, right];
    }
  },
  close() {},
});

it(`TLS-4 a song of ${MINUTES} minutes is taken apart in the memory of a short one`, async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const used = (): number => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  let [early, max, looked, bytes] = [0, 0, 0, 0];
  const result = await runSeparation(
    {
      file: new Blob(),
      preset: "stems",
      stems: ["vocals", "drums", "bass", "other"].map((stem) => ({ stem, parts: [stem] })),
      output: "wav16",
    },
    {
      openSource: async () => source(),
      openWriter: (options) => openWriter(options, encoders),
      openSeparation: createOpenSeparation(
        { bytes: () => Promise.reject(new Error("None is needed.")) },
        () => Promise.reject(new Error("None is needed.")),
      ),
      onProgress(done) {
        const minute = Math.floor((done ?? 0) * MINUTES);
        if (minute === looked) return;
        looked = minute;
        if (early === 0) early = used();
        else max = Math.max(max, used());
      },
      write: async (_stem, _position, data) => void (bytes += data.length),
    },
  );
  const frames = 60 * MINUTES * RATE;
  expect(result.frames).toEqual([frames, frames]);
  expect(bytes).toBeGreaterThan(4 * 4 * frames);
  // Retaining one stem would take more: 1.9 MB per minute. Five meters retain about 70 kB of
  // loudness values per minute.
  expect(max - early).toBeLessThan(2e6 + 0.1e6 * MINUTES);
}, 900_000);
