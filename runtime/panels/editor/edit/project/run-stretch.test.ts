import { describe, expect, it } from "vitest";
import { addTrack, createEdit } from "#audio/edit/edit.ts";
import { split } from "#audio/edit/operations.ts";
import type { Engine } from "#runtime/audio/engine-types.ts";
import type { Mix } from "#runtime/audio/worker/sounds.ts";
import { type SourceInfo, neededSources } from "#runtime/panel-kit/draft/edit-draft.ts";
import { type StretchDeps, clipsIn, runStretch, stretchOf } from "./run-stretch.ts";

const RATE = 8000;
const edit = split(
  addTrack(createEdit(RATE, 1), "Voice", { source: "voice", frames: 1000 }),
  [1],
  400,
);
const voice: SourceInfo = {
  name: "Voice",
  frames: 1000,
  sampleRate: RATE,
  channels: 1,
  size: 9,
  file: "a",
};
const all = clipsIn(edit, { tracks: [1], start: 0, end: 1000 });

function testDeps(change: Partial<StretchDeps> = {}) {
  const mixes: Mix[] = [];
  const sounds = new Set<string>();
  const discarded: string[] = [];
  const deps: StretchDeps = {
    engine: {
      run: (async ({ file }) => {
        mixes.push(file as Mix);
        return {} as never;
      }) satisfies Engine["run"],
    },
    openSound: async (source) => (source === "voice" || sounds.has(source) ? new Blob() : null),
    async makeSound() {
      const id = `made-${sounds.size}`;
      sounds.add(id);
      return {
        id,
        stream: new WritableStream(),
        finish: async () => new Blob(["12"]),
        discard: async () => void discarded.push(id),
      };
    },
    signal: new AbortController().signal,
    onProgress: () => {},
    ...change,
  };
  return { deps, mixes, discarded };
}
const lengths = (of: typeof edit | null) =>
  of!.tracks[0]!.clips.map(({ source, start, end }) => [source, start, end]);

describe("TLS-13 stretch and pitch of clips", () => {
  it("render each original once, and always from it", async () => {
    const { deps, mixes } = testDeps();
    const first = await runStretch(
      { edit, sources: { voice } },
      all,
      { scale: 1.5, semitones: -2 },
      deps,
    );
    expect(lengths(first.edit)).toEqual([
      ["made-0", 0, 600],
      ["made-0", 600, 1500],
    ]);
    expect(mixes).toHaveLength(1);
    expect(mixes[0]!.warps!["original"]).toEqual({
      knots: [
        [0, 0],
        [0.1875, 0.125],
      ],
      seconds: 0.1875,
      pitch: [[0, -2]],
    });
    const sources: Record<string, SourceInfo> = { voice, ...first.sources };
    expect(sources["made-0"]).toMatchObject({ frames: 1500, file: null, size: 2 });
    expect(stretchOf(sources, "made-0")).toEqual({
      source: "voice",
      scale: 1.5,
      semitones: -2,
      start: 0,
    });
    const [, second] = all;
    const state = { edit: first.edit!, sources };
    const again = await runStretch(state, [second!], { scale: 0.5, semitones: 0 }, deps);
    expect(lengths(again.edit)).toEqual([
      ["made-1", 0, 200],
      ["made-0", 600, 1500],
    ]);
    expect(mixes[1]!.edit.tracks[0]!.clips[0]!.end).toBe(500);
    // A copy that exists is used again, and so is the original.
    const used = { edit: again.edit!, sources: { ...sources, ...again.sources } };
    const back = await runStretch(used, [second!], { scale: 1.5, semitones: -2 }, deps);
    expect(lengths(back.edit)[0]).toEqual(["made-0", 0, 600]);
    const plain = await runStretch(used, [second!], { scale: 1, semitones: 0 }, deps);
    expect(lengths(plain.edit)[0]).toEqual(["voice", 0, 400]);
    expect(mixes).toHaveLength(2);
  });

  it("render what they play of a long recording, and a margin", async () => {
    const hours = 3 * 3600 * RATE;
    const long: SourceInfo = { ...voice, frames: hours };
    const opened = addTrack(createEdit(RATE, 1), "Voice", { source: "voice", frames: hours });
    const from = hours / 2 + 1;
    const one = split(split(opened, [1], from), [1], from + RATE);
    const { deps, mixes } = testDeps();
    const state = { edit: one, sources: { voice: long } };
    const first = await runStretch(
      state,
      [{ track: 1, at: from }],
      { scale: 3, semitones: 0 },
      deps,
    );
    const { knots, seconds } = mixes[0]!.warps!["original"]!;
    expect(seconds).toBe(3 * (10 + 1 + 10));
    expect(knots[0]![1]).toBeCloseTo(from / RATE - 10, 9);
    expect(knots[1]![1]).toBeCloseTo(from / RATE + 11, 9);
    expect(lengths(first.edit)[1]).toEqual(["made-0", 30 * RATE, 33 * RATE]);
    // Another part nearby plays the same copy; one far away needs its own.
    const sources = { voice: long, ...first.sources };
    const near = split(split(first.edit!, [1], from - 8 * RATE), [1], from - 2 * RATE);
    const again = await runStretch(
      { edit: near, sources },
      [{ track: 1, at: from - 8 * RATE }],
      { scale: 3, semitones: 0 },
      deps,
    );
    expect(lengths(again.edit)[1]).toEqual(["made-0", 6 * RATE, 24 * RATE]);
    expect(mixes).toHaveLength(1);
    const far = await runStretch(
      { edit: near, sources },
      [{ track: 1, at: 0 }],
      { scale: 3, semitones: 0 },
      deps,
    );
    expect(lengths(far.edit)[0]).toEqual(["made-1", 0, 3 * (from - 8 * RATE)]);
    // Back at 100 %, only the history needs the copies.
    const plain = await runStretch(
      { edit: first.edit!, sources },
      [{ track: 1, at: from }],
      { scale: 1, semitones: 0 },
      deps,
    );
    expect(plain.edit).toEqual(one);
    expect([...neededSources([plain.edit!], sources)]).toEqual(["voice"]);
    expect([...neededSources([plain.edit!, first.edit!], sources)]).toEqual(["voice", "made-0"]);
  });

  it("leave nothing when they are canceled or the recording is missing", async () => {
    const { deps, discarded } = testDeps({
      engine: { run: () => Promise.reject(new Error("canceled")) },
    });
    const values = { scale: 2, semitones: 0 };
    await expect(runStretch({ edit, sources: { voice } }, all, values, deps)).rejects.toThrow(
      "canceled",
    );
    expect(discarded).toEqual(["made-0"]);
    const { deps: without, discarded: none } = testDeps({ openSound: async () => null });
    await expect(
      runStretch({ edit, sources: { voice } }, all, values, without),
    ).rejects.toMatchObject({ fault: { code: "file.missing" } });
    expect(none).toEqual([]);
  });

  it("touch the clips of a range, or the clip at the position", () => {
    expect(all).toEqual([
      { track: 1, at: 400 },
      { track: 1, at: 0 },
    ]);
    expect(clipsIn(edit, { tracks: [1], start: 400, end: 400 })).toEqual([{ track: 1, at: 400 }]);
    expect(clipsIn(edit, { tracks: [1], start: 1000, end: 1000 })).toEqual([]);
    expect(clipsIn(edit, { tracks: [2], start: 0, end: 1000 })).toEqual([]);
  });
});
