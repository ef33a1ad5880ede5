import { readFileSync } from "node:fs";
import path from "node:path";
import { type StudioTask, runStudio } from "#cli/audio/studio/run-studio.ts";
import { wordErrors } from "#cli/models/word-errors.ts";

const SPEECH = "/usr/share/pocketsphinx/test/data/librivox";

export const SPEECH_HEADER = ["", "words", "wrong", "× real time", "text"];

/** How many words of the LibriVox sentences a net for transcripts writes wrongly. */
export async function benchSpeech(task: Omit<StudioTask, "input">): Promise<string[][]> {
  const truths = readFileSync(path.join(SPEECH, "transcription"), "utf8").trim().split("\n");
  const rows: string[][] = [];
  const all = { errors: 0, words: 0 };
  for (const line of truths) {
    const [, truth, name] = /^<s> (.*) <\/s> \((.*)\)$/.exec(line)!;
    const input = path.join(SPEECH, `${name}.wav`);
    let text = "";
    let length = 0;
    let start = performance.now();
    for await (const message of runStudio({ ...task, input }, new AbortController().signal)) {
      if (message.kind === "ready") start = performance.now();
      if (message.kind !== "spoken" || !message.value.finished) continue;
      text += ` ${message.value.text}`;
      length = message.value.end;
    }
    const { errors, words } = wordErrors(text, truth!);
    all.errors += errors;
    all.words += words;
    const pace = length / ((performance.now() - start) / 1000);
    rows.push([name!.slice(-4), String(words), String(errors), pace.toFixed(1), text.trim()]);
  }
  const rate = ((100 * all.errors) / all.words).toFixed(1);
  rows.push(["all", String(all.words), String(all.errors), "", `${rate} % (PocketSphinx: 36.6 %)`]);
  return rows;
}
