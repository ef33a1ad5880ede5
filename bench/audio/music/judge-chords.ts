// Chords of made songs against those that they were made with, through the whole analysis:
//   node bench/audio/music/judge-chords.ts [SONGS] [--each]
// Nothing was fitted to these songs: other sound fonts and synthesizers, seeds and progressions.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createSongAnalyzer, type SongAnalysis } from "#audio/music/analyze-song.ts";
import { type Chord, QUALITIES } from "#audio/music/chords/chord.ts";
import { renderTable } from "#cli/command-kit/render-table.ts";
import { installMaterial, readAudio } from "../material.ts";
import { createRandom } from "../random.ts";
import { CHORD_PACKAGES, CHORD_RATE, makeChordSong } from "./chord-songs.ts";

const SECONDS = 60;
const ROOT = join(import.meta.dirname, "../../..");

interface Score {
  readonly beats: number;
  root: number;
  triad: number;
  whole: number;
  bass: number;
  missed: number;
}

function analyze(samples: Float32Array): SongAnalysis {
  const analyzer = createSongAnalyzer({ sampleRate: CHORD_RATE, channels: 1 });
  analyzer.push([samples]);
  return analyzer.finish();
}

const chordAt = ({ chords = [] }: SongAnalysis, time: number): Chord | null =>
  chords.find(({ from, to }) => from <= time && time < to)?.chord ?? null;

/** Major, minor or neither: the third of a chord and its fifth. */
const triadOf = ({ quality }: Chord): string => QUALITIES[quality].tones.slice(0, 3).join(" ");

function scoreOf(
  found: SongAnalysis,
  beats: readonly number[],
  chords: readonly (Chord | null)[],
): Score {
  const score = { beats: 0, root: 0, triad: 0, whole: 0, bass: 0, missed: 0 };
  for (const [i, known] of chords.entries()) {
    const [from, to] = [beats[i]!, beats[i + 1] ?? 2 * beats[i]! - beats[i - 1]!];
    if (!known || to > found.seconds) continue;
    score.beats++;
    const own = chordAt(found, (from + to) / 2);
    if (!own) score.missed++;
    if (own?.root !== known.root) continue;
    score.root++;
    if (triadOf(own) !== triadOf(known)) continue;
    score.triad++;
    if (own.quality !== known.quality) continue;
    score.whole++;
    if (own.bass === known.bass) score.bass++;
  }
  return score;
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`;

function rowOf(name: string, scores: readonly Score[]): string[] {
  const sum = (field: keyof Score) => scores.reduce((total, score) => total + score[field], 0);
  const beats = sum("beats");
  const parts = (["root", "triad", "whole", "bass", "missed"] as const).map((field) =>
    percent(sum(field), beats),
  );
  return [name, String(beats), ...parts];
}

/** Part of a sound without chords that is said to have none. */
function withoutChords(name: string, samples: Float32Array): string[] {
  const { chords = [], seconds } = analyze(samples);
  const found = chords.reduce((total, { from, to }) => total + to - from, 0);
  return [name, percent(seconds - found, seconds)];
}

installMaterial((line) => void process.stderr.write(`${line}\n`), CHORD_PACKAGES);
const count = Number(process.argv[2] ?? 60);
const scores: { readonly kinds: readonly string[]; readonly score: Score }[] = [];
const silent: string[][] = [];
let work = 0;
for (let index = 0; index < count; index++) {
  const { name, samples, beats, chords, kinds } = makeChordSong("judge", index, SECONDS);
  const start = performance.now();
  if (chords.every((chord) => chord === null)) silent.push(withoutChords(`${name} drums`, samples));
  else scores.push({ kinds, score: scoreOf(analyze(samples), beats, chords) });
  work += (performance.now() - start) / 1000;
  if (process.argv.includes("--each") && chords[0])
    process.stderr.write(
      `${rowOf(`${name} ${kinds.join(" ")}`, [scores.at(-1)!.score]).join("  ")}\n`,
    );
}
const random = createRandom(3);
const noise = Float32Array.from({ length: 30 * CHORD_RATE }, () => 0.1 * random.normal());
const sample = (name: string) => readAudio(join(ROOT, "runtime/public/samples", name), CHORD_RATE);
silent.push(withoutChords("noise", noise));
for (const name of [
  "voice-before.mp3",
  "breath-before.mp3",
  "denoise-before.mp3",
  "reverb-before.mp3",
])
  silent.push(withoutChords(name, sample(name)));
const groups = [...new Set(scores.flatMap(({ kinds }) => kinds))].toSorted();
const header = ["songs", "beats", "root", "triad", "whole chord", "with bass", "no chord"];
const rows = [
  rowOf(
    "all",
    scores.map(({ score }) => score),
  ),
  ...groups.map((kind) =>
    rowOf(
      kind,
      scores.flatMap(({ kinds, score }) => (kinds.includes(kind) ? [score] : [])),
    ),
  ),
];
process.stdout.write(`${renderTable(header, rows, true)}\n`);
process.stdout.write(renderTable(["sound without chords", "no chord"], silent, true));
const rate = (count * SECONDS) / work;
const memory = Number(/VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))![1]) / 1024;
process.stdout.write(
  `\n${rate.toFixed(0)} times as fast as the sound; ${memory.toFixed(0)} MB at most\n`,
);
