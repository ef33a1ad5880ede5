import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addSource, moveClip, trimClip } from "./arrange.ts";
import { type Edit, createEdit } from "./edit.ts";
import { remove, reverse, split } from "./operations.ts";
import { reopenEdit } from "#tests/reopen-edit.ts";
import { render } from "./render.ts";

const source = { source: "talk", name: "Talk", frames: 1000, channels: 1 };
const one = addSource(createEdit(8000, 1), source);
const track = one.tracks[0]!.id;
/** Two adjacent clips; the second one starts at 500. */
const two = split(one, [track], 500);
const move = (edit: Edit, at: number, to: number): Edit =>
  moveClip(edit, { track, at }, { track, at: to }, true);
const spans = ({ tracks }: Edit) =>
  tracks[0]!.clips.map(({ at, start, end }) => [at, at + end - start]);
const crossed = ({ tracks }: Edit) =>
  tracks[0]!.clips.map(({ fades = [] }) => fades.filter(({ cross }) => cross).length);

async function renderAll(edit: Edit): Promise<Float32Array> {
  const ones = {
    read: (_: string, start: number, end: number) => [new Float32Array(end - start).fill(1)],
  };
  const parts: number[] = [];
  for await (const [samples] of render(edit, ones, { blockFrames: 64 })) parts.push(...samples!);
  return Float32Array.from(parts);
}

describe("clips that overlap", () => {
  it("TLS-1 go over into each other with equal power, and not any more when they part", async () => {
    const over = move(two, 500, 300);
    expect(spans(over)).toEqual([
      [0, 500],
      [300, 800],
    ]);
    expect(crossed(over)).toEqual([1, 1]);
    const [first, second] = over.tracks[0]!.clips;
    const levels = await Promise.all(
      [first!, second!].map((clip) =>
        renderAll({ ...over, tracks: [{ ...over.tracks[0]!, clips: [clip] }] }),
      ),
    );
    for (let at = 300; at < 500; at++)
      expect(levels[0]![at]! ** 2 + levels[1]![at]! ** 2).toBeCloseTo(1, 1);
    const mix = await renderAll(over);
    expect(mix.length).toBe(800);
    for (const at of [0, 299, 500, 799]) expect(mix[at]).toBe(1);
    for (const at of [300, 400, 499])
      expect(mix[at]).toBeCloseTo(levels[0]![at]! + levels[1]![at]!, 6);
    const apart = move(over, 300, 600);
    expect(crossed(apart)).toEqual([0, 0]);
    expect((await renderAll(apart)).subarray(0, 500).every((x) => x === 1)).toBe(true);
  });

  it("TLS-1 the length is that of the overlap, which an end that is drawn changes", () => {
    const over = move(two, 500, 300);
    const edge = { edge: "start", frames: 1000, overlap: true } as const;
    const longer = trimClip(over, { track, at: 300 }, { ...edge, to: 250 });
    const [fade] = longer.tracks[0]!.clips[1]!.fades!;
    expect([spans(longer)[1], fade!.fullAt - fade!.silentAt]).toEqual([[250, 800], 250]);
    // Limited to the start of the adjacent clip, which then plays alone.
    expect(spans(trimClip(over, { track, at: 300 }, { ...edge, to: -50 }))[1]).toEqual([1, 800]);
    expect(crossed(trimClip(over, { track, at: 300 }, { ...edge, to: 600 }))).toEqual([0, 0]);
  });

  it("TLS-1 removes covered clips, preserves overlapping ones, and never overlaps three", () => {
    const three = split(two, [track], 800);
    expect(spans(move(three, 500, 0))).toEqual([
      [0, 300],
      [300, 500],
      [800, 1000],
    ]);
    expect(spans(move(three, 800, 400))).toEqual([
      [0, 500],
      [400, 600],
      [500, 800],
    ]);
  });

  it("TLS-1 order and drafts hold, whatever is moved, drawn, cut and turned", () => {
    const frame = fc.integer({ min: 0, max: 1500 });
    const step = fc.tuple(
      fc.constantFrom("move", "trim", "split", "remove", "reverse"),
      frame,
      frame,
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let edit = two;
        for (const [kind, from, to] of steps) {
          const [start, end] = [Math.min(from, to), Math.max(from, to)];
          const at = { track, at: from };
          if (kind === "move") edit = move(edit, from, to);
          else if (kind === "trim")
            edit = trimClip(edit, at, {
              edge: to % 2 ? "start" : "end",
              to,
              frames: 1000,
              overlap: true,
            });
          else if (kind === "split") edit = split(edit, [track], from);
          else if (kind === "remove") edit = remove(edit, { tracks: [track], start, end });
          else if (end > start) edit = reverse(edit, { tracks: [track], start, end });
          expect(reopenEdit(edit)).toEqual(edit);
        }
      }),
      { numRuns: 300 },
    );
  });
});
