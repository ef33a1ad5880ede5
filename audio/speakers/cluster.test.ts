import { describe, expect, it } from "vitest";
import { type WindowVoice, clusterVoices, toUnit, voiceDistance } from "./cluster.ts";

const SIZE = 64;

/** Voices around the directions of speakers. */
function createVoices(seed: number, spread: number) {
  let state = seed;
  const uniform = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const random = (): Float32Array => toUnit(Float32Array.from({ length: SIZE }, normal));
  return {
    uniform,
    speaker: random,
    voice(speaker: Float32Array, window: number, seconds = 4): WindowVoice {
      const off = random();
      return { vector: toUnit(speaker.map((x, at) => x + spread * off[at]!)), seconds, window };
    },
  };
}

/** Whether two lists of labels are the same groups. */
const areSame = (found: readonly number[], expected: readonly number[]): boolean =>
  found.every((label, a) =>
    found.every((other, b) => (label === other) === (expected[a] === expected[b])),
  );

describe("clusters of voices", () => {
  it.each([1, 2, 3, 5, 8])("TLS-11 finds %d speakers, and who each voice is", (count) => {
    for (let seed = 1; seed <= 10; seed++) {
      const { uniform, speaker, voice } = createVoices(100 * count + seed, 0.6);
      const speakers = Array.from({ length: count }, speaker);
      // Each speaker at least four times.
      const expected = Array.from({ length: 12 * count }, (_, at) =>
        at < 4 * count ? at % count : Math.floor(uniform() * count),
      );
      const voices = expected.map((label, at) => voice(speakers[label]!, at));
      const found = clusterVoices(voices, { threshold: 0.5, count: null });
      expect(found.centroids).toHaveLength(count);
      expect(areSame(found.speakers, expected)).toBe(true);
      for (const [at, label] of expected.entries())
        expect(voiceDistance(found.centroids[found.speakers[at]!]!, speakers[label]!)).toBeLessThan(
          0.2,
        );
    }
  });

  it("TLS-11 makes as many speakers as are given, although others resemble each other more", () => {
    const { speaker, voice } = createVoices(5, 0.5);
    const first = speaker();
    const off = speaker();
    // Two voices that are closer than the threshold.
    const second = toUnit(first.map((x, at) => x + 0.8 * off[at]!));
    const expected = Array.from({ length: 20 }, (_, at) => at % 2);
    const voices = expected.map((label, at) => voice([first, second][label]!, at));
    expect(clusterVoices(voices, { threshold: 0.6, count: null }).centroids).toHaveLength(1);
    const found = clusterVoices(voices, { threshold: 0.6, count: 2 });
    expect(areSame(found.speakers, expected)).toBe(true);
  });

  it("TLS-11 a cough is no speaker, neither found nor in place of one that is given", () => {
    const { speaker, voice } = createVoices(9, 0.5);
    const [first, second] = [speaker(), speaker()];
    const expected = Array.from({ length: 16 }, (_, at) => at % 2);
    const voices = [
      ...expected.map((label, at) => voice([first, second][label]!, at)),
      voice(speaker(), 16, 1.2),
      voice(speaker(), 17, 1.2),
    ];
    for (const count of [null, 2]) {
      const found = clusterVoices(voices, { threshold: 0.5, count });
      expect(found.centroids).toHaveLength(2);
      expect(areSame(found.speakers.slice(0, 16), expected)).toBe(true);
    }
  });

  it("TLS-11 voices of one window are different speakers, even if they sound alike", () => {
    const { speaker, voice } = createVoices(11, 0.35);
    const first = speaker();
    const off = speaker();
    const second = toUnit(first.map((x, at) => x + 0.9 * off[at]!));
    const voices = Array.from({ length: 12 }, (_, window) => [
      voice(first, window),
      voice(second, window),
    ]).flat();
    const { speakers } = clusterVoices(voices, { threshold: 0.5, count: 2 });
    for (let window = 0; window < 12; window++)
      expect(speakers[2 * window]).not.toBe(speakers[2 * window + 1]);
  });

  it("TLS-11 short voices join the nearest speaker; without voices there is none", () => {
    const { speaker, voice } = createVoices(13, 0.4);
    const [first, second] = [speaker(), speaker()];
    const long = Array.from({ length: 8 }, (_, at) => voice([first, second][at % 2]!, at));
    const short = [voice(first, 8, 0.6), voice(second, 9, 0.6)];
    const { speakers } = clusterVoices([...long, ...short], { threshold: 0.5, count: null });
    expect(speakers[8]).toBe(speakers[0]);
    expect(speakers[9]).toBe(speakers[1]);
    expect(clusterVoices(short.slice(0, 1), { threshold: 0.5, count: 3 }).centroids).toHaveLength(
      1,
    );
    expect(clusterVoices([], { threshold: 0.5, count: 2 }).centroids).toEqual([]);
  });

  it("TLS-11 a recording of hours has all its voices assigned, with bounded memory", () => {
    const { speaker, voice } = createVoices(17, 0.6);
    const speakers = [speaker(), speaker(), speaker()];
    const expected = Array.from({ length: 4000 }, (_, at) => at % 3);
    const voices = expected.map((label, at) => voice(speakers[label]!, at, 4 + (at % 7)));
    const found = clusterVoices(voices, { threshold: 0.5, count: null });
    expect(found.centroids).toHaveLength(3);
    expect(found.speakers.every((label, at) => label === found.speakers[expected[at]!])).toBe(true);
  });
});
