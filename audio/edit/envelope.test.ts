import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Block } from "../effect.ts";
import { joinBlocks } from "../signal/blocks.ts";
import { decibelsToFactor } from "../signal/decibel.ts";
import { moveClip, trimClip } from "./arrange.ts";
import { changeRate } from "./change-rate.ts";
import { type Clip, type Edit, addTrack, createEdit, endOf } from "./edit.ts";
import { createHistory, record, redo, undo } from "./history.ts";
import {
  applyEffect,
  copy,
  crop,
  cut,
  fade,
  insertSilence,
  paste,
  remove,
  removeEffect,
  reverse,
  silence,
  split,
} from "./operations.ts";
import { reopenEdit } from "#tests/reopen-edit.ts";
import { createInsertCache, render } from "./render.ts";
import { addTrackEffect, setEffectValue } from "./track-effects.ts";
import {
  addEnvelopePoint,
  clipEnvelopeAt,
  clipPoints,
  moveEnvelopePoint,
  removeEnvelope,
  removeEnvelopePoint,
} from "./edit-envelope.ts";
import {
  type EnvelopePoint,
  MAX_ENVELOPE_POINTS,
  createEnvelopeReader,
  envelopeAt,
  isEnvelope,
} from "./envelope.ts";

const FRAMES = 1000;
const voice = Float32Array.from({ length: FRAMES }, (_, i) => Math.sin(i * i * 0.37));
const opened = addTrack(createEdit(8000, 1), "Voice", { source: "voice", frames: FRAMES });
const TRACK = opened.tracks[0]!.id;
const between = (start: number, end: number) => ({ tracks: [TRACK], start, end });
const at = (frame: number) => ({ track: TRACK, at: frame });
const clipsOf = (edit: Edit): readonly Clip[] => edit.tracks[0]!.clips;
const withPoints = (edit: Edit, points: readonly EnvelopePoint[]): Edit => ({
  ...edit,
  tracks: edit.tracks.map((track) => ({
    ...track,
    clips: track.clips.map((clip) => ({ ...clip, envelope: points })),
  })),
});
/** The sound with the envelope already applied, to compare with. */
const shapedBy = (points: readonly EnvelopePoint[]): Float32Array =>
  voice.map((sample, frame) => sample * decibelsToFactor(envelopeAt(points, frame)));

async function play(
  edit: Edit,
  sound: Float32Array = voice,
  options: Parameters<typeof render>[2] = {},
): Promise<Float32Array> {
  const read = (_: string, start: number, end: number): Block => [sound.slice(start, end)];
  const blocks: Block[] = [];
  for await (const block of render(edit, { read }, { blockFrames: 333, ...options }))
    blocks.push(block);
  return joinBlocks(blocks, 1)[0]!;
}

const POINTS: readonly EnvelopePoint[] = [
  { frame: 100, gain: 0 },
  { frame: 200, gain: -12 },
  { frame: 600, gain: -12 },
  { frame: 601, gain: 6 },
];
const shaped = withPoints(opened, POINTS);

const envelopes = fc
  .uniqueArray(
    fc.record({
      frame: fc.integer({ min: -50, max: FRAMES + 50 }),
      gain: fc.double({ min: -60, max: 12, noNaN: true }).map((gain) => gain + 0),
    }),
    { selector: ({ frame }) => frame, minLength: 1, maxLength: 8 },
  )
  .map((points) => points.toSorted((a, b) => a.frame - b.frame));

