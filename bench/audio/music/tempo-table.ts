import { createSongAnalyzer, type SongAnalysis } from "#audio/music/analyze-song.ts";
import type { DetectedBeats } from "#audio/music/find-song-beats.ts";
import { fifthsApart } from "#audio/music/key.ts";
import { installMaterial } from "../material.ts";
import { SAMPLE_RATE, SONG_PACKAGES } from "../separation/songs.ts";
import type { Bench, Table } from "../table.ts";
import { type KnownSong, loadKnownSongs } from "./known-songs.ts";

/** Part of a tempo by which it may be off. */
const NEAR = 0.02;
/** What people tap as well, who hear another level of the same beat. */
const LEVELS = [1 / 3, 1 / 2, 2 / 3, 3 / 2, 2, 3] as const;
/** Seconds at the ends whose beats are not judged, and by which a bar line may be off. */
const ENDS = 1;
const BAR = 0.07;

function analyze({ samples }: KnownSong): SongAnalysis {
  const analyzer = createSongAnalyzer({ sampleRate: SAMPLE_RATE, channels: 2 });
  analyzer.push(samples);
  return analyzer.finish();
}

/** Milliseconds from each beat to the nearest one that was found: the 95th of a hundred. */
function beatError(known: readonly number[], { beats }: DetectedBeats, seconds: number): number {
  const errors = known
    .filter((time) => time > ENDS && time < seconds - ENDS)
    .map((time) => Math.min(...beats.map((found) => Math.abs(found - time))))
    .toSorted((a, b) => a - b);
  return 1000 * errors[Math.floor(0.95 * errors.length)]!;
}

/** Whether nine of ten bar lines were found. */
function hasBars(
  { beats, beatsPerBar }: KnownSong,
  found: DetectedBeats,
  seconds: number,
): boolean {
  if (found.beatsPerBar !== beatsPerBar) return false;
  const lines = found.beats.filter((_, i) => (i - found.first) % found.beatsPerBar === 0);
  const known = beats!.filter(
    (time, i) => i % beatsPerBar === 0 && time > ENDS && time < seconds - ENDS,
  );
  const hits = known.filter((time) => lines.some((line) => Math.abs(line - time) < BAR));
  return hits.length >= 0.9 * known.length;
}

const share = (values: readonly boolean[]): string =>
  values.length === 0 ? "–" : `${values.filter(Boolean).length} of ${values.length}`;

function rowOf(kind: string, songs: readonly (readonly [KnownSong, SongAnalysis])[]): string[] {
  const ratios = songs.map(([song, { beat }]) => (beat ? beat.bpm / song.bpm : 0));
  const isNear = (ratio: number, level: number) => Math.abs(ratio / level - 1) <= NEAR;
  const right = ratios.map((ratio) => isNear(ratio, 1));
  const keys = songs.flatMap(([{ key }, found]) =>
    key && found.key ? [{ key, found: found.key, apart: fifthsApart(key, found.key) }] : [],
  );
  const beats = songs.flatMap(([song, { beat, seconds }], i) =>
    song.beats && beat && right[i] ? [{ song, beat, seconds }] : [],
  );
  const errors = beats
    .map(({ song, beat, seconds }) => beatError(song.beats!, beat, seconds))
    .toSorted((a, b) => a - b);
  return [
    kind,
    share(right),
    share(ratios.map((ratio, i) => !right[i] && LEVELS.some((level) => isNear(ratio, level)))),
    share(beats.map(({ song, beat, seconds }) => hasBars(song, beat, seconds))),
    errors.length > 0
      ? `${errors[errors.length >> 1]!.toFixed(1)} · ${errors.at(-1)!.toFixed(1)}`
      : "–",
    share(keys.map(({ apart }) => apart <= 1)),
    share(keys.map(({ key, found }) => key.tonic === found.tonic && key.mode === found.mode)),
  ];
}

/** Tempo, beats, bars and key of songs whose values are known. */
export async function benchTempo({ quick }: Bench): Promise<Table> {
  installMaterial((line) => void process.stderr.write(`${line}\n`), SONG_PACKAGES);
  const found = new Map<string, [KnownSong, SongAnalysis][]>();
  for (const song of loadKnownSongs(SONG_PACKAGES["fluid-soundfont-gm"], quick)) {
    const analysis = analyze(song);
    // Samples are not kept.
    found.set(song.kind, [
      ...(found.get(song.kind) ?? []),
      [{ ...song, samples: [new Float32Array(0), new Float32Array(0)] }, analysis],
    ]);
  }
  return {
    title: "tempo and key of songs",
    header: [
      "songs",
      "tempo within 2 %",
      "another level of the beat",
      "bar lines",
      "beats off by ms (middle · worst song, 95th of 100)",
      "key within a fifth",
      "the very key",
    ],
    rows: [...found].map(([kind, songs]) => rowOf(kind, songs)),
  };
}
