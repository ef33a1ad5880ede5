import type { Analyzer, Format } from "../effect.ts";
import { meanOf } from "../restoration/rate-adapter.ts";
import { framesOf } from "../signal/blocks.ts";
import { createResampler } from "../signal/resample.ts";
import { createNoteSpectrum } from "./chords/note-spectrum.ts";
import { findChords, type TimedChord } from "./chords/find-chords.ts";
import { createChromaMeter, WINDOWS } from "./chroma-meter.ts";
import { type DetectedBeats, findSongBeats } from "./find-song-beats.ts";
import type { DetectedKey } from "./key.ts";
import { findKeySections, type KeySection } from "./key-sections.ts";
import { createOnsetMeter } from "./onset-meter.ts";

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
  /** Chords in order, without the times that have none; missing in results of earlier builds. */
  readonly chords?: readonly TimedChord[];
  /** Tuning in semitones relative to A = 440 Hz, −0.5 to 0.5. */
  readonly tuning: number;
}

/** Sample rate of the analysis in Hz. */
const RATE = 22_050;
const GRADE = { stopBand: 60, crossings: 16, folded: 0.3 } as const;

function longestOf(keys: readonly KeySection[], seconds: number): DetectedKey | null {
  const lengths = keys.map(({ from }, at) => (keys[at + 1]?.from ?? seconds) - from);
  const found = keys[lengths.indexOf(Math.max(...lengths))];
  return found ? { tonic: found.tonic, mode: found.mode, clarity: found.clarity } : null;
}

/**
 * Finds tempo, beats, bars, key and chords of a song. Memory: about 35 MB per hour.
 */
export function createSongAnalyzer({ sampleRate }: Format): Analyzer<SongAnalysis> {
  const resampler = createResampler(sampleRate, RATE, 1, GRADE);
  const onsets = createOnsetMeter(RATE);
  const notes = createNoteSpectrum(RATE, WINDOWS);
  const chroma = createChromaMeter(RATE, (magnitudes) => notes.push(magnitudes));
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
      const keys = findKeySections(tones, seconds);
      const beat = findSongBeats(onsetCurves, tones, seconds);
      return {
        seconds,
        beat,
        key: longestOf(keys, seconds),
        keys,
        chords: findChords(notes.finish(), beat, { seconds, tuning: tones.tuning }),
        tuning: tones.tuning,
      };
    },
  };
}
