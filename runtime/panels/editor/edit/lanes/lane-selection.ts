import { clipAt } from "#audio/edit/arrange.ts";
import type { Desk } from "../desk/desk.ts";
import { trackAt } from "./track-at.ts";

/** A place on a lane. */
export interface LanePlace {
  readonly track: number;
  readonly seconds: number;
}

/** Puts the playhead there. */
export function selectPlace(
  { store, rate, seek, snapped }: Desk,
  { track, seconds }: LanePlace,
): void {
  const frame = Math.round(snapped(seconds) * rate);
  store.select({ tracks: [track], start: frame, end: frame });
  seek(frame / rate);
}

/** Moves the end of the selection that is nearer to it, and takes its track in. */
export function extendSelection(
  { store, rate, snapped, settle }: Desk,
  { track, seconds }: LanePlace,
): void {
  const frame = Math.round(snapped(seconds) * rate);
  const { start, end, tracks } = store.getState().selection;
  const isNearStart = Math.abs(frame - start) < Math.abs(frame - end);
  const kept = isNearStart ? end : start;
  store.select({
    start: Math.min(kept, frame),
    end: Math.max(kept, frame),
    tracks: [...tracks, track],
  });
  settle();
}

/** Selects the clip that lies there, if one does. */
export function selectClip({ store, rate, seek }: Desk, { track, seconds }: LanePlace): void {
  const clip = clipAt(store.getState().edit, { track, at: Math.round(seconds * rate) });
  if (!clip) return;
  store.select({ tracks: [track], start: clip.at, end: clip.at + clip.end - clip.start });
  seek(clip.at / rate);
}

/** Selects from a place to where the pointer is, with all tracks between. */
export function drawSelection(
  { store, rate, snapped, timeAt }: Desk,
  from: LanePlace,
  { clientX, clientY }: globalThis.PointerEvent,
): void {
  const rows = store.getState().edit.tracks.map(({ id }) => id);
  const [a, b] = [from.track, trackAt(clientX, clientY) ?? from.track].map((id) =>
    rows.indexOf(id),
  ) as [number, number];
  const [start, end] = [snapped(from.seconds), snapped(timeAt(clientX))].map((time) =>
    Math.round(time * rate),
  ) as [number, number];
  store.select({
    tracks: rows.slice(Math.min(a, b), Math.max(a, b) + 1),
    start: Math.min(start, end),
    end: Math.max(start, end),
  });
}

/** A selection has been drawn: it is heard from its start. */
export function endDrawing({ store, rate, seek, settle }: Desk): void {
  seek(store.getState().selection.start / rate);
  settle();
}
