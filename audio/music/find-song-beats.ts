import { findBars } from "./bars.ts";
import { findBeats } from "./beats.ts";
import { chooseTempo } from "./choose-tempo.ts";
import type { Chroma } from "./chroma-meter.ts";
import type { Onsets } from "./onset-meter.ts";
import { type SongBeats, tempoOf } from "./song-beats.ts";
import { findTempo, isBeat, normalizeOnsets } from "./tempo.ts";

/** The beats and bars of a sound. */
export interface DetectedBeats extends SongBeats {
  /** Beats per minute; the median if the tempo varies. */
  readonly bpm: number;
  /** Whether the tempo is constant. */
  readonly steady: boolean;
  /** Clarity of the beat, 0 to 1. */
  readonly strength: number;
}

/** Minimum duration in seconds. */
const MIN_SECONDS = 3;
/** Minimum number of beats. */
const MIN_BEATS = 4;

/** Tempo, beats and bars; null without a beat, as in speech. */
export function findSongBeats(
  onsets: Onsets,
  chroma: Chroma,
  seconds: number,
): DetectedBeats | null {
  if (seconds < MIN_SECONDS) return null;
  const clear = normalizeOnsets(onsets.all, onsets.rate);
  const tempo = findTempo(clear, onsets.rate);
  if (!isBeat(tempo.strength, seconds)) return null;
  const chosen = chooseTempo(onsets, chroma, tempo);
  const found = findBeats(clear, onsets.rate, chosen.tempo);
  if (found.beats.length < MIN_BEATS) return null;
  return {
    ...found,
    ...chosen.meter,
    ...findBars(found.beats, chosen.meter, onsets, chroma),
    bpm: tempoOf(found),
    strength: tempo.strength,
  };
}
