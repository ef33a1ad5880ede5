import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reopenEdit } from "#tests/reopen-edit.ts";
import { clipAt, fadeLength, moveClip, setClipFade, trimClip } from "./arrange.ts";
import { type Edit, addTrack, createEdit, endOf } from "./edit.ts";
import { applyEffect, removeEffect, split } from "./operations.ts";
import { removeStretch, stretchClip } from "./stretch-clip.ts";

const FRAMES = 1000;
const TRACK = 1;
const at = (frame: number) => ({ track: TRACK, at: frame });
const opened = addTrack(createEdit(8000, 1), "Voice", { source: "voice", frames: FRAMES });
const clipsOf = (edit: Edit) => edit.tracks[0]!.clips;
const lengths = (edit: Edit) => clipsOf(edit).map(({ start, end }) => end - start);
const SAME = { source: "voice", scale: 1, semitones: 0 };
/** From one length to another, by the original. */
const to = (scale: number, before = 1) => ({
  present: { ...SAME, scale: before },
  source: scale === 1 ? "voice" : "copy",
  next: { scale, semitones: 0 },
});
/** Clips without what they played before. */
const bareClips = (edit: Edit) => clipsOf(edit).map(({ layer: _layer, ...clip }) => clip);

describe("TLS-13 a stretched clip", () => {
  it("plays the same part of the copy; later clips keep their distance", () => {
    const parts = split(split(opened, [TRACK], 200), [TRACK], 500);
    const gap = moveClip(parts, at(600), at(700));
    const longer = stretchClip(gap, at(300), to(1.5))!;
    expect(bareClips(longer)).toEqual([
      { at: 0, source: "voice", start: 0, end: 200 },
      { at: 200, source: "copy", start: 300, end: 750 },
      { at: 850, source: "voice", start: 500, end: 1000 },
    ]);
    const shorter = stretchClip(longer, at(300), to(0.5, 1.5))!;
    expect(bareClips(shorter)[1]).toEqual({ at: 200, source: "copy", start: 100, end: 250 });
    expect(clipsOf(shorter)[2]!.at).toBe(550);
    expect(stretchClip(gap, at(650), to(2))).toBeNull();
  });

  it("keeps its fades and its curve in step, also reversed", () => {
    for (const reversed of [false, true]) {
      const [clip] = clipsOf(opened);
      const turned = { ...clip!, ...(reversed && { reversed: true as const }) };
      const envelope = [
        { frame: 100, gain: -6 },
        { frame: 900, gain: 3 },
      ];
      let edit: Edit = {
        ...opened,
        tracks: [{ ...opened.tracks[0]!, clips: [{ ...turned, envelope }] }],
      };
      for (const [direction, frames] of [
        ["in", 50],
        ["out", 120],
      ] as const)
        edit = setClipFade(edit, at(0), { direction, frames, curve: "linear" });
      const [stretched] = clipsOf(stretchClip(edit, at(0), to(2))!);
      expect(fadeLength(stretched!, "in")).toBeGreaterThanOrEqual(99);
      expect(fadeLength(stretched!, "in")).toBeLessThanOrEqual(101);
      expect(fadeLength(stretched!, "out")).toBeGreaterThanOrEqual(239);
      expect(fadeLength(stretched!, "out")).toBeLessThanOrEqual(241);
      expect(stretched!.envelope!.map(({ frame }) => frame)).toEqual([200, 1800]);
    }
  });

  it("is split and trimmed to the frame", () => {
    const stretched = stretchClip(opened, at(0), to(1.3))!;
    const parts = split(stretched, [TRACK], 777);
    expect(clipsOf(parts).map(({ start, end }) => [start, end])).toEqual([
      [0, 777],
      [777, 1300],
    ]);
    const trimmed = trimClip(parts, at(800), { edge: "end", to: 1000, frames: 1300 });
    expect(lengths(trimmed)).toEqual([777, 223]);
    const back = trimClip(trimmed, at(800), { edge: "end", to: 5000, frames: 1300 });
    expect(clipsOf(back)).toEqual(clipsOf(parts));
  });

  it("keeps the order of clips, whatever overlaps", () => {
    const cut = fc.integer({ min: 1, max: 999 });
    const move = fc.tuple(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 0, max: 1200 }));
    const scale = fc.double({ min: 0.35, max: 3, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(cut, { maxLength: 4 }),
        fc.array(move, { maxLength: 4 }),
        fc.array(fc.tuple(fc.integer({ min: 0, max: 1500 }), scale), { maxLength: 5 }),
        (cuts, moves, stretches) => {
          let edit = cuts.reduce((now, frame) => split(now, [TRACK], frame), opened);
          for (const [from, target] of moves) edit = moveClip(edit, at(from), at(target), true);
          for (const [frame, factor] of stretches) {
            const { scale: before = 1 } = clipAt(edit, at(frame))?.layer?.values ?? {};
            const next = stretchClip(edit, at(frame), to(factor, before as number));
            if (!next) continue;
            expect(clipsOf(next)).toHaveLength(clipsOf(edit).length);
            edit = next;
          }
          expect(reopenEdit(edit)).toEqual(edit);
          expect(endOf(clipsOf(edit))).toBeGreaterThan(0);
        },
      ),
    );
  });

  const scales = fc.array(
    fc.integer({ min: 350, max: 3000 }).map((thousandths) => thousandths / 1000),
    { minLength: 1, maxLength: 6 },
  );

  it("is exactly the original at 100 %, whatever lengths it had", () => {
    const point = fc.record({
      frame: fc.integer({ min: -50, max: 6000 }),
      gain: fc.double({ min: -60, max: 12, noNaN: true }),
    });
    const envelope = fc
      .uniqueArray(point, { minLength: 1, maxLength: 9, selector: ({ frame }) => frame })
      .map((points) => points.toSorted((a, b) => a.frame - b.frame));
    const fade = fc.tuple(fc.constantFrom("in", "out"), fc.integer({ min: 1, max: 500 }));
    const layer = { effect: "echo", values: {}, beneath: [], framesBeneath: 1, frames: 1 };
    fc.assert(
      fc.property(
        fc.tuple(fc.integer({ min: 10, max: 5002 }), fc.integer({ min: 0, max: 9 })),
        fc.tuple(fc.boolean(), fc.boolean(), fc.option(envelope)),
        fc.array(fade, { maxLength: 2 }),
        scales,
        ([end, start], [isReversed, hasLayer, points], fades, sequence) => {
          const clip = {
            at: 7,
            source: "voice",
            start,
            end,
            ...(isReversed && { reversed: true as const }),
            ...(hasLayer && { layer }),
            ...(points && { envelope: points }),
          };
          let edit: Edit = { ...opened, tracks: [{ ...opened.tracks[0]!, clips: [clip] }] };
          for (const [direction, frames] of fades)
            edit = setClipFade(edit, at(7), { direction, frames, curve: "linear" });
          const before = clipsOf(edit);
          let present = 1;
          for (const scale of [...sequence, 1]) {
            edit = stretchClip(edit, at(7), to(scale, present))!;
            present = scale;
            expect(clipsOf(edit)[0]!.end).toBeLessThanOrEqual(end * scale + 1e-5);
          }
          expect(clipsOf(edit)).toEqual(before);
        },
      ),
    );
  });

  it("has no seam where it is split, before or after, and in any order", () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 990 }), scales, fc.boolean(), (cut, sequence, late) => {
        const [first = 1] = sequence;
        const whole = late ? stretchClip(opened, at(0), to(first))! : opened;
        const parts = split(whole, [TRACK], Math.max(1, Math.floor(cut * (late ? first : 1))));
        let edit = parts;
        let present = late ? first : 1;
        for (const [i, scale] of [...sequence, 1].entries()) {
          const later = clipsOf(edit)[1]!.at;
          const both = i % 2 === 0 ? [later, 0] : [0, null];
          for (const frame of both)
            edit = stretchClip(edit, at(frame ?? clipsOf(edit)[1]!.at), to(scale, present))!;
          present = scale;
          const [left, right] = clipsOf(edit);
          expect(right).toMatchObject({ at: left!.end, start: left!.end });
        }
        expect(clipsOf(edit).map(({ start, end }) => [start, end])).toEqual([
          [0, clipsOf(edit)[1]!.start],
          [clipsOf(edit)[0]!.end, FRAMES],
        ]);
        if (!late) expect(clipsOf(edit)).toEqual(clipsOf(parts));
      }),
    );
  });

  it("gets the content beneath its effect back, also when a part of it is left", () => {
    const beneath = [{ at: 0, source: "raw", start: 0, end: FRAMES }];
    const effect = { effect: "echo", values: {}, source: "voice", frames: FRAMES };
    const raw: Edit = { ...opened, tracks: [{ ...opened.tracks[0]!, clips: beneath }] };
    const applied = applyEffect(raw, { tracks: [TRACK], start: 0, end: FRAMES }, effect);
    const stretched = stretchClip(applied, at(0), to(0.35))!;
    expect(reopenEdit(stretched)).toEqual(stretched);
    expect(removeStretch(stretched, at(0))).toEqual(applied);
    const back = stretchClip(stretched, at(0), to(1, 0.35))!;
    expect(clipsOf(removeEffect(back, TRACK, 0))).toEqual(beneath);
    const parts = removeStretch(split(stretched, [TRACK], 100), at(200));
    expect(clipsOf(parts)[1]).toMatchObject({ at: 100, source: "voice", start: 286, end: FRAMES });
    expect(clipsOf(removeEffect(parts, TRACK, 300))[1]).toEqual({
      at: 100,
      source: "raw",
      start: 286,
      end: FRAMES,
    });
  });
});
