import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Block } from "../effect.ts";
import { createBlock, framesOf, joinBlocks } from "../signal/blocks.ts";
import { changeRate } from "./change-rate.ts";
import {
  type Edit,
  addTrack,
  changeTrack,
  createEdit,
  lengthOf,
  playedLengthOf,
  trackAlone,
  trackWithEffects,
} from "./edit.ts";
import { createHistory, record, redo, undo } from "./history.ts";
import { reopenEdit } from "#tests/reopen-edit.ts";
import { type Sources, createInsertCache, render } from "./render.ts";
import {
  addTrackEffect,
  bypassEffect,
  moveTrackEffect,
  removeTrackEffect,
  setEffectValue,
} from "./track-effects.ts";
import { createInsertReader } from "./inserts/insert-reader.ts";
import type { TrackEffect } from "./inserts/track-effect.ts";
import { TRACK_EFFECT_NAMES } from "./inserts/track-effects.ts";

const RATE = 8000;
const FRAMES = 14 * RATE;
/** Noise whose level changes, so that dynamics have something to do. */
const sound = [5, 7].map((seed) =>
  Float32Array.from(
    { length: FRAMES },
    (_, i) => Math.sin(i * i * 0.001 * seed) * (0.02 + 0.8 * Math.sin(i / 3000) ** 2),
  ),
);
const sources: Sources = {
  read: (_, start, end) => sound.map((samples) => samples.slice(start, end)),
};
const opened = addTrack(createEdit(RATE, 2), "Voice", { source: "voice", frames: FRAMES });
const TRACK = opened.tracks[0]!.id;
const withEffect = (edit: Edit, effect: TrackEffect["effect"], values: TrackEffect["values"]) => {
  const added = addTrackEffect(edit, TRACK, effect);
  const { id } = added.tracks[0]!.effects!.at(-1)!;
  return Object.entries(values).reduce(
    (now, [name, value]) => setEffectValue(now, { track: TRACK, id }, name, value),
    added,
  );
};
const effectsOf = (edit: Edit) => edit.tracks[0]!.effects;
async function play(edit: Edit, options: Parameters<typeof render>[2] = {}): Promise<Block> {
  const blocks: Block[] = [];
  for await (const block of render(edit, sources, options)) blocks.push(block);
  return joinBlocks(blocks, edit.channels);
}
/** A digest, which compares faster than samples. */
const bytesOf = (block: Block): string => {
  const hash = createHash("sha256");
  for (const samples of block) hash.update(new Uint8Array(samples.slice().buffer));
  return hash.digest("hex");
};

const loud = withEffect(opened, "equalizer", { lowGain: 6, peak2Gain: -9 });
const full = withEffect(
  withEffect(withEffect(loud, "compressor", { release: 60 }), "gate", { threshold: -30 }),
  "limiter",
  { gain: 6, ceiling: -3 },
);

