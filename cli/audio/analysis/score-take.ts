import { lineRanges } from "#audio/music/singing/line-ranges.ts";
import {
  type LineScore,
  scoreSinging,
  type SingingMeasures,
} from "#audio/music/singing/score-singing.ts";
import type { LyricLine } from "#core/lyrics/lyrics.ts";
import type { Context } from "../../command-kit/context.ts";
import type { ExitCode } from "../../command-kit/exit-code.ts";
import { renderTable } from "../../command-kit/render-table.ts";
import { findMelody, trackVocal } from "./track-vocal.ts";

interface Take {
  /** The singing of the original, without accompaniment. */
  readonly vocal: string;
  readonly sung: string;
  readonly lyrics: readonly LyricLine[];
  /** Whether only the octave of the original is right. */
  readonly exactOctave: boolean;
  readonly json: boolean;
}

/** Prints the score of a take, by line. */
export async function scoreTake(
  { vocal, sung, lyrics, exactOctave, json }: Take,
  context: Context,
): Promise<ExitCode> {
  const melody = await findMelody(vocal, context.signal);
  const take = await trackVocal(sung, context.signal);
  const ranges = lineRanges(lyrics);
  const score = scoreSinging(melody, take, {
    anyOctave: !exactOctave,
    ...(ranges.length > 0 && { lines: ranges.map(({ from, to }) => ({ from, to })) }),
  });
  const texts = ranges.map(({ line }) => line.text);
  if (json) {
    const lines = score.lines.map((line, at) => ({
      ...line,
      ...(texts[at] !== undefined && { text: texts[at] }),
    }));
    const result = { file: vocal, take: sung, ...score, lines };
    context.print(`${JSON.stringify({ ok: true, results: [result], problems: [] })}\n`);
    return 0;
  }
  const header = ["line", "score", "sung", "pitch", "notes", "timing", ""];
  const rows = score.lines.map((line, at) => [timeOf(line), ...cellsOf(line), texts[at] ?? ""]);
  rows.push(["all", ...cellsOf(score), ""]);
  context.print(renderTable(header, rows, context.printsToTerminal));
  const latency = Math.round(1000 * score.latency);
  if (latency !== 0)
    context.log(
      `The take is ${Math.abs(latency)} ms ${latency > 0 ? "late" : "early"} throughout, which does not count.\n`,
    );
  return 0;
}

function timeOf({ from }: LineScore): string {
  const seconds = Math.floor(from);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function cellsOf({ score, sung, cents, bias, notes, timing }: SingingMeasures): string[] {
  const direction = bias === null || Math.abs(bias) < 20 ? "" : bias < 0 ? " flat" : " sharp";
  return [
    score === null ? "–" : String(Math.round(100 * score)),
    `${Math.round(100 * sung)} %`,
    cents === null ? "–" : `${cents} cents${direction}`,
    `${notes.hit} of ${notes.total}`,
    timing === null ? "–" : `${Math.round(1000 * timing)} ms`,
  ];
}
