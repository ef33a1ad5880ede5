import { describe, expect, it } from "vitest";
import { createLoudnessMeter } from "../../signal/loudness.ts";
import { createRandom } from "../../soundscape/kit/random.ts";
import {
  type Episode,
  type SpokenLine,
  EPISODE_RATE,
  framesOfLine,
  slotOf,
  timesOf,
} from "./episode.ts";
import { mixEpisode } from "./mix-episode.ts";

/** A sound with the loudness and pauses of speech. */
function talk(seed: number, seconds: number, host: 0 | 1 = 0, isChapter = false): SpokenLine {
  const random = createRandom(seed);
  const samples = new Float32Array(Math.round(24_000 * seconds));
  let phase = 0;
  for (let i = 0; i < samples.length; i++) {
    const time = i / 24_000;
    phase += (2 * Math.PI * (140 + 30 * Math.sin(3 * time + seed))) / 24_000;
    const syllable = Math.max(0, Math.sin(2 * Math.PI * 4 * time)) ** 0.5;
    let value = 0.02 * random.noise();
    for (let n = 1; n < 16; n++) value += Math.sin(n * phase) / n;
    samples[i] = 0.12 * syllable * value;
  }
  return { host, samples, sampleRate: 24_000, isChapter };
}
const episode = (music: Episode["music"], change = 0): Episode => ({
  title: "The river",
  music,
  lines: Array.from({ length: 8 }, (_, at) =>
    talk(
      at === 3 ? 3 + 100 * change : at,
      at === 3 ? 3 + 0.7 * change : 2.5 + 0.4 * at,
      (at % 2) as 0 | 1,
      at === 0 || at === 5,
    ),
  ),
});
const mix = (one: Episode): Float32Array[][] => Array.from(mixEpisode(one));
const framesOf = (blocks: readonly Float32Array[][]): number =>
  blocks.reduce((sum, [left]) => sum + left!.length, 0);

describe("an episode", () => {
  it.each(["none", "warm", "bright"] as const)(
    "TLS-1 with music %s is at −16 LUFS, held below full scale, and as long as its times say",
    (music) => {
      const one = episode(music);
      const blocks = mix(one);
      const meter = createLoudnessMeter({ sampleRate: EPISODE_RATE, channels: 2 });
      for (const block of blocks) meter.push(block);
      const { integrated, truePeak } = meter.measure();
      expect(Math.abs(integrated + 16)).toBeLessThan(0.5);
      expect(truePeak).toBeLessThan(-0.9);
      expect(framesOf(blocks) / EPISODE_RATE).toBeCloseTo(timesOf(one).seconds, 3);
    },
  );

  it("TLS-1 with one line spoken again, all other samples are unchanged", () => {
    for (const music of ["none", "warm", "bright"] as const) {
      const [before, after] = [episode(music), episode(music, 1)];
      const [first, again] = [mix(before), mix(after)];
      expect(again.length).toBe(first.length);
      // The first block is the music before the talk.
      for (const at of first.keys())
        for (const side of [0, 1] as const) {
          const same = Buffer.from(first[at]![side]!.buffer).equals(
            Buffer.from(again[at]![side]!.buffer),
          );
          expect([at, same]).toEqual([at, at !== 4]);
        }
    }
  });

  it("TLS-1 has its music under speech some 18 dB lower than alone", () => {
    const [silent, spoken] = [0, 1].map((factor) => ({
      ...episode("warm"),
      lines: episode("warm").lines.map((line) => ({
        ...line,
        samples: line.samples.map((one) => factor * one),
      })),
    }));
    const level = (blocks: Float32Array[][], at: number, from: number, to: number): number => {
      const [left] = blocks[at]!;
      let sum = 0;
      for (let i = from; i < to; i++) sum += left![i]! ** 2;
      return 10 * Math.log10(sum / (to - from));
    };
    // Silent lines leave only the music.
    const music = mix(silent!);
    const alone = level(music, 0, 3 * EPISODE_RATE, 6 * EPISODE_RATE);
    const frames = framesOfLine(silent!.lines[2]!);
    const under = level(music, 3, 0.5 * EPISODE_RATE, frames - 4800);
    expect(alone - under).toBeGreaterThan(14);
    expect(alone - under).toBeLessThan(28);
    expect(level(mix(spoken!), 3, 4800, frames) - under).toBeGreaterThan(15);
    expect(slotOf(silent!, 2)).toBeGreaterThan(frames);
  });

  it("TLS-1 says when each line sounds", () => {
    const one = episode("warm");
    const { lines } = timesOf(one);
    expect(lines[0]!.from).toBeCloseTo(6.5, 3);
    for (const [at, { from, to }] of lines.entries()) {
      expect(to).toBeGreaterThan(from);
      if (at > 0) expect(from).toBeGreaterThan(lines[at - 1]!.to);
    }
  });
});
