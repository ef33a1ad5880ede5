import type { Block, Format } from "../effect.ts";
import { createOnsetMeter } from "../music/onset-meter.ts";
import { findTempo, isBeat, standOut } from "../music/tempo.ts";
import { PITCH_RATE, pitchesOf } from "../profile/pitch-meter.ts";
import { meanOf } from "../restoration/rate-adapter.ts";
import { framesOf, joinBlocks } from "../signal/blocks.ts";
import { createResampler } from "../signal/resample.ts";

/** Hz at which onsets are looked for. */
const ONSET_RATE = 22_050;
const GRADE = { stopBand: 60, crossings: 16, folded: 0.3 } as const;
/** Seconds from which on a beat is looked for. */
const SHORTEST = 3;
/** Pitch values to each side of the one that is judged: 0.11 s together. */
const AROUND = 5;
/** Semitones within which a note is held, and by which the pitch of a voice moves at least. */
const HELD = 0.25;
const MOVING = [0.6, 6] as const;
/** Judged pitch values from which their shares say something: 0.5 s. */
const ENOUGH = 50;

export interface ContentMeasures {
  /** Whether there is a regular beat. */
  readonly hasBeat: boolean;
  /** Shares of the moments with a pitch in which it is held like a note, and moves like that of a speaker. */
  readonly pitch: { readonly held: number; readonly moving: number } | null;
}

export interface ContentMeter {
  push(block: Block): void;
  finish(): ContentMeasures;
}

/**
 * Measures what tells speech from music: a regular beat, and whether pitches are held like notes or
 * glide like those of a speaker. Memory grows by 2 MB a minute.
 */
export function createContentMeter({ sampleRate }: Format): ContentMeter {
  const forOnsets = createResampler(sampleRate, ONSET_RATE, 1, GRADE);
  const forPitch = createResampler(sampleRate, PITCH_RATE, 1, GRADE);
  const onsets = createOnsetMeter(ONSET_RATE);
  const parts: Float32Array<ArrayBuffer>[][] = [];
  let frames = 0;
  const hear = (forBeat: Block | null, low: Block | null): void => {
    if (forBeat) onsets.push(forBeat[0]!);
    if (low) parts.push([low[0]!.slice()]);
  };
  return {
    push(block) {
      frames += framesOf(block);
      const mono = [meanOf(block)];
      hear(forOnsets.process(mono), forPitch.process(mono));
    },
    finish() {
      hear(forOnsets.finish(), forPitch.finish());
      const seconds = frames / sampleRate;
      const heard = onsets.finish();
      const hasBeat =
        seconds >= SHORTEST &&
        isBeat(findTempo(standOut(heard.all, heard.rate), heard.rate).strength, seconds);
      return { hasBeat, pitch: sharesOf(pitchesOf(joinBlocks(parts, 1)[0]!)) };
    },
  };
}

function sharesOf(pitches: Float32Array): ContentMeasures["pitch"] {
  let [all, held, moving] = [0, 0, 0];
  for (let at = AROUND; at + AROUND < pitches.length; at++) {
    let [lowest, highest] = [Infinity, 0];
    for (let i = at - AROUND; i <= at + AROUND; i++) {
      lowest = Math.min(lowest, pitches[i]!);
      highest = Math.max(highest, pitches[i]!);
    }
    // A value of 0 has no pitch.
    if (lowest === 0) continue;
    const range = 12 * Math.log2(highest / lowest);
    all++;
    if (range < HELD) held++;
    if (range > MOVING[0] && range < MOVING[1]) moving++;
  }
  return all >= ENOUGH ? { held: held / all, moving: moving / all } : null;
}
