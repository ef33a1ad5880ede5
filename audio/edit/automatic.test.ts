import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changeTrack, type Clip, type Edit, addTrack, createEdit } from "./edit.ts";
import { addEnvelopePoint, clipEnvelopeAt, moveEnvelopePoint } from "./edit-envelope.ts";
import { duckTrack } from "./duck.ts";
import { createHistory, record, undo } from "./history.ts";
import { reverse, split } from "./operations.ts";
import { moveClip } from "./arrange.ts";
import { reopenEdit } from "#tests/reopen-edit.ts";
import { splitAt, splitPoints } from "./split-at-silence.ts";

const RATE = 1000;
const opened = addTrack(createEdit(8000, 1), "Talk", { source: "talk", frames: 10_000 });
const TRACK = opened.tracks[0]!.id;
const pause = (start: number, end: number) => ({ start, end, sureness: 1 });
const clipsOf = (edit: Edit): readonly Clip[] => edit.tracks[0]!.clips;
const spansOf = (edit: Edit) =>
  clipsOf(edit).map(({ at, start, end }) => [at, at + end - start] as const);
const options = { margin: 0.1, sampleRate: RATE };

describe("TLS-13 a track is split at silence", () => {
  it("with a margin, at both ends of each pause, and at one end of those at the ends", () => {
    const range = { start: 0, end: 10_000 };
    const points = splitPoints([pause(0, 1), pause(3, 4), pause(9, 10)], range, options);
    expect(points).toEqual([900, 3100, 3900, 9100]);
    const { edit, parts } = splitAt(opened, TRACK, points);
    expect(parts).toBe(5);
    expect(spansOf(edit)).toEqual([
      [0, 900],
      [900, 3100],
      [3100, 3900],
      [3900, 9100],
      [9100, 10_000],
    ]);
    const history = record(createHistory(opened), edit, "splitSilence");
    expect(undo(history).present.edit).toBe(opened);
  });

  it("within the selection alone, and not at pauses that are shorter than the margins", () => {
    const range = { start: 2000, end: 6000 };
    expect(splitPoints([pause(1, 1.2), pause(2, 3)], range, options)).toEqual([4100, 4900]);
    expect(splitPoints([pause(0, 4)], range, options)).toEqual([]);
    expect(splitPoints([pause(0, 0.05)], range, options)).toEqual([]);
  });

  it("or stays as it is", () => {
    expect(splitAt(opened, TRACK, [])).toEqual({ edit: opened, parts: 0 });
    expect(splitAt(opened, TRACK, [0, 10_000]).edit).toBe(opened);
    expect(splitAt(opened, 99, [500]).edit).toBe(opened);
  });

  it("into clips that play the same frames, whatever the clips are", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(9999), { maxLength: 5 }),
        fc.uniqueArray(fc.nat(12_000), { maxLength: 12 }),
        fc.nat(12_000),
        (cuts, at, moved) => {
          const cut = cuts.reduce((edit, frame) => split(edit, [TRACK], frame), opened);
          const before = moveClip(cut, { track: TRACK, at: 10 }, { track: TRACK, at: moved }, true);
          const points = at.toSorted((a, b) => a - b);
          const { edit } = splitAt(before, TRACK, points);
          const played = (all: Edit): readonly string[] =>
            clipsOf(all)
              .flatMap((clip) =>
                [clip.at, clip.at + clip.end - clip.start - 1].map(
                  (frame) => `${frame} ${clip.start + frame - clip.at}`,
                ),
              )
              .toSorted();
          for (const frame of played(before)) expect(played(edit)).toContain(frame);
          expect(reopenEdit(edit)).toEqual(edit);
        },
      ),
    );
  });
});

