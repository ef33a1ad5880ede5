import { clipAt } from "#audio/edit/arrange.ts";
import type { Editor } from "../context/editor-context.ts";
import { trackAt } from "./track-at.ts";

export interface LanePosition {
  readonly track: number;
  readonly seconds: number;
}

const rateOf = ({ store }: Pick<Editor, "store">): number => store.getState().edit.sampleRate;

/** Places the cursor, and with it the playhead. */
export function setCursor(editor: Editor, { track, seconds }: LanePosition): void {
  const { store, timeline, playback } = editor;
  const rate = rateOf(editor);
  const frame = Math.round(timeline.snap(seconds) * rate);
  store.select({ tracks: [track], start: frame, end: frame });
  playback.seek(frame / rate);
}

/** Moves the nearer end of the selection to a position, and adds the track of the position. */
export function extendSelection(editor: Editor, { track, seconds }: LanePosition): void {
  const { store, timeline } = editor;
  const frame = Math.round(timeline.snap(seconds) * rateOf(editor));
  const { start, end, tracks } = store.getState().selection;
  const isNearStart = Math.abs(frame - start) < Math.abs(frame - end);
  const fixed = isNearStart ? end : start;
  store.select({
    start: Math.min(fixed, frame),
    end: Math.max(fixed, frame),
    tracks: [...tracks, track],
  });
  editor.settleSelection();
}

/** Selects the clip at a position, if there is one. */
export function selectClip(editor: Editor, { track, seconds }: LanePosition): void {
  const { store, playback } = editor;
  const rate = rateOf(editor);
  const clip = clipAt(store.getState().edit, { track, at: Math.round(seconds * rate) });
  if (!clip) return;
  store.select({ tracks: [track], start: clip.at, end: clip.at + clip.end - clip.start });
  playback.seek(clip.at / rate);
}

/** Selects the range from a position to the pointer, on all tracks between the two. */
export function drawSelection(
  editor: Editor,
  from: LanePosition,
  { clientX, clientY }: globalThis.PointerEvent,
): void {
  const { store, timeline } = editor;
  const rate = rateOf(editor);
  const rows = store.getState().edit.tracks.map(({ id }) => id);
  const [a, b] = [from.track, trackAt(clientX, clientY) ?? from.track].map((id) =>
    rows.indexOf(id),
  ) as [number, number];
  const [start, end] = [timeline.snap(from.seconds), timeline.snap(timeline.timeAt(clientX))].map(
    (time) => Math.round(time * rate),
  ) as [number, number];
  store.select({
    tracks: rows.slice(Math.min(a, b), Math.max(a, b) + 1),
    start: Math.min(start, end),
    end: Math.max(start, end),
  });
}

/** Ends the drawing of a selection: the playhead moves to its start. */
export function endDrawing(editor: Editor): void {
  const { store, playback, settleSelection } = editor;
  playback.seek(store.getState().selection.start / rateOf(editor));
  settleSelection();
}
