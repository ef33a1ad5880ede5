import type { SongAnalysis } from "#audio/music/analyze-song.ts";
import { nameOfKey } from "#audio/music/key.ts";
import { timeSignatureOf } from "#audio/music/song-beats.ts";
import { type Problem, problem, ToolkitError } from "#core/errors/errors.ts";
import { analyzeFile } from "../audio/analysis/analyze-file.ts";
import type { Context } from "../command-kit/context.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";
import { renderProblems } from "../command-kit/render-error.ts";
import { renderTable } from "../command-kit/render-table.ts";

interface Options {
  readonly files: readonly string[];
  readonly json?: boolean;
}

/** `toolkit analyze` */
export default async function analyzeFiles(context: Context, input: object): Promise<ExitCode> {
  const { files, json } = input as Options;
  if (files.length === 0) throw new ToolkitError("USAGE", { detail: "Which files?" });
  const results: (SongAnalysis & { readonly file: string })[] = [];
  const failures: Problem[] = [];
  for (const file of files)
    try {
      results.push({ file, ...(await analyzeFile(file, context.signal)) });
    } catch (error) {
      if (!(error instanceof ToolkitError) || context.signal.aborted) throw error;
      failures.push(problem(error.code, error.params as never));
    }
  const ok = failures.length === 0;
  if (json) context.print(`${JSON.stringify({ ok, results, problems: failures })}\n`);
  else {
    const header = ["file", "tempo", "time", "key"];
    context.print(renderTable(header, results.map(rowOf), context.printsToTerminal));
    context.log(renderProblems(failures, context));
  }
  return ok ? 0 : 1;
}

function rowOf({
  file,
  beat,
  key,
  keys = [],
}: SongAnalysis & { readonly file: string }): readonly string[] {
  const tempo = beat ? `${beat.steady ? "" : "~"}${beat.bpm.toFixed(1)} BPM` : "no beat";
  // Changes, with the seconds at which each begins.
  const names = keys.map((one) => `${nameOfKey(one)}${one.from > 0 ? ` (${one.from} s)` : ""}`);
  return [file, tempo, beat ? timeSignatureOf(beat) : "", key ? names.join(", ") : ""];
}
