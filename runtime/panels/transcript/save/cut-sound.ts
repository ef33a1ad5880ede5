import { createEdit, type Clip, type Edit, type Fade } from "#audio/edit/edit.ts";
import { remainingRanges, soundCuts } from "#core/transcript/sound-cuts.ts";
import type { Transcript } from "#core/transcript/transcript.ts";

/** Length of the fades at a cut in seconds, which avoid clicks. */
const FADE = 0.008;

/** The recording without its cuts as an edit: consecutive clips, with a marker for each chapter. */
export function editOfCuts(
  transcript: Transcript,
  source: { readonly id: string; readonly name: string; readonly frames: number },
  { sampleRate, channels }: { readonly sampleRate: number; readonly channels: number },
): Edit {
  const ranges = remainingRanges(soundCuts(transcript), source.frames / sampleRate);
  const frames = (seconds: number): number =>
    Math.min(source.frames, Math.round(seconds * sampleRate));
  const length = Math.round(FADE * sampleRate);
  let at = 0;
  const clips = ranges.flatMap(([from, to], index): Clip[] => {
    const [start, end] = [frames(from), frames(to)];
    if (end <= start) return [];
    const most = Math.min(length, Math.floor((end - start) / 2));
    const fades: Fade[] = [];
    if (index > 0) fades.push({ curve: "smooth", silentAt: start, fullAt: start + most });
    if (index < ranges.length - 1)
      fades.push({ curve: "smooth", silentAt: end, fullAt: end - most });
    const clip: Clip = {
      at,
      source: source.id,
      start,
      end,
      ...(fades.length > 0 && { fades }),
    };
    at += end - start;
    return [clip];
  });
  const edit = createEdit(sampleRate, channels);
  const track = { id: 1, name: source.name, gain: 0, pan: 0, muted: false, solo: false, clips };
  return { ...edit, tracks: [track], nextId: 2 };
}
