import { type ClipPosition, clipAt } from "#audio/edit/arrange.ts";
import { addEnvelopePoint } from "#audio/edit/edit-envelope.ts";
import type { Edit } from "#audio/edit/edit.ts";
import type { Editor } from "../context/editor-context.ts";
import { heightToGain } from "./curve-shape.ts";

/**
 * The frame at which a point is added to the clip that was pressed, which the grid may not leave;
 * null without a clip.
 * @param snapped the frame of the grid
 */
export function frameInClip(edit: Edit, pressed: ClipPosition, snapped: number): number | null {
  const clip = clipAt(edit, pressed);
  if (!clip) return null;
  const last = clip.at + clip.end - clip.start - 1;
  const at = Math.min(last, Math.max(clip.at, snapped));
  // Where clips overlap, the frame may belong to the other one.
  return clipAt(edit, { ...pressed, at }) === clip ? at : pressed.at;
}

/** Adds a point to the curve of the clip where a lane was pressed. */
export function addPointAt(
  { store, timeline, announce }: Editor,
  { track, seconds }: { readonly track: number; readonly seconds: number },
  { target, clientY }: { readonly target: EventTarget; readonly clientY: number },
): void {
  const lane = (target as Element).closest("[data-lane]");
  if (!lane) return;
  const { edit } = store.getState();
  const { top, height } = lane.getBoundingClientRect();
  const [pressed, snapped] = [seconds, timeline.snap(seconds)].map((time) =>
    Math.round(time * edit.sampleRate),
  ) as [number, number];
  const at = frameInClip(edit, { track, at: pressed }, snapped);
  if (at === null) return;
  // The rows of the waveform: see `curve.module.css`. From the name above them, a point is added on
  // the curve: on a phone, the two are only a few pixels apart.
  const row = clientY - top - 24;
  const gain = row < 0 ? undefined : heightToGain(1 - row / (height - 28));
  const next = addEnvelopePoint(edit, { track, at }, gain);
  if (next === edit) return;
  store.commit(next, { step: "point", selection: { tracks: [track], start: at, end: at } });
  announce("point");
}
