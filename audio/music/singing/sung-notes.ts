import { PITCH_STEP, type PitchTrack } from "./sung-pitch.ts";

/** A note that is sung. */
export interface SungNote {
  /** Seconds. */
  readonly from: number;
  readonly to: number;
  /** As in MIDI, with fractions: 69 is A = 440 Hz. */
  readonly note: number;
}

/** dB below loud frames under which a frame is a residue of separation, or what headphones leak. */
const DEPTH = 32;
/** Frames on each side over which pitches are averaged: a period of vibrato, together. */
const SMOOTHED = 9;
/** Semitones by which averaged pitches may differ. */
const MAX_SWAY = 2;
/** Semitones and frames after which a pitch is another note. */
const NOTE_WIDTH = 0.7;
const NOTE_CHANGE = 5;
/** Minimum length of a note in frames. */
const MIN_NOTE = 8;
/** Frames without voice that do not end a note: a soft consonant. */
const MAX_GAP = 3;
/** Seconds without notes that divide a song without lyrics into phrases. */
const PHRASE_PAUSE = 0.6;

/** Semitones as in MIDI; 0 where a frame is unvoiced, far softer than the voice, or not finite. */
export function semitonesOf({ hertz, power }: PitchTrack): Float32Array {
  const voiced = power.filter((one, i) => one > 0 && hertz[i]! > 0 && Number.isFinite(one));
  const loud = voiced.toSorted()[Math.floor(0.95 * (voiced.length - 1))] ?? 0;
  const floor = loud * 10 ** (-DEPTH / 10);
  return hertz.map((one, i) =>
    one > 0 && Number.isFinite(one) && power[i]! >= floor ? 69 + 12 * Math.log2(one / 440) : 0,
  );
}

/** Pitches without vibrato: means over frames that are voiced without interruption. */
export function smoothPitches(pitches: Float32Array): Float32Array {
  return pitches.map((pitch, at) => {
    if (pitch === 0) return 0;
    let sum = pitch;
    let count = 1;
    for (const step of [-1, 1])
      for (let i = 1; i <= SMOOTHED; i++) {
        const near = pitches[at + step * i] ?? 0;
        if (near === 0 || Math.abs(near - pitch) > MAX_SWAY) break;
        sum += near;
        count++;
      }
    return sum / count;
  });
}

/** @param pitches smoothed semitones, 0 if unvoiced */
export function findNotes(pitches: Float32Array): SungNote[] {
  const notes: SungNote[] = [];
  let own: number[] = [];
  let sum = 0;
  let other: number[] = [];
  let gap = 0;
  const add = (...pitches: readonly number[]): void => {
    for (const pitch of pitches) sum += pitch;
    own.push(...pitches);
  };
  const end = (at: number): void => {
    if (own.length >= MIN_NOTE) {
      const note = own.toSorted((a, b) => a - b)[own.length >> 1]!;
      notes.push({ from: (at - own.length) * PITCH_STEP, to: at * PITCH_STEP, note });
    }
    own = [];
    sum = 0;
  };
  for (const [at, pitch] of pitches.entries()) {
    if (pitch === 0) {
      if (++gap <= MAX_GAP) continue;
      end(at - gap + 1 - other.length);
      other = [];
      continue;
    }
    // Frames of a short gap belong to the note that continues.
    if (own.length > 0) for (let i = 0; i < gap; i++) add(own.at(-1)!);
    gap = 0;
    if (own.length === 0 || Math.abs(pitch - sum / own.length) <= NOTE_WIDTH) {
      add(...other, pitch);
      other = [];
      continue;
    }
    other.push(pitch);
    if (other.length < NOTE_CHANGE) continue;
    end(at + 1 - other.length);
    add(...other);
    other = [];
  }
  end(pitches.length - gap - other.length);
  return notes;
}

/** Ranges of notes between pauses. */
export function findPhrases(notes: readonly SungNote[]): { from: number; to: number }[] {
  const phrases: { from: number; to: number }[] = [];
  for (const { from, to } of notes) {
    const last = phrases.at(-1);
    if (last && from - last.to < PHRASE_PAUSE) last.to = to;
    else phrases.push({ from, to });
  }
  return phrases;
}
