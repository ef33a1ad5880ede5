import type { VoiceForm } from "#core/models/forms.ts";
import { openStudioVoice } from "../../speech/open-studio-voice.ts";
import { LINES } from "./material.ts";
import type { CheckOptions, ModelCheck } from "./model-check.ts";

/** Seconds of a word: voices that say nothing are shorter, those that have lost themselves longer. */
const LEAST_PACE = 0.12;
const MOST_PACE = 1.2;
/** Level of full scale under which nothing is heard. */
const SILENCE = 0.003;

export async function checkVoice(
  form: VoiceForm,
  { files, signal }: CheckOptions,
): Promise<ModelCheck> {
  const { language } = form.kind === "piper" ? form : form.voices[0]!;
  const text = LINES[language] ?? LINES["en"]!;
  const voice = openStudioVoice(form, files);
  try {
    let start = performance.now();
    // The net is loaded with the first phrase.
    for await (const _ of voice.speakPhrases("1", { language, signal })) start = performance.now();
    const { samples, sampleRate, words } = await voice.speak(text, { language });
    const seconds = (performance.now() - start) / 1000;
    const heard = words.filter(({ from, to }) =>
      samples.subarray(from * sampleRate, to * sampleRate).some((x) => Math.abs(x) > SILENCE),
    );
    const duration = samples.length / sampleRate;
    const value = duration / words.length;
    return {
      measure: "pace",
      value,
      limit: MOST_PACE,
      passed:
        value >= LEAST_PACE &&
        value <= MOST_PACE &&
        heard.length === words.length &&
        samples.every(Number.isFinite),
      on: `“${text}”`,
      realTime: duration / seconds,
    };
  } finally {
    voice.close();
  }
}
