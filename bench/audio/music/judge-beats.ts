// Tempo, beats, bars and meters of the songs of keep-beat-curves.ts against those they were made with:
//   node bench/audio/music/judge-beats.ts FOLDER [fit|judge] [--each]
// The songs for judging have kinds of music, instruments and seeds that nothing was fitted to.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type DetectedBeats, findSongBeats } from "#audio/music/find-song-beats.ts";
import { renderTable } from "#cli/command-kit/render-table.ts";
import { type BeatCurves, readCurves } from "./beat-curves.ts";

/** Tolerances of the field: 4 % of the tempo, 70 ms of a beat (MIREX, mir_eval). */
const NEAR = 0.04;
const BEAT = 0.07;
/** Seconds at the beginning that are not judged. */
const START = 1;
const LEVELS = [1 / 3, 1 / 2, 1, 2, 3] as const;

interface Score {
  readonly tempo: boolean;
  readonly level: boolean;
  readonly beats: number;
  readonly downbeats: number;
  readonly meter: boolean;
  readonly beatsPerBar: boolean;
}

/** Harmonic mean of precision and recall. */
function fMeasure(known: readonly number[], found: readonly number[]): number {
  const judged = [known, found].map((times) => times.filter((time) => time > START)) as [
    number[],
    number[],
  ];
  let hits = 0;
  let next = 0;
  for (const time of judged[0]) {
    while (next < judged[1].length && judged[1][next]! < time - BEAT) next++;
    if (next >= judged[1].length || judged[1][next]! > time + BEAT) continue;
    hits++;
    next++;
  }
  return (2 * hits) / Math.max(1, judged[0].length + judged[1].length);
}

const firstsOf = (beats: readonly number[], perBar: number, first: number): number[] =>
  beats.filter((_, i) => (((i - first) % perBar) + perBar) % perBar === 0);

function scoreOf({ beats, bpm, ...idiom }: BeatCurves, found: DetectedBeats | null): Score {
  if (!found)
    return { tempo: false, level: false, beats: 0, downbeats: 0, meter: false, beatsPerBar: false };
  const isNear = (level: number) => Math.abs(found.bpm / bpm / level - 1) <= NEAR;
  return {
    tempo: isNear(1),
    level: LEVELS.some(isNear),
    beats: fMeasure(beats, found.beats),
    downbeats: fMeasure(
      firstsOf(beats, idiom.beatsPerBar, 0),
      firstsOf(found.beats, found.beatsPerBar, found.first),
    ),
    // A bar of two beats or of four: songs in 2/4 are written in 4/4 as well.
    meter:
      found.division === idiom.division && (found.beatsPerBar === 3) === (idiom.beatsPerBar === 3),
    beatsPerBar: found.beatsPerBar === idiom.beatsPerBar,
  };
}

const percent = (values: readonly (boolean | number)[]): string =>
  ((100 * values.reduce<number>((sum, value) => sum + Number(value), 0)) / values.length).toFixed(
    1,
  );

const rowOf = (name: string, scores: readonly Score[]): string[] => [
  name,
  String(scores.length),
  ...(["tempo", "level", "beats", "downbeats", "meter", "beatsPerBar"] as const).map((field) =>
    percent(scores.map((score) => score[field])),
  ),
];

const [folder, set = "judge"] = process.argv.slice(2) as [string, string?];
const all: { readonly kinds: readonly string[]; readonly score: Score }[] = [];
for (const file of readdirSync(folder).toSorted()) {
  if (!file.startsWith(`${set}-`) || !file.endsWith(".json")) continue;
  const song = readCurves(join(folder, file));
  const { onsets, chroma } = song;
  const beat = findSongBeats(onsets, chroma, onsets.all.length / onsets.rate);
  const score = scoreOf(song, beat);
  all.push({ kinds: song.kinds, score });
  if (process.argv.includes("--each"))
    process.stderr.write(
      `${file} ${song.kinds.join(", ")}: ${song.bpm.toFixed(1)} → ${beat?.bpm.toFixed(1)} ${beat?.beatsPerBar}×${beat?.division} F ${score.beats.toFixed(2)} ${score.downbeats.toFixed(2)}\n`,
    );
}
const header = [
  "songs",
  "count",
  "accuracy 1",
  "accuracy 2",
  "beats F",
  "downbeats F",
  "meter",
  "beats of a bar",
];
const kinds = [...new Set(all.flatMap((one) => one.kinds))].toSorted();
process.stdout.write(
  renderTable(
    header,
    [
      rowOf(
        "all",
        all.map(({ score }) => score),
      ),
      ...kinds.map((kind) =>
        rowOf(
          kind,
          all.flatMap((one) => (one.kinds.includes(kind) ? [one.score] : [])),
        ),
      ),
    ],
    true,
  ),
);
