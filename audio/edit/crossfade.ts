import { clearClips } from "./clips.ts";
import type { Clip, Fade } from "./edit.ts";

const endOfClip = ({ at, start, end }: Clip): number => at + end - start;

/** A fade over the frames at one end of a clip that another one is heard in, too. */
function crossFade(clip: Clip, direction: "in" | "out", frames: number): Fade {
  const isForward = (direction === "in") === (clip.reversed !== true);
  const silentAt = isForward ? clip.start : clip.end - 1;
  const fullAt = silentAt + (isForward ? frames : -frames);
  return { curve: "equal-power", silentAt, fullAt, cross: true };
}

/**
 * Where two clips overlap, the earlier one fades out and the later one in, with equal power; where they
 * do not any more, those fades are gone. A fade that somebody has drawn stays, and stands for it.
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
 * Lays a clip onto others. Those that it covers go; one that it lies in is cut; one that it overlaps at
 * an end stays, and both are heard there. Never more than two are.
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
