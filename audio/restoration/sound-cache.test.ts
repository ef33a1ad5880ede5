import { expect, it } from "vitest";
import { measureSiSdr } from "#bench/audio/metrics.ts";
import { createRandom } from "#bench/audio/random.ts";
import { joinBlocks } from "../signal/blocks.ts";
import { createSoundCache } from "./sound-cache.ts";

const random = createRandom(2);
const sound = Array.from({ length: 2 }, (_, channel) =>
  Float32Array.from({ length: 300_001 }, (__, i) =>
    channel === 1 && i < 1000 ? 0 : random.normal() * (i < 5000 ? 1e-4 : 0.3),
  ),
);

function fill(maxBytes: number, frames?: number) {
  const store = createSoundCache(2, maxBytes, frames);
  for (let at = 0; at < 300_001; at += 777)
    store.push(sound.map((samples) => samples.subarray(at, at + 777)));
  return store;
}

it("TLS-3 cached sound is returned for any read pattern", () => {
  const reader = fill(2_000_000).open()!;
  const read = joinBlocks(
    [reader.take(1), reader.take(299_999), reader.take(1), reader.take(9)],
    2,
  );
  for (const [channel, samples] of sound.entries()) {
    expect(measureSiSdr(read[channel]!.subarray(0, 300_001), samples)).toBeGreaterThan(85);
    expect(
      measureSiSdr(read[channel]!.subarray(1024, 4992), samples.subarray(1024, 4992)),
    ).toBeGreaterThan(85);
    expect([...read[channel]!.subarray(300_001)]).toEqual(Array(9).fill(0));
  }
  expect(read[1]!.subarray(0, 960).every((x) => x === 0)).toBe(true);
});

it("TLS-3 too much sound is not cached", () => {
  expect(fill(1_000_000).open()).toBeNull();
});

it.each([
  [300_001, true],
  [900_000, false],
])("TLS-3 with %i expected frames, sound is cached: %s", (frames, isCached) => {
  expect(fill(2_000_000, frames).open() !== null).toBe(isCached);
});
