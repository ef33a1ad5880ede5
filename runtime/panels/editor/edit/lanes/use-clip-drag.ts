import { type PointerEvent, useRef } from "react";
import { edgesOf, moveClip } from "#audio/edit/arrange.ts";
import type { Clip, Edit } from "#audio/edit/edit.ts";
import { type Desk, followPress } from "../desk/desk.ts";
import { pullTo } from "../project/edit-places.ts";
import { trackAt } from "./track-at.ts";

/** CSS pixels from which a press is a drag, and within which edges draw each other. */
const DRAG = 4;
const PULL = 8;

/**
 * What a press on a clip does: it moves it, also to other tracks.
 * @param choose is called where the press was no drag
 */
export function useClipDrag(
  desk: Desk,
  track: number,
  clip: Clip,
  choose: () => void,
): (event: PointerEvent<HTMLElement>) => void {
  const { store, rate, scale, values } = desk;
  const turns = useRef(0);
  const length = clip.end - clip.start;
  return (event) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    const { clientX } = event;
    const { edit } = store.getState();
    const movement = `move ${track} ${clip.at} ${++turns.current}`;
    const without = edgesBeside(edit, clip);
    let drags = false;
    followPress(
      event,
      (now) => {
        const over = trackAt(now.clientX, now.clientY);
        drags ||= Math.abs(now.clientX - clientX) >= DRAG || over !== track;
        if (!drags) return;
        const wanted = Math.max(0, clip.at + Math.round(((now.clientX - clientX) / scale) * rate));
        const place =
          values.snap === "grid"
            ? Math.round(desk.snapped(wanted / rate) * rate)
            : pullEnds(wanted, length, without, (PULL / scale) * rate);
        const row = over ?? track;
        store.commit(
          moveClip(edit, { track, at: clip.at }, { track: row, at: place }, values.crossfade),
          { step: "move", movement, selection: { tracks: [row], start: place, end: place } },
        );
      },
      (last) => {
        if (last && !drags) choose();
      },
    );
  };
}

/** Edges of all clips but one. */
const edgesBeside = (edit: Edit, clip: Clip): readonly number[] =>
  edgesOf({
    ...edit,
    tracks: edit.tracks.map((one) => ({
      ...one,
      clips: one.clips.filter((other) => other !== clip),
    })),
  });

/** Moves a clip so that one of its ends meets an edge that is near. */
function pullEnds(at: number, length: number, edges: readonly number[], reach: number): number {
  const byStart = pullTo(at, edges, reach);
  if (byStart !== at) return byStart;
  return Math.max(0, pullTo(at + length, edges, reach) - length);
}
