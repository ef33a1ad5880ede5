import type { Chord } from "../chords/chord.ts";
import { timeSignatureOf } from "../song-beats.ts";
import type { SongChart } from "./chart.ts";
import { nameOfChord, nameOfKey, type NoteNaming } from "./spelling.ts";

/** Bars per line. */
const PER_LINE = 4;

/**
 * A chord sheet in the ChordPro format (version 6), as a grid: a cell per beat, `.` where the chord
 * continues.
 */
export function writeChordSheet(
  chart: SongChart,
  { title, naming = "international" }: { readonly title: string; readonly naming?: NoteNaming },
): string {
  const key = chart.bars.find((bar) => bar.key)?.key ?? null;
  const head = [
    `{title: ${title.replaceAll(/[{}\r\n]/g, " ")}}`,
    ...(key ? [`{key: ${asciiOf(nameOfKey(key, naming))}}`] : []),
    `{time: ${timeSignatureOf(chart)}}`,
    `{tempo: ${Math.round(chart.bpm * 10) / 10}}`,
  ];
  const nameOf = (chord: Chord | null, at: SongChart["bars"][number]): string =>
    chord ? asciiOf(nameOfChord(chord, at.key, naming)) : "N.C.";
  const cells = chart.bars.map((bar) => {
    const names = Array.from({ length: bar.length }, () => ".");
    for (const { beat, chord } of bar.chords) names[beat] = nameOf(chord, bar);
    return names.join(" ");
  });
  const lines = Array.from({ length: Math.ceil(cells.length / PER_LINE) }, (_, line) => {
    const own = cells.slice(PER_LINE * line, PER_LINE * (line + 1));
    return `| ${own.join(" | ")} |`;
  });
  return [...head, "", "{start_of_grid}", ...lines, "{end_of_grid}", ""].join("\n");
}

/** Accidentals as programs read them. */
const asciiOf = (name: string): string => name.replaceAll("♭", "b").replaceAll("♯", "#");
