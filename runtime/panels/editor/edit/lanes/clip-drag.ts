import type { PointerEvent } from "react";
import { edgesOf, moveClip } from "#audio/edit/arrange.ts";
import type { Clip, Edit } from "#audio/edit/edit.ts";
import type { Editor } from "../context/editor-context.ts";
import { snapTo } from "../project/time-grid.ts";
import { followPress } from "../axis/follow-press.ts";
import { trackAt } from "./track-at.ts";

/** Distance from which a press is a drag, in CSS pixels. */
const MIN_DRAG = 4;
/** Distance within which the edges of clips snap to each other, in CSS pixels. */
const SNAP_DISTANCE = 8;

/**
 * Moves the pressed clip, also to other tracks.
 * @param onClick called if the press was not a drag
 */
export function dragClip(
  event: PointerEvent<HTMLElement>,
  { store, timeline, settings }: Editor,
  { track, clip }: { readonly track: number; readonly clip: Clip },
  onClick: () => void,
): void {
  if (event.button !== 0) return;
  event.stopPropagation();
  const { clientX } = event;
  const { edit } = store.getState();
  const { scale } = timeline.current();
  const { snap, crossfade } = settings();
  const rate = edit.sampleRate;
  const movement = Symbol("move");
  const edges = edgesWithout(edit, clip);
  let isDrag = false;
  followPress(
    event,
    (now) => {
      const hovered = trackAt(now.clientX, now.clientY);
      isDrag ||= Math.abs(now.clientX - clientX) >= MIN_DRAG || hovered !== track;
      if (!isDrag) return;
      const pointed = Math.max(0, clip.at + Math.round(((now.clientX - clientX) / scale) * rate));
      const at =
        snap === "grid"
          ? Math.round(timeline.snap(pointed / rate) * rate)
          : snapClip(pointed, clip.end - clip.start, edges, (SNAP_DISTANCE / scale) * rate);
      const target = hovered ?? track;
      store.commit(moveClip(edit, { track, at: clip.at }, { track: target, at }, crossfade), {
        step: "move",
        movement,
        selection: { tracks: [target], start: at, end: at },
      });
    },
    (last) => {
      if (last && !isDrag) onClick();
    },
  );
}

/** Edges of all clips but one. */
const edgesWithout = (edit: Edit, clip: Clip): readonly number[] =>
  edgesOf({
    ...edit,
    tracks: edit.tracks.map((track) => ({
      ...track,
      clips: track.clips.filter((other) => other !== clip),
    })),
  });

/** Start of a clip whose start or end snaps to an edge within reach. All in frames. */
function snapClip(at: number, length: number, edges: readonly number[], reach: number): number {
  const start = snapTo(at, edges, reach);
  if (start !== at) return start;
  return Math.max(0, snapTo(at + length, edges, reach) - length);
}
