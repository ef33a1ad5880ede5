import { describe, expect, it } from "vitest";
import { planGain } from "./gain-plan.ts";
import { slackOf, writingOf } from "./keep-format.ts";

const VALUES = { mode: "gain", gain: 0, loudness: -16, limiter: true, ceiling: -1 } as const;
const levels = { lufs: -23, truePeak: -6, noise: -60 };

describe("what a change of volume does", () => {
  it("TLS-1 a gain moves loudness and peak alike, and clips without a limiter", () => {
    expect(planGain({ ...VALUES, gain: 4, limiter: false }, levels)).toMatchObject({
      gain: 4,
      lufs: -19,
      truePeak: -2,
      clips: false,
    });
    const loud = planGain({ ...VALUES, gain: 8, limiter: false }, levels);
    expect(loud).toMatchObject({ truePeak: 2, clips: true });
  });

  it("TLS-1 a target is reached by what is missing, and the limiter holds the ceiling", () => {
    const plan = planGain({ ...VALUES, mode: "loudness" }, levels);
    expect(plan).toEqual({ gain: 7, lufs: -16, truePeak: -1, limited: 2, clips: false });
  });

  it("TLS-1 the limiter holds its ceiling without a gain, too: it never says that it will clip", () => {
    const hot = { ...levels, truePeak: 0.7 };
    expect(planGain(VALUES, hot)).toMatchObject({ gain: 0, truePeak: -1, clips: false });
    expect(planGain(VALUES, hot).limited).toBeCloseTo(1.7);
    expect(planGain({ ...VALUES, limiter: false }, hot)).toMatchObject({ limited: 0, clips: true });
  });

  it("TLS-1 silence stays", () => {
    const silence = { lufs: -Infinity, truePeak: -Infinity, noise: -Infinity };
    expect(planGain({ ...VALUES, mode: "loudness" }, silence)).toMatchObject({
      gain: 0,
      limited: 0,
    });
  });
});

describe("what is written", () => {
  it.each([
    ["mp3", { kind: "copy", ending: "mp3" }],
    ["aac", { kind: "copy", ending: "m4a" }],
    ["pcm-s16", { kind: "encode", output: "wav16" }],
    ["pcm-s24", { kind: "encode", output: "wav24" }],
    ["pcm-f32", { kind: "encode", output: "wav32f" }],
    ["flac", { kind: "encode", output: "flac" }],
    [null, { kind: "encode", output: "wav24" }],
  ])("TLS-2 %s is kept without loss", (codec, writing) => {
    expect(writingOf("keep", codec, false)).toMatchObject(writing);
  });

  it("TLS-2 fades want encoding, in the format that the file has", () => {
    expect(writingOf("keep", "mp3", true)).toMatchObject({ kind: "encode", output: "mp3" });
    expect(writingOf("keep", "aac", true)).toMatchObject({ kind: "encode", output: "m4a" });
    expect(writingOf("flac", "mp3", false)).toMatchObject({ kind: "encode", output: "flac" });
  });

  it("TLS-2 a copied cut lies at most half a frame beside its place", () => {
    expect(slackOf("mp3", 48_000)).toBe(0);
    expect(slackOf("aac", 51_200)).toBe(0.01);
    expect(slackOf("opus", 48_000)).toBe(0.01);
  });
});
