import { BINS, STEPS, toneShape } from "./note-spectrum.ts";

/** Notes whose levels are estimated: C1 to B6. */
export const NOTES = 72;
/** Harmonics of a note, and the level of each relative to the one before. */
const HARMONICS = 16;
const DECAY = 0.72;
/** Sweeps over all notes; later ones change little. */
const SWEEPS = 25;

/**
 * Levels of the notes that together explain a spectrum, none of them negative (M. Mauch, S. Dixon:
 * "Approximate Note Transcription for the Improved Identification of Difficult Chords", ISMIR 2010),
 * so that a harmonic counts for the note that it belongs to. Solved by coordinate descent.
 * @param hertz per bin of the transform behind the spectrum
 */
export function createNoteSolver(hertz: number) {
  const shapes = Array.from({ length: NOTES }, (_, note) => shapeOf(note, hertz));
  const products = shapes.map((a) => Float64Array.from(shapes, (b) => dot(a, b)));
  const targets = new Float64Array(NOTES);
  return (spectrum: Float64Array): Float64Array => {
    const found = new Float64Array(NOTES);
    for (const [note, shape] of shapes.entries()) targets[note] = dot(shape, spectrum);
    for (let sweep = 0; sweep < SWEEPS; sweep++)
      for (let note = 0; note < NOTES; note++) {
        const row = products[note]!;
        let rest = targets[note]! + row[note]! * found[note]!;
        for (let other = 0; other < NOTES; other++) rest -= row[other]! * found[other]!;
        found[note] = Math.max(0, rest / row[note]!);
      }
    return found;
  };
}

const dot = (a: Float64Array, b: Float64Array): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
};

/** Spectrum of a note of 1. */
function shapeOf(note: number, hertz: number): Float64Array {
  const shape = new Float64Array(BINS);
  for (let harmonic = 1; harmonic <= HARMONICS; harmonic++) {
    const at = STEPS * (note + 12 * Math.log2(harmonic));
    const level = DECAY ** (harmonic - 1);
    for (let bin = Math.max(0, Math.floor(at - 12)); bin <= at + 12 && bin < BINS; bin++)
      shape[bin] = shape[bin]! + level * toneShape(bin, at, hertz);
  }
  return shape;
}
