import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { moveClip } from "./arrange.ts";
import { changeClipboardRate, changeRate } from "./change-rate.ts";
import { type Clip, type Edit, addMark, addTrack, createEdit, endOf } from "./edit.ts";
import { applyEffect, copy, cut, fade, removeEffect, reverse, split } from "./operations.ts";
import { reopenEdit } from "#tests/reopen-edit.ts";

const opened = addTrack(createEdit(8000, 1), "Voice", { source: "voice", frames: 1000 });
const TRACK = opened.tracks[0]!.id;
const between = (start: number, end: number) => ({ tracks: [TRACK], start, end });
const clipsOf = (edit: Edit): readonly Clip[] => edit.tracks[0]!.clips;

describe("an edit at another rate", () => {
  it("TLS-1 at a whole multiple is the same edit, each frame times it", () => {
    let edit = fade(opened, between(0, 200), "in", "linear");
    edit = fade(edit, between(800, 1000), "out", "smooth");
    edit = addMark(split(edit, [TRACK], 501), { name: "Here", start: 30, end: 77 });
    const raised = changeRate(edit, 24_000);
    expect(raised.sampleRate).toBe(24_000);
    expect(raised.marks).toMatchObject([{ name: "Here", start: 90, end: 231 }]);
    let expected = addTrack(createEdit(24_000, 1), "Voice", { source: "voice", frames: 3000 });
    expected = fade(expected, between(0, 600), "in", "linear");
    expected = split(fade(expected, between(2400, 3000), "out", "smooth"), [TRACK], 1503);
    expect(raised.tracks).toEqual(expected.tracks);
  });

  it("TLS-1 reversed, crossfaded and processed ranges keep their positions", () => {
    let edit = reverse(split(opened, [TRACK], 400), between(400, 1000));
    edit = moveClip(edit, { track: TRACK, at: 500 }, { track: TRACK, at: 311 }, true);
    edit = fade(edit, between(700, 911), "out", "linear");
    edit = applyEffect(edit, between(600, 700), {
      effect: "gain",
      values: {},
      source: "made",
      frames: 100,
    });
    const raised = changeRate(edit, 11_025);
    const convert = (frame: number) => Math.round((frame * 11_025) / 8000);
    expect(clipsOf(raised).map(({ at }) => at)).toEqual(clipsOf(edit).map(({ at }) => convert(at)));
    expect(endOf(clipsOf(raised))).toBe(convert(endOf(clipsOf(edit))));
    const [first, second] = clipsOf(raised) as [Clip, Clip];
    const shared = first.at + first.end - first.start - second.at;
    for (const { fades } of [first, second]) {
      const { silentAt, fullAt } = fades!.find(({ cross }) => cross)!;
      expect(Math.abs(silentAt - fullAt)).toBe(shared);
    }
    const made = clipsOf(raised).find(({ layer }) => layer)!;
    const bare = removeEffect(raised, TRACK, made.at);
    expect(clipsOf(bare).some(({ source }) => source === "made")).toBe(false);
    expect(endOf(clipsOf(bare))).toBe(endOf(clipsOf(raised)));
  });

  it("TLS-1 after any cuts, clips keep their positions and adjacency, and can be stored", () => {
    const cuts = fc.array(fc.tuple(fc.nat(999), fc.integer({ min: 1, max: 90 })), {
      maxLength: 12,
    });
    const rates = fc.constantFrom(11_025, 16_000, 22_050, 44_100, 48_000);
    fc.assert(
      fc.property(cuts, rates, (all, rate) => {
        const edit = all.reduce<Edit>(
          (now, [start, length]) =>
            length % 2 ? cut(now, between(start, start + length)).edit : split(now, [TRACK], start),
          opened,
        );
        const convert = (frame: number) => Math.round((frame * rate) / 8000);
        const raised = changeRate(edit, rate);
        expect(reopenEdit(raised)).toEqual(raised);
        for (const [i, { at, start, end }] of clipsOf(edit).entries()) {
          const now = clipsOf(raised)[i]!;
          expect(now.at).toBe(convert(at));
          expect(now.at + now.end - now.start).toBe(convert(at + end - start));
          expect(Math.abs(now.start - convert(start))).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it("TLS-1 what was copied fits to it", () => {
    const copied = copy(opened, between(100, 300));
    const raised = changeRate(opened, 16_000);
    expect(changeClipboardRate(copied, [8000, 16_000])).toEqual(copy(raised, between(200, 600)));
    // Clips shorter than a frame disappear.
    expect(changeClipboardRate(copied, [8000, 10])).toEqual({ frames: 0, tracks: [[]] });
  });
});
