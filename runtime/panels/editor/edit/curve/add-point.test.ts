import { expect, it } from "vitest";
import { addTrack, createEdit } from "#audio/edit/edit.ts";
import { split } from "#audio/edit/operations.ts";
import { trimClip } from "#audio/edit/arrange.ts";
import { frameInClip } from "./add-point.ts";

it("TLS-13 a point is added to the clip that is pressed, wherever the grid is", () => {
  const opened = addTrack(createEdit(1000, 1), "Voice", { source: "voice", frames: 1000 });
  const track = opened.tracks[0]!.id;
  const edit = split(opened, [track], 500);
  expect(frameInClip(edit, { track, at: 480 }, 450)).toBe(450);
  expect(frameInClip(edit, { track, at: 480 }, 500)).toBe(499);
  expect(frameInClip(edit, { track, at: 520 }, 400)).toBe(500);
  expect(frameInClip(edit, { track, at: 980 }, 1000)).toBe(999);
  expect(frameInClip(edit, { track, at: 1000 }, 990)).toBeNull();
  const overlap = { edge: "end", to: 600, frames: 1000, overlap: true } as const;
  const crossed = trimClip(edit, { track, at: 0 }, overlap);
  expect(frameInClip(crossed, { track, at: 480 }, 550)).toBe(480);
});
