import { clearClips } from "./clips.ts";
import type { Clip, Fade } from "./edit.ts";

const endOfClip = ({ at, start, end }: Clip): number => at + end - start;

/** A fade over the overlap at one end of a clip. */
function crossFade(clip: Clip, direction: "in" | "out", frames: number): Fade {
  const isForward = (direction === "in") === (clip.reversed !== true);
  const silentAt = isForward ? clip.start : clip.end - 1;
  const fullAt = silentAt + (isForward ? frames : -frames);
  return { curve: "equal-power", silentAt, fullAt, cross: true };
}

/**
 * Adds equal-power crossfades where two clips overlap, and removes them where clips no longer
 * overlap. A fade drawn by the user is kept and takes the place of the crossfade.
 */
export const crossfade = (clips: readonly Clip[]): readonly Clip[] =>
  clips.map((clip, i) => {
    const [before, after] = [clips[i - 1], clips[i + 1]];
    const lead = before ? endOfClip(before) - clip.at : 0;
    const tail = after ? endOfClip(clip) - after.at : 0;
    const own = (clip.fades ?? []).filter(({ cross }) => !cross);
    if (lead <= 0 && tail <= 0 && own.length === (clip.fades?.length ?? 0)) return clip;
    const added = [
      ...(lead > 0 ? [crossFade(clip, "in", lead)] : []),
      ...(tail > 0 ? [crossFade(clip, "out", tail)] : []),
    ].filter(({ silentAt }) => own.every((each) => each.silentAt !== silentAt));
    const fades = [...own, ...added];
    const { fades: _before, ...bare } = clip;
    return fades.length > 0 ? { ...bare, fades } : bare;
  });

/**
 * Adds a clip. Clips that it covers are removed; a clip that surrounds it is split; clips that it
 * partly overlaps are kept. At most two clips overlap.
 */
export function overlapClip(clips: readonly Clip[], clip: Clip): readonly Clip[] {
  const end = endOfClip(clip);
  const around = clips.filter((each) => each.at <= clip.at && endOfClip(each) >= end);
  const before = clips.filter((each) => each.at < clip.at && endOfClip(each) < end);
  const after = clips.filter((each) => each.at > clip.at && endOfClip(each) > end);
  const [next, ...later] = after;
  const early = [...clearClips(before.slice(0, -1), clip.at, Infinity), ...before.slice(-1)];
  return [
    ...clearClips(around, clip.at, end),
    ...(next ? clearClips(early, next.at, Infinity) : early),
    ...after.slice(0, 1),
    ...clearClips(later, 0, end),
    clip,
  ].sort((a, b) => a.at - b.at);
}
