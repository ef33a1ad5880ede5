import { expect, it } from "vitest";
import { trackPauses } from "./track-pauses.ts";

const RATE = 8000;
/** 14 s of a tone that pauses for the second of each two seconds. */
const sound = Float32Array.from({ length: 14 * RATE }, (_, i) =>
  Math.floor(i / RATE) % 2 ? 0 : 0.5 * Math.sin(i / 3),
);
const read = async (_track: number, from: number, count: number) => [
  sound.slice(from, from + count),
];
const options = { sampleRate: RATE, channels: 1, threshold: -50, minSeconds: 0.5 };

it("TLS-13 finds the pauses of a range of a track, chunk by chunk", async () => {
  const { signal } = new AbortController();
  const progress: number[] = [];
  const onProgress = (done: number): void => void progress.push(done);
  const range = { track: 1, start: 2 * RATE, end: 13 * RATE };
  const found = await trackPauses(read, range, { ...options, signal, onProgress });
  expect(progress).toEqual([5 / 11, 10 / 11, 1]);
  expect(found.map(({ start, end }) => [Math.round(start), Math.round(end)])).toEqual([
    [1, 2],
    [3, 4],
    [5, 6],
    [7, 8],
    [9, 10],
  ]);
  // A track that is shorter than the range ends where it ends.
  const end = await trackPauses(
    read,
    { ...range, end: 99 * RATE },
    { ...options, signal, onProgress },
  );
  expect(end).toHaveLength(6);
});

it("TLS-13 stops when it is canceled", async () => {
  const abort = new AbortController();
  abort.abort();
  const range = { track: 1, start: 0, end: RATE };
  await expect(
    trackPauses(read, range, { ...options, signal: abort.signal, onProgress: () => {} }),
  ).rejects.toThrow();
});
