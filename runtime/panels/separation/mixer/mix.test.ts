import { describe, expect, it } from "vitest";
import { render } from "#audio/edit/render.ts";
import {
  type Mix,
  changeStem,
  editOf,
  isAudible,
  isOriginal,
  levelsOf,
  stemAsItIs,
} from "./mix.ts";

const mixOf = (count: number): Mix => ({
  stems: Array.from({ length: count }, () => stemAsItIs()),
  master: 0,
});
const audible = (mix: Mix) => mix.stems.map((_, at) => isAudible(mix, at));

/** Both channels of some stems. */
const SOUNDS = [0, 1, 2, 3].map((stem) =>
  [0, 1].map((channel) =>
    Float32Array.from({ length: 5000 }, (_, i) => 0.2 * Math.sin((stem + 1) * (i + 7 * channel))),
  ),
);
const soundOf = (stem: number, channel: number): Float32Array => SOUNDS[stem]![channel]!;
/** Largest difference of a sound from its expected samples. */
const apart = (found: Float32Array, expected: (frame: number) => number): number =>
  found.reduce((max, value, frame) => Math.max(max, Math.abs(value - expected(frame))), 0);

async function renderMix(mix: Mix, channels = 2): Promise<Float32Array[]> {
  const names = mix.stems.map((_, at) => `stem${at}`);
  const edit = editOf(mix, { names, sampleRate: 8000, channels, frames: 5000 });
  const out = Array.from({ length: edit.channels }, () => new Float32Array(5000));
  let at = 0;
  const sources = {
    read: (name: string, start: number, end: number) =>
      out.map((_, channel) => soundOf(names.indexOf(name), channel).subarray(start, end)),
  };
  for await (const block of render(edit, sources)) {
    for (const [channel, plane] of block.entries()) out[channel]!.set(plane, at);
    at += block[0]!.length;
  }
  return out;
}

describe("a mix", () => {
  it("TLS-1 mutes muted stems, and with solo plays only those stems, muted or not", () => {
    let mix = mixOf(4);
    expect(isOriginal(mix)).toBe(true);
    mix = changeStem(mix, 1, { muted: true });
    expect(audible(mix)).toEqual([true, false, true, true]);
    mix = changeStem(mix, 1, { solo: true });
    expect(audible(mix)).toEqual([false, true, false, false]);
    mix = changeStem(mix, 3, { solo: true, gain: -60 });
    expect(audible(mix)).toEqual([false, true, false, false]);
    expect(isOriginal(mix)).toBe(false);
  });

  it("TLS-1 sounds as it is written, and the original regardless of the mix", () => {
    const mix = {
      ...changeStem(changeStem(mixOf(3), 0, { gain: 6, pan: -0.5 }), 2, { muted: true }),
      master: -3,
    };
    const { levels, master } = levelsOf(mix, "mix");
    expect(levels[0]).toEqual({ factor: 10 ** 0.3, pan: -0.5 });
    expect(levels[2]!.factor).toBe(0);
    expect(master).toBeCloseTo(0.708, 3);
    expect(levelsOf(mix, "original")).toEqual({
      levels: [0, 1, 2].map(() => ({ factor: 1, pan: 0 })),
      master: 1,
    });
  });

  it("TLS-1 as it is, is the sum of its stems within a millionth; with faders, their weighted sum", async () => {
    const [left, right] = (await renderMix(mixOf(4))) as [Float32Array, Float32Array];
    const sum = (channel: number) => (frame: number) =>
      [0, 1, 2, 3].reduce((all, stem) => all + soundOf(stem, channel)[frame]!, 0);
    expect(apart(left, sum(0))).toBeLessThan(1e-6);
    expect(apart(right, sum(1))).toBeLessThan(1e-6);

    const moved = changeStem(changeStem(mixOf(2), 0, { pan: 1 }), 1, { gain: -6 });
    const [l, r] = (await renderMix({ ...moved, master: 2 })) as [Float32Array, Float32Array];
    const [soft, loud] = [10 ** (-4 / 20), 10 ** (2 / 20)] as const;
    expect(apart(l, (at) => soft * soundOf(1, 0)[at]!)).toBeLessThan(1e-6);
    const both = (at: number) => loud * soundOf(0, 1)[at]! + soft * soundOf(1, 1)[at]!;
    expect(apart(r, both)).toBeLessThan(1e-6);
  });

  it("TLS-1 of a mono song has two sides once a stem is moved to one of them", async () => {
    expect(await renderMix(mixOf(2), 1)).toHaveLength(1);
    const edit = editOf(changeStem(mixOf(1), 0, { pan: 0.3 }), {
      names: ["a"],
      sampleRate: 8000,
      channels: 1,
      frames: 10,
    });
    expect(edit.channels).toBe(2);
  });
});
