import { describe, expect, it } from "vitest";
import { BANDS, beatFeatures, FEATURES } from "./beat-features.ts";
import { QUALITIES } from "./chord.ts";
import { NO_CHORD, scoreBeat, STATES } from "./chord-net.ts";
import { createNoteSolver, NOTES } from "./note-activations.ts";
import { findChords } from "./find-chords.ts";
import {
  BINS,
  createNoteSpectrum,
  LOWEST,
  type NoteSpectrum,
  STEPS,
  toneShape,
} from "./note-spectrum.ts";

const RATE = 22_050;
const SIZE = 8192;
const HOP = 2048;
const HERTZ = RATE / SIZE;

/** Spectrum of a note whose harmonics fall as those of a string. */
function addNote(spectrum: Float64Array, key: number, level: number): void {
  for (let harmonic = 1; harmonic <= 8; harmonic++) {
    const at = STEPS * (key - LOWEST + 12 * Math.log2(harmonic));
    for (let bin = 0; bin < BINS; bin++)
      if (Math.abs(bin - at) < 12)
        spectrum[bin] = spectrum[bin]! + level * 0.6 ** (harmonic - 1) * toneShape(bin, at, HERTZ);
  }
}

/** The spectrum of a sound in which some notes last. */
function spectrumOf(
  keys: readonly number[],
  { windows, tuning = 0 }: { readonly windows: number; readonly tuning?: number },
): NoteSpectrum {
  const meter = createNoteSpectrum(RATE, { size: SIZE, hop: HOP });
  const magnitudes = new Float64Array(SIZE / 2 + 1);
  for (const key of keys) {
    const bin = (440 * 2 ** ((key + tuning - 69) / 12)) / HERTZ;
    for (let k = Math.floor(bin) - 1; k <= bin + 2; k++)
      magnitudes[k] = 1000 * Math.max(0, 1 - Math.abs(k - bin) / 2);
  }
  for (let window = 0; window < windows; window++) meter.push(magnitudes);
  return meter.finish();
}

describe("notes of a spectrum", () => {
  it("TLS-12 are those that sound, not their harmonics", () => {
    const spectrum = new Float64Array(BINS);
    const keys = [43, 59, 62, 67];
    for (const key of keys) addNote(spectrum, key, 1);
    const found = createNoteSolver(HERTZ)(spectrum);
    const loudest = Array.from({ length: NOTES }, (_, note) => note)
      .toSorted((a, b) => found[b]! - found[a]!)
      .slice(0, 4)
      .map((note) => note + LOWEST);
    expect(loudest.toSorted((a, b) => a - b)).toEqual(keys);
  });

  it("TLS-12 of a detuned sound are moved by its tuning", () => {
    const featuresAt = (tuning: number): Float32Array =>
      beatFeatures(spectrumOf([60, 64, 67], { windows: 8, tuning }), [0, 0.5], tuning);
    for (const tuning of [-0.4, 0, 0.4]) {
      const middle = featuresAt(tuning).subarray(12, 24);
      const strongest = [...middle.keys()].toSorted((a, b) => middle[b]! - middle[a]!).slice(0, 3);
      expect(strongest.toSorted((a, b) => a - b)).toEqual([0, 4, 7]);
    }
  });
});

describe("scores of chords", () => {
  const kinds = Object.keys(QUALITIES).length;
  /** Features of a beat in which exactly these pitch classes sound. */
  const featuresOf = (classes: readonly number[], bass: number): Float32Array => {
    const features = new Float32Array(FEATURES);
    for (const pitchClass of classes)
      for (let band = 1; band < BANDS; band++) features[12 * band + pitchClass] = 0.75;
    features[bass] = 1;
    features.set([0.55, 0.18, 0.33, 0.4], 12 * BANDS);
    return features;
  };

  it("TLS-12 are the same in all twelve keys", () => {
    const inC = scoreBeat(featuresOf([0, 4, 7], 0)).states;
    for (let root = 1; root < 12; root++) {
      const moved = scoreBeat(
        featuresOf(
          [0, 4, 7].map((tone) => (tone + root) % 12),
          root,
        ),
      ).states;
      for (let state = 0; state < STATES - 1; state++)
        expect(moved[(state + kinds * root) % (STATES - 1)]).toBeCloseTo(inC[state]!, 4);
      expect(moved[NO_CHORD]).toBeCloseTo(inC[NO_CHORD]!, 4);
    }
  });

  it.each([
    "major",
    "minor",
    "dominant",
    "minor-seventh",
    "diminished",
    "suspended-fourth",
  ] as const)("TLS-12 prefer %s where its notes sound", (quality) => {
    const { states } = scoreBeat(featuresOf(QUALITIES[quality].tones, 0));
    const best = states.indexOf(Math.max(...states));
    expect(best).toBe(Object.keys(QUALITIES).indexOf(quality));
  });
});

it("TLS-12 chords without a beat last to the end of the sound", () => {
  const seconds = 10.3;
  const spectrum = spectrumOf([36, 60, 64, 67], { windows: Math.ceil((seconds * RATE) / HOP) });
  const chord = { root: 0, quality: "major" };
  expect(findChords(spectrum, null, { seconds, tuning: 0 })).toEqual([
    { from: 0, to: seconds, chord },
  ]);
});