describe("TLS-13 the volume envelope of a clip", () => {
  it("is linear in dB between its points, and constant outside of them", () => {
    expect([0, 100, 125, 150, 200, 400, 600, 601, 5000].map((i) => envelopeAt(POINTS, i))).toEqual([
      0, 0, -3, -6, -12, -12, -12, 6, 6,
    ]);
    expect(envelopeAt([], 5)).toBe(0);
    expect(envelopeAt([{ frame: 5, gain: -3 }], 1)).toBe(-3);
  });

  it("is read in any order with the same result", () => {
    fc.assert(
      fc.property(envelopes, fc.array(fc.integer({ min: -60, max: 1100 })), (points, frames) => {
        const read = createEnvelopeReader(points);
        for (const frame of frames)
          expect(read(frame)).toBe(decibelsToFactor(envelopeAt(points, frame)));
      }),
    );
  });

  it("is rendered to the sample, from any frame: playback equals the export", async () => {
    const whole = await play(shaped);
    expect(whole).toEqual(shapedBy(POINTS));
    await fc.assert(
      fc.asyncProperty(
        fc.nat(FRAMES - 1),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 100 }),
        async (start, count, blockFrames) => {
          const end = Math.min(FRAMES, start + count);
          const part = await play(shaped, voice, { start, end, blockFrames });
          expect(part).toEqual(whole.slice(start, end));
        },
      ),
    );
  });

  it("comes before the effects of the track, whose state follows it", async () => {
    const limited = addTrackEffect(shaped, TRACK, "equalizer");
    const { id } = limited.tracks[0]!.effects![0]!;
    const full = setEffectValue(limited, { track: TRACK, id }, "lowGain", 6);
    const findInserts = createInsertCache({ read: (_, start, end) => [voice.slice(start, end)] });
    const first = await play(full, voice, { findInserts });
    const quiet = withPoints(full, [{ frame: 0, gain: -20 }]);
    const second = await play(quiet, voice, { findInserts });
    expect(second).toEqual(await play(quiet));
    expect(second).not.toEqual(first);
  });

  it("stays with the sound, whatever is moved, trimmed, cut, turned and undone", async () => {
    const step = fc.record({
      kind: fc.constantFrom(
        ...(["cut", "paste", "remove", "silence", "insert", "crop", "split"] as const),
        ...(["reverse", "move", "trim", "fade"] as const),
      ),
      from: fc.nat(1200),
      frames: fc.nat(400),
    });
    await fc.assert(
      fc.asyncProperty(envelopes, fc.array(step, { maxLength: 12 }), async (points, steps) => {
        const run = (first: Edit) => {
          let history = createHistory(first);
          let clipboard = copy(first, between(0, 100));
          for (const { kind, from, frames } of steps) {
            const { edit } = history.present;
            const range = between(from, from + frames);
            let next = edit;
            if (kind === "cut") ({ edit: next, clipboard } = cut(edit, range));
            else if (kind === "paste") next = paste(edit, [TRACK], from, clipboard);
            else if (kind === "remove") next = remove(edit, range);
            else if (kind === "silence") next = silence(edit, range);
            else if (kind === "insert") next = insertSilence(edit, range);
            else if (kind === "crop") next = frames > 0 ? crop(edit, range) : edit;
            else if (kind === "split") next = split(edit, [TRACK], from);
            else if (kind === "reverse") next = frames > 0 ? reverse(edit, range) : edit;
            else if (kind === "move") next = moveClip(edit, at(from), at(frames), true);
            else if (kind === "trim")
              next = trimClip(edit, at(from), {
                edge: frames % 2 ? "start" : "end",
                to: from + frames - 200,
                frames: FRAMES,
                overlap: true,
              });
            else next = fade(edit, range, "in", "linear");
            history = record(history, next, kind);
          }
          return history;
        };
        const withEnvelopes = run(withPoints(opened, points));
        const plain = run(opened);
        const { edit } = withEnvelopes.present;
        // A fade multiplies before the envelope here and after it there, which rounds differently.
        const [played, expected] = [
          await play(edit),
          await play(plain.present.edit, shapedBy(points)),
        ];
        expect(played).toHaveLength(expected.length);
        for (const [i, sample] of played.entries()) expect(sample).toBeCloseTo(expected[i]!, 5);
        expect(reopenEdit(edit)).toEqual(edit);
        const back = steps.reduce((now) => undo(now), withEnvelopes);
        expect(back.present.edit).toEqual(withPoints(opened, points));
        expect(steps.reduce((now) => redo(now), back).present.edit).toBe(edit);
      }),
    );
  });

  it("is part of what lies beneath an effect, and comes back with it", async () => {
    const made = { effect: "volume", values: {}, source: "made", frames: 300 };
    const applied = applyEffect(shaped, between(100, 400), made);
    expect(clipsOf(applied)[1]!.envelope).toBeUndefined();
    expect(await play(removeEffect(applied, TRACK, 200))).toEqual(await play(shaped));
    const raised = changeRate(applied, 16_000);
    expect(clipsOf(removeEffect(raised, TRACK, 400))[1]!.envelope![0]).toEqual({
      frame: 200,
      gain: 0,
    });
  });

  it("keeps its times at another sample rate", () => {
    fc.assert(
      fc.property(
        envelopes,
        fc.constantFrom(11_025, 16_000, 44_100, 48_000),
        fc.nat(FRAMES - 1),
        (points, rate, cutAt) => {
          const edit = split(withPoints(opened, points), [TRACK], cutAt);
          const raised = changeRate(edit, rate);
          for (const [at, clip] of clipsOf(raised).entries()) {
            const before = clipsOf(edit)[at]!.envelope!;
            expect(isEnvelope(clip.envelope)).toBe(true);
            for (const [i, { frame, gain }] of clip.envelope!.entries()) {
              expect(gain).toBe(before[i]!.gain);
              expect(Math.abs(frame - (before[i]!.frame * rate) / 8000)).toBeLessThanOrEqual(1.5);
            }
          }
          const back = changeRate(raised, 8000);
          expect(endOf(clipsOf(back))).toBe(FRAMES);
        },
      ),
    );
    // Points that meet in one frame become one.
    const low = changeRate(shaped, 800);
    expect(clipsOf(low)[0]!.envelope).toEqual([
      { frame: 10, gain: 0 },
      { frame: 20, gain: -12 },
      { frame: 60, gain: 6 },
    ]);
  });
});

