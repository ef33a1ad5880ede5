import path from "node:path";
import type { SongAnalysis } from "#audio/music/analyze-song.ts";
import { chartOf } from "#audio/music/chart/chart.ts";
import { nameOfChord, nameOfKey } from "#audio/music/chart/spelling.ts";
import { writeChordSheet } from "#audio/music/chart/write-chord-sheet.ts";
import { writeMidi } from "#audio/music/chart/write-midi.ts";
import { writeMusicXml } from "#audio/music/chart/write-music-xml.ts";
import { writeUltraStar } from "#audio/music/singing/write-ultrastar.ts";
import { timeSignatureOf } from "#audio/music/song-beats.ts";
import { type Problem, problem, ToolkitError } from "#core/errors/errors.ts";
import type { LyricLine } from "#core/lyrics/lyrics.ts";
import { analyzeFile } from "../audio/analysis/analyze-file.ts";
import { type ChartFile, type ChartFormat, planCharts } from "../audio/analysis/plan-charts.ts";
import { readLyricsFile } from "../audio/analysis/read-lyrics-file.ts";
import { scoreTake } from "../audio/analysis/score-take.ts";
import { findMelody } from "../audio/analysis/track-vocal.ts";
import { requireWritable } from "../audio/output/output-path.ts";
import type { Context } from "../command-kit/context.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";
import { renderProblems } from "../command-kit/render-error.ts";
import { renderTable } from "../command-kit/render-table.ts";
import { writeAtomic } from "../files/files.ts";

interface Options {
  readonly files: readonly string[];
  readonly chart?: boolean;
  readonly out?: string;
  readonly midi?: boolean;
  readonly musicxml?: boolean;
  readonly ultrastar?: boolean;
  readonly sung?: string;
  readonly lyrics?: string;
  readonly exactOctave?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

type Result = SongAnalysis & { readonly file: string };

/** Chords in the table: those with the longest durations. */
const MAX_SHOWN = 6;

/** `toolkit analyze` */
export default async function analyzeFiles(context: Context, input: object): Promise<ExitCode> {
  const { files, chart, json, sung, lyrics, exactOctave = false, ...options } = input as Options;
  const wrong = findMisuse(input as Options);
  if (wrong !== null) throw new ToolkitError("USAGE", { detail: wrong });
  const lines = lyrics === undefined ? [] : await readLyricsFile(lyrics);
  if (sung !== undefined)
    return scoreTake(
      { vocal: files[0]!, sung, lyrics: lines, exactOctave, json: json === true },
      context,
    );
  const planned = planCharts(files, options);
  await requireWritable([...planned.values()].flat().map(({ file }) => file));
  const results: Result[] = [];
  const failures: Problem[] = [];
  for (const file of files)
    try {
      const found = await analyzeFile(file, context.signal);
      results.push({ file, ...found });
      for (const output of planned.get(file)!) {
        if (output.format === "ultrastar") await writeGame(output.file, file, { lines, context });
        else writeChart({ ...output, format: output.format }, found, path.parse(file).name);
        if (!json) context.log(`${file} → ${output.file}\n`);
      }
    } catch (error) {
      if (!(error instanceof ToolkitError) || context.signal.aborted) throw error;
      failures.push(problem(error.code, error.params as never));
    }
  const ok = failures.length === 0;
  if (json)
    context.print(
      `${JSON.stringify({ ok, results: results.map(withNames), problems: failures })}\n`,
    );
  else {
    if (chart) context.print(results.map(sheetOf).join("\n"));
    else {
      const header = ["file", "tempo", "time", "key", "chords"];
      context.print(renderTable(header, results.map(rowOf), context.printsToTerminal));
    }
    context.log(renderProblems(failures, context));
  }
  return ok ? 0 : 1;
}

/** @returns what is wrong with the options; null if they can be used together */
function findMisuse(options: Options): string | null {
  const { files, sung, lyrics, exactOctave, chart, out, midi, musicxml, ultrastar } = options;
  if (files.length === 0) return "Which files?";
  if (sung === undefined) {
    if (exactOctave) return "--exact-octave needs --sung.";
    if (lyrics !== undefined && !ultrastar) return "--lyrics needs --sung or --ultrastar.";
    return lyrics !== undefined && files.length > 1 ? "--lyrics belongs to one file." : null;
  }
  if (files.length > 1) return "Singing is scored against one file.";
  const writes = chart || midi || musicxml || ultrastar || out !== undefined;
  return writes ? "--sung prints a score and writes no files. Run the command twice." : null;
}

/** Writes the notes of a vocal for UltraStar. */
async function writeGame(
  output: string,
  vocal: string,
  { lines, context }: { readonly lines: readonly LyricLine[]; readonly context: Context },
): Promise<void> {
  const { notes } = await findMelody(vocal, context.signal);
  const { name, base } = path.parse(vocal);
  const tags = { title: name, artist: "Unknown", audio: base };
  writeAtomic(output, writeUltraStar({ notes, lines }, tags));
}

/** The result with the symbol of each chord. */
const withNames = ({ chords = [], ...song }: Result): object => ({
  ...song,
  chords: chords.map((one) => ({ ...one, name: nameOfChord(one.chord, song.key) })),
});

function writeChart(
  {
    format,
    file,
  }: Omit<ChartFile, "format"> & { readonly format: Exclude<ChartFormat, "ultrastar"> },
  song: SongAnalysis,
  title: string,
): void {
  const chart = chartOf(song);
  const data =
    format === "midi"
      ? writeMidi(chart, { title })
      : writeMusicXml(chart, { title, software: "toolkit" });
  writeAtomic(file, data);
}

const sheetOf = (song: Result): string =>
  writeChordSheet(chartOf(song), { title: path.parse(song.file).name });

function rowOf({ file, beat, key, keys = [], chords = [] }: Result): readonly string[] {
  const tempo = beat ? `${beat.steady ? "" : "~"}${beat.bpm.toFixed(1)} BPM` : "no beat";
  // Changes, with the seconds at which each begins.
  const names = keys.map((one) => `${nameOfKey(one)}${one.from > 0 ? ` (${one.from} s)` : ""}`);
  const durations = new Map<string, number>();
  for (const { from, to, chord } of chords) {
    const name = nameOfChord(chord, key);
    durations.set(name, (durations.get(name) ?? 0) + to - from);
  }
  const frequent = [...durations].toSorted((a, b) => b[1] - a[1]).map(([name]) => name);
  const shown = frequent.slice(0, MAX_SHOWN).join(" ") + (frequent.length > MAX_SHOWN ? " …" : "");
  return [file, tempo, beat ? timeSignatureOf(beat) : "", key ? names.join(", ") : "", shown];
}
