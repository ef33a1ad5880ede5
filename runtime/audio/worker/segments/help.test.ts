import { MessageChannel } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { type Block, type Effect, type Resources, defineEffect } from "#audio/effect.ts";
import { help } from "./help.ts";
import { processInSegments } from "./process-in-segments.ts";
import { createBufferPool } from "./buffer-pool.ts";
import { segmentsOf, segmentFrames } from "./segments.ts";

/**
 * Adds the previous and the next sample to each sample, so that a segment with wrong bounds has
 * wrong ends.
 */
const smear = defineEffect({
  id: "smear",
  parameters: {},
  length: "same",
  neutral: null,
  prepare: async (resources) => (await resources.bytes("weights")).byteLength,
  create() {
    let [last, current] = [0, 0];
    let isFirst = true;
    const push = (next: number): number => {
      const sum = last + current + next;
      [last, current] = [current, next];
      return sum;
    };
    return {
      process(block) {
        const out = block.map((plane) => plane.map(push));
        const skipped = isFirst ? out.map((plane) => plane.subarray(1)) : out;
        isFirst = false;
        return skipped;
      },
      finish: () => [new Float32Array([push(0)])],
    };
  },
});

const format = { sampleRate: 8000, channels: 1 };
const REACH = { before: 3, after: 2 };
const bytes = async () => new ArrayBuffer(4);

/** Stays within the valid range of samples: larger values count as damaged. */
const sampleAt = (at: number): number => (at % 1000) + 1;

/** Ramps in blocks of varying length. */
async function* rampOf(frames: number): AsyncGenerator<Block> {
  for (let at = 0, length = 1; at < frames; at += length, length = (7 * length) % 97)
    yield [
      Float32Array.from({ length: Math.min(length, frames - at) }, (_, one) => sampleAt(at + one)),
    ];
}

async function work(frames: number, count: number, resources: Resources = { bytes }) {
  const channels = [new MessageChannel(), new MessageChannel(), new MessageChannel()];
  for (const { port2 } of channels)
    help(
      { effect: "smear", values: {}, port: port2 as never },
      { loadEffect: async () => smear as unknown as Effect },
    );
  const pool = createBufferPool();
  const output: number[] = [];
  const progress: number[] = [];
  try {
    await processInSegments(
      channels.map(({ port1 }) => port1 as never),
      segmentsOf(rampOf(frames), { count, ...REACH, pool }),
      {
        format,
        resources,
        pool,
        take: async (block) => void output.push(...block[0]!),
        onProgress: (done) => void progress.push(done),
      },
    );
  } finally {
    for (const { port1 } of channels) port1.close();
  }
  return { output, progress };
}

describe("segments", () => {
  it.each([
    [1, 10],
    [9, 10],
    [10, 10],
    [12, 10],
    [13, 10],
    [1000, 10],
    [1001, 400],
    [200_000, 90_000],
  ])(
    "TLS-1 of %i frames that several workers did are the whole, in order",
    async (frames, count) => {
      const { output, progress } = await work(frames, count);
      const valueAt = (at: number): number => (at < 0 || at >= frames ? 0 : sampleAt(at));
      const expected = Array.from(
        { length: frames },
        (_, at) => valueAt(at - 1) + valueAt(at) + valueAt(at + 1),
      );
      expect(output).toHaveLength(frames);
      // Printing the difference between whole arrays would take minutes.
      expect(expected.findIndex((value, at) => value !== output[at])).toBe(-1);
      expect(progress.at(-1)).toBe(frames);
    },
  );

  it("TLS-1 of nothing are none", async () => {
    expect((await work(0, 10)).output).toEqual([]);
  });

  it("TLS-3 load what their effect asks for once, and fail with it", async () => {
    const requests: string[] = [];
    await work(100, 10, { bytes: (name) => (requests.push(name), bytes()) });
    expect(requests).toEqual(["weights"]);
    const lost = work(100, 10, { bytes: () => Promise.reject(new TypeError("gone")) });
    await expect(lost).rejects.toMatchObject({ name: "TypeError", message: "gone" });
  });

  it("TLS-3 end at about the same time, and are short where a second has much", () => {
    const stereo = { sampleRate: 44_100, channels: 2 };
    const seconds = (duration: number, helpers: number, of = stereo): number =>
      segmentFrames(duration, helpers, of) / of.sampleRate;
    expect(seconds(7200, 4)).toBe(12);
    expect(seconds(180, 4)).toBe(11.25);
    expect(seconds(40, 8)).toBe(10);
    expect(seconds(0, 4)).toBe(12);
    expect(seconds(7200, 4, { sampleRate: 192_000, channels: 8 })).toBeLessThan(2);
  });
});