describe("TLS-13 the points of an envelope", () => {
  it("are added without a change of the sound, moved, and removed", async () => {
    const one = addEnvelopePoint(opened, at(300));
    expect(clipsOf(one)[0]!.envelope).toEqual([{ frame: 300, gain: 0 }]);
    expect(await play(one)).toEqual(voice);
    const more = addEnvelopePoint(shaped, at(150));
    expect(clipsOf(more)[0]!.envelope![1]).toEqual({ frame: 150, gain: -6 });
    expect(clipEnvelopeAt(clipsOf(more)[0]!, 125)).toBe(-3);
    const moved = moveEnvelopePoint(more, at(0), 1, { at: 160.4, gain: 3 });
    expect(clipsOf(moved)[0]!.envelope![1]).toEqual({ frame: 160, gain: 3 });
    expect(removeEnvelopePoint(moved, at(0), 1).tracks).toEqual(shaped.tracks);
    expect(addEnvelopePoint(shaped, at(200), -3).tracks[0]!.clips[0]!.envelope).toHaveLength(4);
    expect(removeEnvelope(shaped, at(0)).tracks).toEqual(opened.tracks);
    expect(removeEnvelope(opened, at(0))).toBe(opened);
    expect(removeEnvelopePoint(shaped, at(0), 9)).toBe(shaped);
    expect(addEnvelopePoint(shaped, at(FRAMES))).toBe(shaped);
    // Where there is one already, and with its gain, nothing changes: redo stays possible.
    expect(addEnvelopePoint(shaped, at(200))).toBe(shaped);
    expect(addEnvelopePoint(shaped, at(200), -12)).toBe(shaped);
  });

  it("stay between their neighbors, within the clip and within the range of the gain", () => {
    const late = moveEnvelopePoint(shaped, at(0), 1, { at: 5000, gain: 100 });
    expect(clipsOf(late)[0]!.envelope![1]).toEqual({ frame: 592, gain: 12 });
    const early = moveEnvelopePoint(shaped, at(0), 0, { at: -100, gain: -100 });
    expect(clipsOf(early)[0]!.envelope![0]).toEqual({ frame: 0, gain: -60 });
    // No closer than 1 ms, which would be a click; one that is closer stays until it moves away.
    const soft = moveEnvelopePoint(shaped, at(0), 3, { at: 590, gain: 0 });
    expect(clipsOf(soft)[0]!.envelope![3]).toEqual({ frame: 601, gain: 0 });
    const away = moveEnvelopePoint(shaped, at(0), 3, { at: 605, gain: 6 });
    expect(clipsOf(away)[0]!.envelope![3]).toEqual({ frame: 605, gain: 6 });
    expect(moveEnvelopePoint(shaped, at(0), 3, { at: 601, gain: 6 })).toBe(shaped);
    expect(moveEnvelopePoint(shaped, at(0), 4, { at: 1, gain: 6 })).toBe(shaped);
  });

  it("are found where a clip plays them, in a clip that is turned from its end on", () => {
    const turned = reverse(split(shaped, [TRACK], 500), between(500, 1000));
    const [first, second] = clipsOf(turned) as [Clip, Clip];
    expect(clipPoints(first).map((point) => point.at)).toEqual([100, 200]);
    expect(clipPoints(second).map(({ index, at: frame }) => [index, frame])).toEqual([
      [3, 898],
      [2, 899],
    ]);
    expect(clipPoints(second, 899).map(({ index }) => index)).toEqual([2]);
    const added = addEnvelopePoint(turned, at(700), -1);
    expect(clipPoints(clipsOf(added)[1]!)[0]).toEqual({ index: 4, at: 700, gain: -1 });
    const moved = moveEnvelopePoint(added, at(500), 4, { at: 710, gain: -1 });
    expect(clipPoints(clipsOf(moved)[1]!)[0]!.at).toBe(710);
  });

  it("are there in each part that is split or trimmed, and all gone with the last one", async () => {
    const flat = split(withPoints(opened, [{ frame: 100, gain: -20 }]), [TRACK], 500);
    expect(clipPoints(clipsOf(flat)[1]!)).toEqual([{ index: 1, at: 500, gain: -20 }]);
    expect(clipsOf(removeEnvelopePoint(flat, at(500), 1))[1]!.envelope).toBeUndefined();
    const slope = split(split(shaped, [TRACK], 125), [TRACK], 150);
    expect(clipPoints(clipsOf(slope)[1]!).map(({ at: frame, gain }) => [frame, gain])).toEqual([
      [125, -3],
      [149, -5.88],
    ]);
    expect(await play(slope)).toEqual(await play(shaped));
    const trimmed = trimClip(shaped, at(0), { edge: "start", to: 700, frames: FRAMES });
    expect(clipPoints(clipsOf(trimmed)[0]!)).toEqual([{ index: 4, at: 700, gain: 6 }]);
    const back = trimClip(trimmed, at(800), { edge: "start", to: 0, frames: FRAMES });
    expect(await play(back)).toEqual(await play(shaped));
  });

  it("are kept by each part as far as it needs them, so that very many parts stay small", async () => {
    const points = Array.from({ length: 250 }, (_, i) => ({ frame: 4 * i, gain: -(i % 7) }));
    const whole = withPoints(opened, points);
    const cuts = Array.from({ length: 99 }, (_, i) => 10 * (i + 1));
    const parts = cuts.reduce((edit, frame) => split(edit, [TRACK], frame), whole);
    for (const { envelope } of clipsOf(parts)) expect(envelope!.length).toBeLessThanOrEqual(37);
    const expected = await play(whole);
    for (const [i, sample] of (await play(parts)).entries())
      expect(sample).toBeCloseTo(expected[i]!, 6);
  });

  it("are saved; a project without them stays the same to the byte, and invalid ones do not open", () => {
    expect(JSON.stringify(opened)).not.toContain("envelope");
    expect(JSON.stringify(reopenEdit(opened))).toBe(JSON.stringify(opened));
    const open = (envelope: unknown): unknown => reopenEdit(withPoints(opened, envelope as []));
    expect(open(POINTS)).not.toBeNull();
    const many = (count: number) =>
      Array.from({ length: count }, (_, frame) => ({ frame, gain: 0 }));
    expect(open(many(MAX_ENVELOPE_POINTS))).not.toBeNull();
    for (const broken of [
      [],
      "points",
      { length: 1 },
      many(MAX_ENVELOPE_POINTS + 1),
      many(1_000_000),
      POINTS.toReversed(),
      [POINTS[0], POINTS[0]],
      [{ frame: 1.5, gain: 0 }],
      [{ frame: 1e300, gain: 0 }],
      [{ frame: 2 ** 41, gain: 0 }],
      [{ frame: 1, gain: 0, lowered: -3 }],
      [{ frame: 1, gain: 0, lowered: { 2: "3" } }],
      [{ frame: 1, gain: 0, lowered: { 2: 3 } }],
      [{ frame: 1, gain: null }],
      [{ frame: 1, gain: 12.1 }],
      [{ frame: 1, gain: -61 }],
      [{ frame: 1 }],
      [null],
    ])
      expect(open(broken)).toBeNull();
    for (const gain of [Number.NaN, Infinity, -Infinity])
      expect(isEnvelope([{ frame: 1, gain }])).toBe(false);
    expect(isEnvelope([{ frame: Number.NaN, gain: 0 }])).toBe(false);
    const full = withPoints(opened, many(MAX_ENVELOPE_POINTS));
    expect(addEnvelopePoint({ ...full }, at(5)).tracks[0]!.clips[0]!.envelope).toHaveLength(
      MAX_ENVELOPE_POINTS,
    );
  });
});
