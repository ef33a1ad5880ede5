import { crossfade } from "./crossfade.ts";
import type { Clip, Edit, Fade, Layer } from "./edit.ts";
import type { Clipboard } from "./operations.ts";

/** The frame at another rate that is nearest to one. */
type Place = (frame: number) => number;

const placeOf =
  (from: number, to: number): Place =>
  (frame) =>
    Math.round((frame * to) / from);

/** A fade out ends with the last frame, not behind it: there the places between frames are counted. */
function placeFade(fade: Fade, place: Place): Fade {
  const { silentAt, fullAt } = fade;
  const within = silentAt < fullAt ? 0 : 1;
  const move = (frame: number): number => place(frame + within) - within;
  return { ...fade, silentAt: move(silentAt), fullAt: move(fullAt) };
}

const placeLayer = (layer: Layer, place: Place): Layer => ({
  ...layer,
  beneath: placeClips(layer.beneath, place),
  framesBeneath: place(layer.framesBeneath),
  frames: place(layer.frames),
});

/** Both ends lie where they were, so that what met still meets; what it plays follows from them. */
function placeClip(clip: Clip, place: Place): Clip {
  const { at, start, end, fades, layer } = clip;
  const length = place(at + end - start) - place(at);
  const first = Math.max(0, Math.min(place(start), place(end) - length));
  const shift = first - place(start);
  return {
    ...clip,
    at: place(at),
    start: first,
    end: first + length,
    ...(fades && { fades: fades.map((fade) => placeFade(fade, (frame) => place(frame) + shift)) }),
    ...(layer && { layer: placeLayer(layer, place) }),
  };
}

function placeClips(clips: readonly Clip[], place: Place): readonly Clip[] {
  const placed = clips
    .map((clip) => placeClip(clip, place))
    // At a lower rate a clip may be shorter than a frame.
    .filter(({ start, end }) => end > start);
  const crossed = crossfade(placed);
  // Their fades are as long as what two clips share now.
  return placed.map((clip, i) => (clip.fades?.some(({ cross }) => cross) ? crossed[i]! : clip));
}

/**
 * The same edit at another rate: clips, fades, marks and what is beneath effects keep their places and
 * lengths to half a frame of the new rate.
 * @param sampleRate Hz
 */
export function changeRate(edit: Edit, sampleRate: number): Edit {
  if (sampleRate === edit.sampleRate) return edit;
  const place = placeOf(edit.sampleRate, sampleRate);
  return {
    ...edit,
    sampleRate,
    tracks: edit.tracks.map((track) => ({ ...track, clips: placeClips(track.clips, place) })),
    marks: edit.marks.map((mark) => ({ ...mark, start: place(mark.start), end: place(mark.end) })),
  };
}

/** What was copied, at another rate. @param rates Hz, the one that it has and the one that it gets */
export function changeClipboardRate(
  { frames, tracks }: Clipboard,
  [from, to]: readonly [number, number],
): Clipboard {
  const place = placeOf(from, to);
  return { frames: place(frames), tracks: tracks.map((clips) => placeClips(clips, place)) };
}

/** A range at another rate. @param rates Hz, the one that it has and the one that it gets */
export function changeRangeRate<Range extends { readonly start: number; readonly end: number }>(
  range: Range,
  [from, to]: readonly [number, number],
): Range {
  const place = placeOf(from, to);
  return { ...range, start: place(range.start), end: place(range.end) };
}