describe("TLS-13 a track is lowered while another one speaks", () => {
  const SPEAKER = 7;
  const duck = { speaker: SPEAKER, gain: -12, attack: 200, release: 500 };
  const levels = (edit: Edit) =>
    clipsOf(edit)[0]!.envelope!.map(({ frame, gain }) => ({ frame, gain }));
  const speech = [
    { start: 2000, end: 3000 },
    { start: 6000, end: 7000 },
  ];

  it("by points that fall before speech and rise after it", () => {
    const { edit, ranges } = duckTrack(opened, TRACK, speech, duck);
    expect(ranges).toBe(2);
    expect(levels(edit)).toEqual([
      { frame: 1800, gain: 0 },
      { frame: 2000, gain: -12 },
      { frame: 3000, gain: -12 },
      { frame: 3500, gain: 0 },
      { frame: 5800, gain: 0 },
      { frame: 6000, gain: -12 },
      { frame: 7000, gain: -12 },
      { frame: 7500, gain: 0 },
    ]);
    expect(reopenEdit(edit)).toEqual(edit);
  });

  it("without rising between words whose fades would meet", () => {
    const words = [...speech, { start: 3700, end: 4000 }].toSorted((a, b) => a.start - b.start);
    const { edit, ranges } = duckTrack(opened, TRACK, words, duck);
    expect(ranges).toBe(2);
    expect(
      clipsOf(edit)[0]!
        .envelope!.slice(0, 4)
        .map(({ frame }) => frame),
    ).toEqual([1800, 2000, 4000, 4500]);
  });

  it("in addition to its own curve, in any clips, to the frame", () => {
    const curve = fc
      .uniqueArray(fc.record({ frame: fc.nat(9999), gain: fc.integer({ min: -30, max: 0 }) }), {
        selector: ({ frame }) => frame,
        maxLength: 4,
      })
      .map((points) => points.toSorted((a, b) => a.frame - b.frame));
    fc.assert(
      fc.property(
        curve,
        fc.array(fc.nat(9999), { maxLength: 4 }),
        fc.boolean(),
        (points, cuts, isTurned) => {
          const start = {
            ...opened,
            tracks: opened.tracks.map((track) => ({
              ...track,
              clips: track.clips.map((clip) =>
                points.length > 0 ? { ...clip, envelope: points } : clip,
              ),
            })),
          };
          const turned = isTurned
            ? reverse(start, { tracks: [TRACK], start: 0, end: 10_000 })
            : start;
          const before = cuts.reduce((edit, at) => split(edit, [TRACK], at), turned);
          const { edit } = duckTrack(before, TRACK, speech, duck);
          const level = (frame: number): number => {
            if (frame <= 1800 || frame >= 7500 || (frame >= 3500 && frame <= 5800)) return 0;
            if (frame < 2000) return (-12 * (frame - 1800)) / 200;
            if (frame <= 3000) return -12;
            if (frame < 3500) return -12 + (12 * (frame - 3000)) / 500;
            if (frame < 6000) return (-12 * (frame - 5800)) / 200;
            return frame <= 7000 ? -12 : -12 + (12 * (frame - 7000)) / 500;
          };
          for (const [i, clip] of clipsOf(edit).entries())
            for (let at = clip.at; at < clip.at + clip.end - clip.start; at += 37) {
              const own = clipEnvelopeAt(clipsOf(before)[i]!, at);
              expect(clipEnvelopeAt(clip, at)).toBeCloseTo(own + level(at), 1);
            }
          expect(duckTrack(edit, TRACK, speech, duck).edit).toBe(edit);
          // Other options give what they give at first.
          const other = { ...duck, gain: -6, attack: 50, release: 900 };
          const [again, once] = [edit, before].map((start) =>
            clipsOf(duckTrack(start, TRACK, speech, other).edit),
          );
          for (const [i, clip] of again!.entries())
            for (let at = clip.at; at < clip.at + clip.end - clip.start; at += 37)
              expect(clipEnvelopeAt(clip, at)).toBeCloseTo(clipEnvelopeAt(once![i]!, at), 1);
          expect(reopenEdit(edit)).toEqual(edit);
        },
      ),
    );
  });

  it("once, whoever else speaks at the same time, and whatever was changed by hand", () => {
    const first = duckTrack(opened, TRACK, speech, duck).edit;
    const guest = { ...duck, speaker: 8, gain: -20 };
    const both = duckTrack(first, TRACK, [{ start: 2500, end: 4000 }], guest).edit;
    const gainAt = (edit: Edit, at: number): number => clipEnvelopeAt(clipsOf(edit)[0]!, at);
    expect([2200, 2700, 3900, 6500].map((at) => gainAt(both, at))).toEqual([-12, -20, -20, -12]);
    const softer = duckTrack(both, TRACK, speech, { ...duck, gain: -3 }).edit;
    expect([2200, 2700, 3900, 6500].map((at) => gainAt(softer, at))).toEqual([-3, -20, -20, -3]);
    // A part that is raised by hand stays raised against what is lowered.
    const raised = moveEnvelopePoint(first, { track: TRACK, at: 0 }, 1, { at: 2000, gain: -8 });
    const again = duckTrack(raised, TRACK, speech, { ...duck, gain: -6 }).edit;
    expect([2000, 3000].map((at) => gainAt(again, at))).toEqual([-2, -6]);
    // So does a point that is added in between, and a part that is cut off.
    const more = addEnvelopePoint(first, { track: TRACK, at: 2500 });
    expect(duckTrack(more, TRACK, speech, duck).edit).toBe(more);
    const parts = split(first, [TRACK], 2500);
    const sixes = duckTrack(parts, TRACK, speech, { ...duck, gain: -6 }).edit;
    expect(clipsOf(sixes).map((clip, i) => clipEnvelopeAt(clip, 2400 + 200 * i))).toEqual([-6, -6]);
  });

  it("not at all if a clip would need too many points, which is told apart", () => {
    const many = Array.from({ length: 2600 }, (_, i) => ({ start: 40 * i, end: 40 * i + 10 }));
    const long = addTrack(createEdit(8000, 1), "Talk", { source: "talk", frames: 200_000 });
    const close = { ...duck, attack: 5, release: 5 };
    expect(duckTrack(long, TRACK, many, close)).toEqual({ edit: long, ranges: null });
    expect(duckTrack(long, TRACK, many, close).edit).toBe(long);
    const parts = split(long, [TRACK], 52_000);
    expect(duckTrack(parts, TRACK, many, close).ranges).toBe(2600);
  });

  it("or stays as it is where there is no speech, and its range of gain holds", () => {
    expect(duckTrack(opened, TRACK, [], duck)).toEqual({ edit: opened, ranges: 0 });
    expect(duckTrack(opened, TRACK, [{ start: 10_000, end: 20_000 }], duck).edit).toBe(opened);
    expect(duckTrack(opened, 99, speech, duck).edit).toBe(opened);
    const deep = duckTrack(opened, TRACK, speech, { ...duck, gain: -90 }).edit;
    expect(Math.min(...clipsOf(deep)[0]!.envelope!.map(({ gain }) => gain))).toBe(-60);
    expect(changeTrack(deep, TRACK, { gain: 1 }).tracks[0]!.clips).toBe(deep.tracks[0]!.clips);
  });
});
