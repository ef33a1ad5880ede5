import { crossfade } from "./crossfade.ts";
import type { Clip, Edit, Fade, Layer } from "./edit.ts";
import { convertEnvelope } from "./envelope.ts";
import type { Clipboard } from "./operations.ts";

/** Converts a frame index to the nearest one at another rate. */
export type ConvertFrame = (frame: number) => number;

const createFrameConverter =
  (from: number, to: number): ConvertFrame =>
  (frame) =>
    Math.round((frame * to) / from);

/**
 * A fade-out ends with the last frame rather than after it, so positions between frames are
 * converted.
 */
export function convertFade(fade: Fade, convert: ConvertFrame): Fade {
  const { silentAt, fullAt } = fade;
  const within = silentAt < fullAt ? 0 : 1;
  const move = (frame: number): number => convert(frame + within) - within;
  return { ...fade, silentAt: move(silentAt), fullAt: move(fullAt) };
}

const convertLayer = (layer: Layer, convert: ConvertFrame): Layer => ({
  ...layer,
  beneath: convertClips(layer.beneath, convert),
  framesBeneath: convert(layer.framesBeneath),
  frames: convert(layer.frames),
});

/** Converts both ends, so that adjacent clips stay adjacent; the source range follows from them. */
export function convertClip(clip: Clip, convert: ConvertFrame): Clip {
  const { at, start, end, fades, envelope, layer } = clip;
  const length = convert(at + end - start) - convert(at);
  const first = Math.max(0, Math.min(convert(start), convert(end) - length));
  const shift = first - convert(start);
  return {
    ...clip,
    at: convert(at),
    start: first,
    end: first + length,
    ...(fades && {
      fades: fades.map((fade) => convertFade(fade, (frame) => convert(frame) + shift)),
    }),
    ...(envelope && {
      envelope: convertEnvelope(envelope, (frame) => convert(frame) + shift),
    }),
    ...(layer && { layer: convertLayer(layer, convert) }),
  };
}

function convertClips(clips: readonly Clip[], convert: ConvertFrame): readonly Clip[] {
  const placed = clips
    .map((clip) => convertClip(clip, convert))
    // At a lower rate a clip may become shorter than a frame.
    .filter(({ start, end }) => end > start);
  const crossed = crossfade(placed);
  // Crossfades get the length of the new overlap.
  return placed.map((clip, i) => (clip.fades?.some(({ cross }) => cross) ? crossed[i]! : clip));
}

/**
 * Converts an edit to another sample rate: clips, fades, markers and content beneath effects keep
 * their positions and lengths to within half a frame.
 * @param sampleRate Hz
 */
export function changeRate(edit: Edit, sampleRate: number): Edit {
  if (sampleRate === edit.sampleRate) return edit;
  const convert = createFrameConverter(edit.sampleRate, sampleRate);
  return {
    ...edit,
    sampleRate,
    tracks: edit.tracks.map((track) => ({ ...track, clips: convertClips(track.clips, convert) })),
    marks: edit.marks.map((mark) => ({
      ...mark,
      start: convert(mark.start),
      end: convert(mark.end),
    })),
  };
}

/** Converts the clipboard to another sample rate. @param rates from and to, in Hz */
export function changeClipboardRate(
  { frames, tracks }: Clipboard,
  [from, to]: readonly [number, number],
): Clipboard {
  const convert = createFrameConverter(from, to);
  return { frames: convert(frames), tracks: tracks.map((clips) => convertClips(clips, convert)) };
}

/** Converts a range to another sample rate. @param rates from and to, in Hz */
export function changeRangeRate<Range extends { readonly start: number; readonly end: number }>(
  range: Range,
  [from, to]: readonly [number, number],
): Range {
  const convert = createFrameConverter(from, to);
  return { ...range, start: convert(range.start), end: convert(range.end) };
}
