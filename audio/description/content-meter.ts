import type { Block, Format } from "../effect.ts";
import { createOnsetMeter } from "../music/onset-meter.ts";
import { findTempo, isBeat, normalizeOnsets } from "../music/tempo.ts";
import { PITCH_RATE, trackPitch } from "../profile/pitch-meter.ts";
import { meanOf } from "../restoration/rate-adapter.ts";
import { framesOf, joinBlocks } from "../signal/blocks.ts";
import { createResampler } from "../signal/resample.ts";

/** Sample rate of onset detection in Hz. */
const ONSET_RATE = 22_050;
const GRADE = { stopBand: 60, crossings: 16, folded: 0.3 } as const;
/** Minimum duration in seconds for beat detection. */
const MIN_SECONDS = 3;
/** Pitch values on each side of the examined one: 0.11 s in total. */
const NEIGHBORS = 5;
/** Maximum movement in semitones of a held note, and minimum movement of speech. */
const MAX_HELD_SEMITONES = 0.25;
const MOVING = [0.6, 6] as const;
/** Minimum number of examined pitch values: 0.5 s. */
const MIN_VALUES = 50;

export interface ContentMeasures {
  /** Whether there is a regular beat. */
  readonly hasBeat: boolean;
  /** Fraction of voiced moments in which the pitch is held like a note, and moves like speech. */
  readonly pitch: { readonly held: number; readonly moving: number } | null;
}

export interface ContentMeter {
  push(block: Block): void;
  finish(): ContentMeasures;
}

/**
 * Measures features that distinguish speech from music: a regular beat, and whether pitches are
 * held or glide. Memory: 2 MB per minute.
 */
export function createContentMeter({ sampleRate }: Format): ContentMeter {
  const forOnsets = createResampler(sampleRate, ONSET_RATE, 1, GRADE);
  const forPitch = createResampler(sampleRate, PITCH_RATE, 1, GRADE);
  const onsets = createOnsetMeter(ONSET_RATE);
  const parts: Float32Array<ArrayBuffer>[][] = [];
  let frames = 0;
  const addBlocks = (forBeat: Block | null, low: Block | null): void => {
    if (forBeat) onsets.push(forBeat[0]!);
    if (low) parts.push([low[0]!.slice()]);
  };
  return {
    push(block) {
      frames += framesOf(block);
      const mono = [meanOf(block)];
      addBlocks(forOnsets.process(mono), forPitch.process(mono));
    },
    finish() {
      addBlocks(forOnsets.finish(), forPitch.finish());
      const seconds = frames / sampleRate;
      const onsetCurve = onsets.finish();
      const hasBeat =
        seconds >= MIN_SECONDS &&
        isBeat(
          findTempo(normalizeOnsets(onsetCurve.all, onsetCurve.rate), onsetCurve.rate).strength,
          seconds,
        );
      return { hasBeat, pitch: sharesOf(trackPitch(joinBlocks(parts, 1)[0]!)) };
    },
  };
}

function sharesOf(pitches: Float32Array): ContentMeasures["pitch"] {
  let [all, held, moving] = [0, 0, 0];
  for (let at = NEIGHBORS; at + NEIGHBORS < pitches.length; at++) {
    let [lowest, highest] = [Infinity, 0];
    for (let i = at - NEIGHBORS; i <= at + NEIGHBORS; i++) {
      lowest = Math.min(lowest, pitches[i]!);
      highest = Math.max(highest, pitches[i]!);
    }
    // 0 means unvoiced.
    if (lowest === 0) continue;
    const range = 12 * Math.log2(highest / lowest);
    all++;
    if (range < MAX_HELD_SEMITONES) held++;
    if (range > MOVING[0] && range < MOVING[1]) moving++;
  }
  return all >= MIN_VALUES ? { held: held / all, moving: moving / all } : null;
}
