import { type Chord, QUALITIES } from "../chords/chord.ts";
import type { Key } from "../key.ts";

/** A note name: letter, and −1 for flat or 1 for sharp. */
export interface Spelling {
  readonly step: "C" | "D" | "E" | "F" | "G" | "A" | "B";
  readonly alter: -1 | 0 | 1;
}

/** Letters in the order of fifths, F first. */
const LETTERS = ["F", "C", "G", "D", "A", "E", "B"] as const;

/** Sharps of a key signature; negative: flats. Of six of either, F♯ major and E♭ minor. */
export function fifthsOf({ tonic, mode }: Key): number {
  const major = (tonic + (mode === "minor" ? 3 : 0)) % 12;
  const fifths = (7 * major) % 12;
  return fifths > (mode === "minor" ? 5 : 6) ? fifths - 12 : fifths;
}

/**
 * Name of a pitch class in a key: the one nearest to the key on the line of fifths, which in minor
 * includes the raised sixth and seventh.
 */
export function spell(pitchClass: number, key: Key | null): Spelling {
  const center = key ? fifthsOf(key) : 0;
  const lowest = Math.max(-7, Math.min(0, center - (key?.mode === "minor" ? 3 : 5)));
  const raw = (7 * pitchClass) % 12;
  const fifths = lowest + ((((raw - lowest) % 12) + 12) % 12);
  // F is one fifth below C.
  const index = fifths + 1;
  return {
    step: LETTERS[((index % 7) + 7) % 7]!,
    alter: Math.floor(index / 7) as Spelling["alter"],
  };
}

/** How notes are called: B and B♭, or H and B as in German. */
export type NoteNaming = "international" | "german";

export function nameOfNote({ step, alter }: Spelling, naming: NoteNaming): string {
  if (naming === "german" && step === "B") return alter === 0 ? "H" : alter < 0 ? "B" : "H♯";
  return step + (alter === 0 ? "" : alter < 0 ? "♭" : "♯");
}

/** Name of a key: `F♯`, `E♭m`. */
export const nameOfKey = (key: Key, naming: NoteNaming = "international"): string =>
  nameOfNote(spell(key.tonic, key), naming) + (key.mode === "minor" ? "m" : "");

/** Symbol of a chord: `F♯m7`, `C/E`. */
export function nameOfChord(
  { root, quality, bass }: Chord,
  key: Key | null,
  naming: NoteNaming = "international",
): string {
  const name = nameOfNote(spell(root, key), naming) + QUALITIES[quality].suffix;
  return bass === undefined ? name : `${name}/${nameOfNote(spell(bass, key), naming)}`;
}
