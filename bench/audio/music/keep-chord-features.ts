// Writes the features of made songs for fit-chords.py:
//   node bench/audio/music/keep-chord-features.ts FOLDER fit|loops FROM TO
//   node bench/audio/music/keep-chord-features.ts FOLDER speech FILE...
// A file of floats for each: per beat the features, then root (−1: no chord), quality and bass.
import { mkdirSync, writeFileSync } from "node:fs";
import { join, parse } from "node:path";
import { createChromaMeter, WINDOWS } from "#audio/music/chroma-meter.ts";
import { beatFeatures, FEATURES } from "#audio/music/chords/beat-features.ts";
import { type Chord, QUALITIES } from "#audio/music/chords/chord.ts";
import { createNoteSpectrum } from "#audio/music/chords/note-spectrum.ts";
import { readAudio } from "../material.ts";
import { CHORD_RATE, makeChordSong } from "./chord-songs.ts";

const SECONDS = 40;
/** Seconds of a step of speech, which has no beat. */
const STEPS = [0.35, 0.5, 0.8] as const;

const [folder, kind, ...rest] = process.argv.slice(2) as [string, string, ...string[]];
mkdirSync(folder, { recursive: true });

function keep(
  name: string,
  samples: Float32Array,
  edges: readonly number[],
  chordAt: (beat: number) => Chord | null,
): void {
  const spectrum = createNoteSpectrum(CHORD_RATE, WINDOWS);
  const chroma = createChromaMeter(CHORD_RATE, (magnitudes) => spectrum.push(magnitudes));
  chroma.push(samples);
  const { tuning } = chroma.finish();
  const features = beatFeatures(spectrum.finish(), edges, tuning);
  const rows = edges.slice(1).flatMap((_, beat) => {
    const chord = chordAt(beat);
    return [
      ...features.subarray(FEATURES * beat, FEATURES * (beat + 1)),
      ...(chord
        ? [chord.root, Object.keys(QUALITIES).indexOf(chord.quality), chord.bass ?? chord.root]
        : [-1, -1, -1]),
    ];
  });
  writeFileSync(join(folder, `${name}.f32`), new Uint8Array(Float32Array.from(rows).buffer));
}

if (kind === "fit" || kind === "loops")
  for (let index = Number(rest[0]); index < Number(rest[1]); index++) {
    const { samples, beats, chords } = makeChordSong(kind, index, SECONDS);
    const edges = [...beats, 2 * beats.at(-1)! - beats.at(-2)!];
    keep(`${kind}-${index}`, samples, edges, (beat) => chords[beat]!);
  }
else
  for (const [i, file] of rest.entries()) {
    const samples = readAudio(file, CHORD_RATE);
    const step = STEPS[i % STEPS.length]!;
    const count = Math.floor(samples.length / CHORD_RATE / step);
    const edges = Array.from({ length: count + 1 }, (_, beat) => step * beat);
    keep(`fit-speech-${parse(file).name}`, samples, edges, () => null);
  }
