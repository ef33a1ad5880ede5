import type { Analyzer, Format } from "../effect.ts";
import { meanOf } from "../restoration/rate-adapter.ts";
import { framesOf } from "../signal/blocks.ts";
import { createResampler } from "../signal/resample.ts";
import { findBars } from "./bars.ts";
import { findBeats } from "./beats.ts";
import { createChromaMeter } from "./chroma-meter.ts";
import type { FoundKey } from "./key.ts";
import { findKeySections, type KeySection } from "./key-sections.ts";
import { createOnsetMeter } from "./onset-meter.ts";
import { type SongBeats, tempoOf } from "./song-beats.ts";
import { findTempo, isBeat, standOut } from "./tempo.ts";

/** The beats of a sound and the bars that they make. */
export interface FoundBeats extends SongBeats {
  /** Beats a minute; the middle one where the tempo moves. */
  readonly bpm: number;
  /** One tempo holds for the whole sound. */
  readonly steady: boolean;
  /** How clear the beat is, 0 to 1. */
  readonly strength: number;
}

/** What is found of a song. */
export interface SongAnalysis {
  /** Seconds that were heard. */
  readonly seconds: number;
  /** Null: no beat can be heard, as in speech. */
  readonly beat: FoundBeats | null;
  /** Null: no tones can be heard. Where the key changes, that which lasts longest. */
  readonly key: FoundKey | null;
  /** Keys in their order, the first from 0; missing in what earlier builds have found. */
  readonly keys?: readonly KeySection[];
  /** Semitones by which it is tuned above 440 Hz, −0.5 to 0.5. */
  readonly tuning: number;
}

/** Hz at which songs are analyzed. */
const RATE = 22_050;
const GRADE = { stopBand: 60, crossings: 16, folded: 0.3 } as const;
/** Seconds from which on beats are looked for. */
const SHORTEST = 3;

function longestOf(keys: readonly KeySection[], seconds: number): FoundKey | null {
  const lengths = keys.map(({ from }, at) => (keys[at + 1]?.from ?? seconds) - from);
  const found = keys[lengths.indexOf(Math.max(...lengths))];
  return found ? { tonic: found.tonic, mode: found.mode, clarity: found.clarity } : null;
}

/**
 * Finds tempo, beats, bars and key of a song, in blocks as they come. Nothing of it is by a neural
 * network. Memory grows by some 25 MB an hour.
 */
export function createSongAnalyzer({ sampleRate }: Format): Analyzer<SongAnalysis> {
  const resampler = createResampler(sampleRate, RATE, 1, GRADE);
  const onsets = createOnsetMeter(RATE);
  const chroma = createChromaMeter(RATE);
  let frames = 0;
  const hear = (samples: Float32Array): void => {
    onsets.push(samples);
    chroma.push(samples);
  };
  return {
    push(block) {
      frames += framesOf(block);
      const out = resampler.process([meanOf(block)]);
      if (out) hear(out[0]!);
    },
    finish() {
      const rest = resampler.finish();
      if (rest) hear(rest[0]!);
      const heard = onsets.finish();
      const tones = chroma.finish();
      const seconds = frames / sampleRate;
      const clear = standOut(heard.all, heard.rate);
      const tempo = seconds >= SHORTEST ? findTempo(clear, heard.rate) : null;
      const hasBeat = tempo !== null && isBeat(tempo.strength, seconds);
      const found = hasBeat ? findBeats(clear, heard.rate, tempo) : null;
      const keys = findKeySections(tones, seconds);
      return {
        seconds,
        beat:
          found && found.beats.length >= 4
            ? {
                ...found,
                ...findBars(found.beats, heard, tones),
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
