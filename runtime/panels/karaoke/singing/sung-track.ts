import { createRangeTest, lineRanges } from "#audio/music/singing/line-ranges.ts";
import type { VoicePitch } from "#audio/music/singing/pitch-path.ts";
import {
  type Melody,
  scoreSinging,
  type SingingOptions,
  type SingingScore,
} from "#audio/music/singing/score-singing.ts";
import { PITCH_STEP, type PitchTrack } from "#audio/music/singing/sung-pitch.ts";
import { duetVoices } from "#core/lyrics/duet.ts";
import type { LyricLine } from "#core/lyrics/lyrics.ts";

/** Frames that are skipped at a fast tempo, and filled. */
const MAX_SKIPPED = 3;

/** Singing on the time axis of the song. What is sung again replaces what was sung before. */
export interface SungTrack extends PitchTrack {
  /** 1 where the song was played while the microphone was on. */
  readonly covered: Uint8Array;
  /** @param time position in the song in seconds */
  readonly put: (time: number, pitch: VoicePitch) => void;
}

/** @param seconds length of the song */
export function createSungTrack(seconds: number): SungTrack {
  const length = Math.ceil(seconds / PITCH_STEP) + 1;
  const hertz = new Float32Array(length);
  const power = new Float32Array(length);
  const covered = new Uint8Array(length);
  let last = -1;
  return {
    hertz,
    power,
    covered,
    put(time, pitch) {
      const at = Math.round(time / PITCH_STEP);
      if (!(at >= 0 && at < length)) return;
      const first = at > last && at - last <= MAX_SKIPPED ? last + 1 : at;
      hertz.fill(pitch.hertz, first, at + 1);
      power.fill(pitch.power, first, at + 1);
      covered.fill(1, first, at + 1);
      last = at;
    },
  };
}

/** The score of what was sung; the rest of the song does not count. Null if that has no melody. */
export function scoreTrack(
  { pitches, notes }: Melody,
  track: SungTrack,
  options: SingingOptions,
): SingingScore | null {
  const isCovered = (seconds: number): boolean =>
    track.covered[Math.round(seconds / PITCH_STEP)] === 1;
  const sung: Melody = {
    pitches: pitches.map((pitch, at) => (track.covered[at] === 1 ? pitch : 0)),
    notes: notes.filter(({ from, to }) => isCovered(from) && isCovered(to - PITCH_STEP)),
  };
  const found = scoreSinging(sung, track, options);
  return found.score === null
    ? null
    : { ...found, lines: found.lines.filter(({ score }) => score !== null) };
}

/** The score of a voice of a duet, in its own lines and in those of both. */
export interface VoiceScore {
  readonly voice: string;
  /** From 0 to 1. */
  readonly score: number;
}

/** The scores of a duet, whose singers share a microphone; a voice that was not played has none. */
export function scoreVoices(
  melody: Melody,
  track: SungTrack,
  { lines, ...options }: Omit<SingingOptions, "lines"> & { readonly lines: readonly LyricLine[] },
): VoiceScore[] {
  const voices = duetVoices(lines);
  // The equipment is late by the same time for both; a few notes would fit several times.
  const whole = voices && scoreTrack(melody, track, options);
  if (!whole) return [];
  const { pitches, notes } = melody;
  return voices.flatMap((voice) => {
    const ranges = lineRanges(lines, voice);
    const [isOwnPitch, isOwnNote] = [createRangeTest(ranges), createRangeTest(ranges)];
    const own: Melody = {
      pitches: pitches.map((pitch, at) => (pitch > 0 && isOwnPitch(at * PITCH_STEP) ? pitch : 0)),
      notes: notes.filter(({ from, to }) => isOwnNote((from + to) / 2)),
    };
    const score = scoreTrack(own, track, { ...options, latency: whole.latency })?.score;
    return score === undefined || score === null ? [] : [{ voice, score }];
  });
}
