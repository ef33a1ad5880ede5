import path from "node:path";
import type { SpeechForm } from "#core/models/forms.ts";
import { openAudioFile } from "../../audio/open-file.ts";
import { studioThreads } from "../../audio/studio/run-studio.ts";
import { wordErrors } from "../word-errors.ts";
import { SPEECH, SPOKEN } from "./material.ts";
import type { CheckOptions, ModelCheck } from "./model-check.ts";
import { timed } from "./run-timed.ts";

/** Two of its sixteen words; nets that write nonsense have most of them wrong. */
const MOST_WORD_ERRORS = 12.5;

export async function checkSpeech(form: SpeechForm, options: CheckOptions): Promise<ModelCheck> {
  const { home, files, signal } = options;
  const input = path.join(home, SPEECH);
  const source = await openAudioFile(input);
  const { duration } = source;
  source.close();
  const texts: string[] = [];
  const task = { form, files, input, threads: studioThreads() };
  const seconds = await timed(task, signal, (text) => texts.push(text));
  const { errors, words } = wordErrors(texts.join(" "), SPOKEN);
  const value = (100 * errors) / words;
  return {
    measure: "wer",
    value,
    limit: MOST_WORD_ERRORS,
    passed: value <= MOST_WORD_ERRORS,
    on: SPEECH,
    realTime: duration / seconds,
  };
}
