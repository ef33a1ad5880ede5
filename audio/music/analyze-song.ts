import type { Analyzer, Format } from "../effect.ts";
import { meanOf } from "../restoration/rate-adapter.ts";
import { framesOf } from "../signal/blocks.ts";
import { createResampler } from "../signal/resample.ts";
import { findBars } from "./bars.ts";
import { findBeats } from "./beats.ts";
import { createChromaMeter } from "./chroma-meter.ts";
import type { DetectedKey } from "./key.ts";
import { findKeySections, type KeySection } from "./key-sections.ts";
import { createOnsetMeter } from "./onset-meter.ts";
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

/** Analysis of a song. */
export interface SongAnalysis {
  /** Analyzed seconds. */
  readonly seconds: number;
  /** Null without a beat, as in speech. */
  readonly beat: DetectedBeats | null;
  /** Null without tones. If the key changes, the one with the longest duration. */
  readonly key: DetectedKey | null;
  /** Keys in order, the first from 0; missing in results of earlier builds. */
  readonly keys?: readonly KeySection[];
  /** Tuning in semitones relative to A = 440 Hz, −0.5 to 0.5. */
  readonly tuning: number;
}

/** Sample rate of the analysis in Hz. */
const RATE = 22_050;
const GRADE = { stopBand: 60, crossings: 16, folded: 0.3 } as const;
/** Minimum duration in seconds for beat detection. */
const MIN_SECONDS = 3;

function longestOf(keys: readonly KeySection[], seconds: number): DetectedKey | null {
  const lengths = keys.map(({ from }, at) => (keys[at + 1]?.from ?? seconds) - from);
  const found = keys[lengths.indexOf(Math.max(...lengths))];
  return found ? { tonic: found.tonic, mode: found.mode, clarity: found.clarity } : null;
}

/**
 * Finds tempo, beats, bars and key of a song, without a neural network. Memory: about 25 MB per
 * hour.
 */
export function createSongAnalyzer({ sampleRate }: Format): Analyzer<SongAnalysis> {
  const resampler = createResampler(sampleRate, RATE, 1, GRADE);
  const onsets = createOnsetMeter(RATE);
  const chroma = createChromaMeter(RATE);
  let frames = 0;
  const addSamples = (samples: Float32Array): void => {
    onsets.push(samples);
    chroma.push(samples);
  };
  return {
    push(block) {
      frames += framesOf(block);
      const out = resampler.process([meanOf(block)]);
      if (out) addSamples(out[0]!);
    },
    finish() {
      const rest = resampler.finish();
      if (rest) addSamples(rest[0]!);
      const onsetCurves = onsets.finish();
      const tones = chroma.finish();
      const seconds = frames / sampleRate;
      const clear = normalizeOnsets(onsetCurves.all, onsetCurves.rate);
      const tempo = seconds >= MIN_SECONDS ? findTempo(clear, onsetCurves.rate) : null;
      const hasBeat = tempo !== null && isBeat(tempo.strength, seconds);
      const found = hasBeat ? findBeats(clear, onsetCurves.rate, tempo) : null;
      const keys = findKeySections(tones, seconds);
      return {
        seconds,
        beat:
          found && found.beats.length >= 4
            ? {
                ...found,
                ...findBars(found.beats, onsetCurves, tones),
                bpm: tempoOf(found),
                strength: tempo!.strength,
              }
            : null,
        key: longestOf(keys, seconds),
        keys,
        tuning: tones.tuning,
      };
    },
  };
}