describe("TLS-13 a track plays through its effects", () => {
  it("from any frame the same, sample for sample: playback equals the export", async () => {
    const whole = await play(full);
    expect(framesOf(whole)).toBe(FRAMES);
    const seams = [10, 20].map((blocks) => blocks * 4096);
    const findInserts = createInsertCache(sources);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.integer({ min: 0, max: FRAMES - 1 }),
          ...seams.map((at) => fc.integer({ min: at - 300, max: at + 300 })),
        ),
        fc.integer({ min: 1, max: 6000 }),
        fc.integer({ min: 100, max: 5000 }),
        async (start, count, blockFrames) => {
          const end = Math.min(FRAMES, start + count);
          const part = await play(full, { start, end, blockFrames, findInserts });
          expect(bytesOf(part)).toEqual(bytesOf(whole.map((samples) => samples.slice(start, end))));
        },
      ),
      { numRuns: 15 },
    );
  });

  it("without an audible difference where the effects start again", async () => {
    const [left] = await play(full);
    const { createInserts } = await import("./inserts/create-insert.ts");
    const chain = createInserts(effectsOf(full), full)!;
    const first = chain.process(sound)!.map((samples) => samples.slice());
    const [direct] = joinBlocks([first, chain.finish()], 2);
    const error = left!.reduce(
      (max, sample, i) => Math.max(max, Math.abs(sample - direct![i]!)),
      0,
    );
    expect(20 * Math.log10(error)).toBeLessThan(-90);
    expect(bytesOf([left!.slice(0, 5 * RATE)])).toBe(bytesOf([direct!.slice(0, 5 * RATE)]));
  });

  it("to the byte as before where it has no effect, or none that is not bypassed", async () => {
    const plain = bytesOf(await play(opened));
    expect(plain).toEqual(bytesOf(sound));
    const { id } = effectsOf(loud)![0]!;
    expect(bytesOf(await play(bypassEffect(loud, { track: TRACK, id }, true)))).toEqual(plain);
    expect(bytesOf(await play(addTrackEffect(opened, TRACK, "equalizer")))).toEqual(plain);
    expect(removeTrackEffect(loud, TRACK, id).tracks).toEqual(opened.tracks);
  });

  it("reuses their state for copies of an edit in which only other things changed", async () => {
    const two = addTrack(full, "Music", { source: "music", frames: FRAMES });
    const [, music] = two.tracks;
    let frames = 0;
    const findInserts = createInsertCache({
      read(name, start, end) {
        frames += end - start;
        return sources.read(name, start, end);
      },
    });
    /** Frames that the effects read for a part of a copy, as in a worker. */
    const costOf = async (edit: Edit): Promise<number> => {
      const before = frames;
      await play(structuredClone(edit), { start: 12 * RATE, end: 13 * RATE, findInserts });
      return frames - before;
    };
    expect(await costOf(two)).toBeGreaterThan(RATE);
    expect(await costOf(changeTrack(two, music!.id, { gain: -6, muted: true }))).toBe(0);
    expect(await costOf(changeTrack(two, TRACK, { pan: 0.5 }))).toBe(0);
    expect(await costOf(withEffect(two, "deesser", {}))).toBeGreaterThan(RATE);
    expect(await costOf(two)).toBeGreaterThan(RATE);
  });

  it("before its gain and pan", async () => {
    const moved = changeTrack(loud, TRACK, { gain: -6, pan: 1 });
    const [left, right] = await play(moved, { end: 500 });
    const [, after] = await play(loud, { end: 500 });
    const factor = 10 ** (-6 / 20);
    for (const at of [3, 100, 499]) {
      expect(right![at]).toBeCloseTo(factor * after![at]!, 6);
      expect(left![at]).toBeCloseTo(0, 6);
    }
  });

  it("to the end of its reverb, whose tail is part of the export", async () => {
    const wet = withEffect(opened, "reverb", { decay: 0.4, amount: 50 });
    expect(lengthOf(wet)).toBe(FRAMES);
    expect(playedLengthOf(wet)).toBe(FRAMES + 0.6 * RATE);
    const [left] = await play(wet);
    expect(left).toHaveLength(playedLengthOf(wet));
    const tail = left!.slice(FRAMES);
    const peak = (from: number, to: number) =>
      tail.slice(from, to).reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);
    expect(peak(0, 800)).toBeGreaterThan(0.01);
    expect(peak(4000, 4800)).toBeLessThan(peak(0, 800) / 100);
    expect(playedLengthOf(createEdit(RATE, 1))).toBe(0);
  });

  it("with silence in place of samples that are not finite", async () => {
    const read = createInsertReader(
      effectsOf(full),
      { sampleRate: RATE, channels: 1 },
      async (start, end) => {
        const block = createBlock(1, end - start);
        block[0]!.fill(0.5);
        if (start === 0) block[0]!.set([Number.NaN, Infinity, -1e30], 100);
        return block;
      },
    );
    const [out] = await read!(0, RATE);
    expect(out!.every(Number.isFinite)).toBe(true);
    expect(Math.abs(out![RATE - 1]!)).toBeGreaterThan(0.1);
  });

  it("alone without them where its clips are shown or processed, with them as an exported track", () => {
    expect(effectsOf(trackAlone(full, TRACK))).toBeUndefined();
    expect(effectsOf(trackWithEffects(full, TRACK))).toBe(effectsOf(full));
  });
});

describe("TLS-13 the effects of a track are part of the edit", () => {
  it("they are added, ordered, set, bypassed and removed, each undone and redone", () => {
    const [equalizer, compressor] = effectsOf(full)!;
    const moved = moveTrackEffect(full, TRACK, compressor!.id, -1);
    expect(effectsOf(moved)!.slice(0, 2)).toEqual([compressor, equalizer]);
    expect(moveTrackEffect(full, TRACK, equalizer!.id, -1)).toBe(full);
    expect(moveTrackEffect(full, TRACK, 999, 1)).toBe(full);
    const off = bypassEffect(full, { track: TRACK, id: equalizer!.id }, true);
    expect(effectsOf(off)![0]).toEqual({ ...equalizer, bypassed: true });
    expect(bypassEffect(off, { track: TRACK, id: equalizer!.id }, false).tracks).toEqual(
      full.tracks,
    );
    const history = record(record(createHistory(opened), loud, "insert"), full, "insert");
    expect(undo(undo(history)).present.edit).toBe(opened);
    expect(redo(undo(history)).present.edit).toBe(full);
    expect(new Set(effectsOf(full)!.map(({ id }) => id)).size).toBe(4);
    expect(changeRate(full, 2 * RATE).tracks[0]!.effects).toBe(effectsOf(full));
  });

  it("no more than 16 of them", () => {
    const many = Array.from({ length: 20 }).reduce<Edit>(
      (edit) => addTrackEffect(edit, TRACK, "gate"),
      opened,
    );
    expect(effectsOf(many)).toHaveLength(16);
    expect(addTrackEffect(many, TRACK, "gate")).toBe(many);
  });

  it("they are saved; a project of before still opens, and invalid effects do not", () => {
    const all = TRACK_EFFECT_NAMES.reduce((edit, name) => addTrackEffect(edit, TRACK, name), full);
    expect(reopenEdit(all)).toEqual(all);
    expect(JSON.stringify(opened)).not.toContain("effects");
    expect(reopenEdit(opened)).toEqual(opened);
    const read = (effects: unknown) =>
      reopenEdit({ ...opened, tracks: [{ ...opened.tracks[0], effects } as never] });
    const gate = { id: 9, effect: "gate", values: {} };
    expect(read([gate])).not.toBeNull();
    for (const broken of [
      "gate",
      [{ ...gate, effect: "toString" }],
      [{ ...gate, values: { threshold: 5 } }],
      [{ ...gate, values: { threshold: null } }],
      [{ ...gate, values: { volume: 1 } }],
      [{ ...gate, bypassed: false }],
      Array.from({ length: 17 }, () => gate),
    ])
      expect(read(broken)).toBeNull();
  });
});
