import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addSource,
  clipAt,
  edgesOf,
  fadeLength,
  moveClip,
  moveTrack,
  setClipFade,
  sourcesOf,
  trimClip,
} from "./arrange.ts";
import { addMark, changeMark, createEdit, trackAlone } from "./edit.ts";
import { createHistory, jump, listStates, record, restoreHistory, undo } from "./history.ts";
import { applyEffect, remove, reverse, selectAll, split } from "./operations.ts";
import { reopenEdit } from "#tests/reopen-edit.ts";

const source = { source: "talk", name: "Talk", frames: 1000, channels: 1 };
const one = addSource(createEdit(8000, 1), source);
const both = addSource(one, { ...source, source: "music", name: "Music", channels: 2 });
const [first, second] = both.tracks.map(({ id }) => id) as [number, number];
const spans = (edit: typeof both, row: number) =>
  edit.tracks[row]!.clips.map(({ at, start, end }) => [at, start, end]);

describe("clips that are arranged", () => {
  it("TLS-1 a sound with more channels widens the edit", () => {
    expect(one.channels).toBe(1);
    expect(both.channels).toBe(2);
    expect([...sourcesOf(both)]).toEqual(["talk", "music"]);
    const made = { effect: "volume", values: {}, source: "made", frames: 1000 };
    const applied = applyEffect(both, { ...selectAll(both), tracks: [first] }, made);
    expect([...sourcesOf(applied)]).toEqual(["made", "talk", "music"]);
  });

  it("TLS-1 are moved in time and to other tracks, over existing clips", () => {
    const parts = split(both, [first], 400);
    const later = moveClip(parts, { track: first, at: 500 }, { track: first, at: 700 });
    expect(spans(later, 0)).toEqual([
      [0, 0, 400],
      [700, 400, 1000],
    ]);
    const below = moveClip(parts, { track: first, at: 0 }, { track: second, at: 300 });
    expect(spans(below, 0)).toEqual([[400, 400, 1000]]);
    expect(spans(below, 1)).toEqual([
      [0, 0, 300],
      [300, 0, 400],
      [700, 700, 1000],
    ]);
    expect(moveClip(parts, { track: first, at: 5000 }, { track: second, at: 0 })).toBe(parts);
    expect(moveClip(parts, { track: first, at: 0 }, { track: 99, at: 0 })).toBe(parts);
  });

  it("TLS-1 can be extended up to the ends of the source and the adjacent clips", () => {
    const cut = remove(one, { tracks: [first], start: 300, end: 600 });
    const at = (frame: number) => ({ track: first, at: frame });
    const end = { edge: "end", frames: 1000 } as const;
    // The next clip limits it.
    expect(spans(trimClip(cut, at(0), { ...end, to: 900 }), 0)[0]).toEqual([0, 0, 300]);
    expect(spans(trimClip(cut, at(0), { ...end, to: 100 }), 0)[0]).toEqual([0, 0, 100]);
    expect(spans(trimClip(cut, at(0), { ...end, to: -5 }), 0)[0]).toEqual([0, 0, 1]);
    const start = { edge: "start", frames: 1000 } as const;
    const shorter = trimClip(cut, at(0), { ...start, to: 50 });
    expect(spans(shorter, 0)[0]).toEqual([50, 50, 300]);
    expect(spans(trimClip(shorter, at(100), { ...start, to: -9 }), 0)[0]).toEqual([0, 0, 300]);
    const turned = reverse(one, { tracks: [first], start: 0, end: 1000 });
    const front = trimClip(turned, at(0), { ...start, to: 100 });
    expect(spans(front, 0)).toEqual([[100, 0, 900]]);
    expect(spans(trimClip(front, at(500), { ...start, to: 0 }), 0)).toEqual([[0, 0, 1000]]);
  });

  it("TLS-1 a trim and back gives the same clip, whatever happens between", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 }), fc.boolean(), (to, isTurned) => {
        const edit = isTurned ? reverse(one, selectAll(one)) : one;
        const position = { track: first, at: 999 };
        const trimmed = trimClip(edit, position, { edge: "start", to, frames: 1000 });
        const back = trimClip(trimmed, position, { edge: "start", to: 0, frames: 1000 });
        expect(back).toEqual(edit);
      }),
    );
  });

  it("TLS-1 have one fade at each end, which can be replaced and removed", () => {
    const position = { track: first, at: 0 };
    const fade = (edit: typeof one, direction: "in" | "out", frames: number) =>
      setClipFade(edit, position, { direction, frames, curve: "linear" });
    for (const edit of [one, reverse(one, selectAll(one))]) {
      const faded = fade(fade(fade(edit, "in", 100), "out", 50), "in", 200);
      const clip = clipAt(faded, position)!;
      expect(fadeLength(clip, "in")).toBe(200);
      expect(fadeLength(clip, "out")).toBe(50);
      expect(clip.fades).toHaveLength(2);
      expect(fade(fade(faded, "in", 0), "out", -3)).toEqual(edit);
      expect(fadeLength(clipAt(fade(edit, "in", 1e6), position)!, "in")).toBe(1000);
    }
  });

  it("TLS-1 edges are in order, tracks can be swapped, and one can play alone", () => {
    const marked = addMark(addMark(both, { name: "b", start: 700, end: 700 }), {
      name: "a",
      start: 20,
      end: 400,
    });
    expect(edgesOf(marked)).toEqual([0, 20, 400, 700, 1000]);
    const renamed = changeMark(marked, marked.marks[0]!.id, { name: "c", start: 800, end: 900 });
    expect(renamed.marks.map(({ name }) => name)).toEqual(["b", "c"]);
    expect(moveTrack(both, second, 0).tracks.map(({ id }) => id)).toEqual([second, first]);
    expect(moveTrack(both, second, 5)).toBe(both);
    expect(trackAlone(both, second).tracks).toHaveLength(1);
    expect(reopenEdit(marked)).toEqual(marked);
  });
});

it("TLS-1 the history is listed, gone to anywhere, and put together again", () => {
  let history = createHistory(one);
  const edits = [both, moveTrack(both, second, 0), split(both, [first], 10)];
  for (const [at, edit] of edits.entries()) history = record(history, edit, `step ${at}`);
  const { states, present } = listStates(undo(history));
  expect(states.map(({ label }) => label)).toEqual(["open", "step 0", "step 1", "step 2"]);
  expect(present).toBe(2);
  expect(jump(history, 0).present.edit).toBe(one);
  expect(jump(jump(history, 0), 3).present.edit).toBe(edits[2]);
  expect(jump(history, 99).present.edit).toBe(edits[2]);
  const again = restoreHistory(states, 1);
  expect(again.present.edit).toBe(both);
  expect(listStates(again)).toMatchObject({ present: 1, states: { length: 4 } });
});
