import { divideNarration } from "#audio/narration/divide-narration.ts";
import { type Narrator, pauseAfter } from "#audio/narration/narrator.ts";
import { NARRATION_RATE } from "#audio/narration/refine/refine-speech.ts";
import { spokenHeader, toShorts } from "#audio/narration/spoken-wav.ts";
import { type ScriptSentence, readScript } from "#audio/narration/script.ts";
import type { SpeechFolders } from "#core/page/app-data.ts";
import type { HostedModel } from "../../audio/models/model-slots.ts";
import { records } from "../../audio/records.ts";
import { openNarrator } from "../../audio/speech/open-narrator.ts";
import type { SpokenSentence } from "../../audio/spoken-text.ts";
import { type Voices, isHostedVoice, loadVoices } from "../../audio/voices/voices.ts";
import type { JobRunner } from "../../contract/job-runner.ts";
import type { JsonObject } from "../../contract/json.ts";
import { spokenSaving } from "../../panel-kit/save/spoken-saving.ts";
import { speechFileName } from "./editor/file-name.ts";
import { type SpeechParams, type StudioChoice, narrationOf } from "./editor/setup.ts";
import { batchesOf } from "./spoken/batches.ts";
import { keyOf, openSpeechCache } from "./spoken/speech-cache.ts";

/** Number of sentences that are stored together while a text is spoken. */
const PART = 24;

interface Params extends SpeechParams, JsonObject {
  readonly studio?: StudioChoice & JsonObject;
  readonly model?: HostedModel & JsonObject;
  /** Location of the voice. */
  readonly speech: SpeechFolders & JsonObject;
  readonly pronunciations: readonly ({
    readonly written: string;
    readonly spoken: string;
  } & JsonObject)[];
}

/** A part of the text: its samples, and its sentences with positions relative to its start. */
interface Part {
  readonly sound: Blob;
  readonly sentences: readonly SpokenSentence[];
}

const framesOf = (seconds: number): number => Math.round(seconds * NARRATION_RATE);

async function speakPart(
  narrator: Narrator,
  sentences: readonly ScriptSentence[],
  params: SpeechParams,
  {
    voices,
    signal,
    onSentence,
  }: {
    readonly voices: Voices;
    readonly signal: AbortSignal;
    readonly onSentence: (sentence: ScriptSentence) => void;
  },
): Promise<Part> {
  const isHosted = isHostedVoice(params.persona) && !params.studio;
  const pieces: BlobPart[] = [];
  const spoken: SpokenSentence[] = [];
  let at = 0;
  for (const { sentences: together, text: written, ranges } of batchesOf(sentences, isHosted)) {
    signal.throwIfAborted();
    const narration = narrationOf(params, together[0]!.persona, voices);
    const narrated = await narrator.synthesize(written, narration);
    const { parts, hasPauses } =
      together.length === 1
        ? { parts: [narrated], hasPauses: true }
        : divideNarration(narrated, ranges);
    for (const [index, { samples, words }] of parts.entries()) {
      const sentence = together[index]!;
      const { text, persona, chapter, endsParagraph } = sentence;
      const isLast = index === parts.length - 1;
      const rest = hasPauses || isLast ? framesOf(pauseAfter({ endsParagraph }, narration)) : 0;
      pieces.push(toShorts(samples), new Int16Array(rest));
      const end = at + samples.length;
      spoken.push({ text, persona, chapter, endsParagraph, start: at, end, rest, words });
      at = end + rest;
      onSentence(sentence);
    }
  }
  return { sound: new Blob(pieces), sentences: spoken };
}

/** Speaks a text directly into the device's storage, and resumes an interrupted run. */
const run: JobRunner<Params> = async (job) => {
  const { text, params, signal, sink, onProgress, defer, hosted, usageId } = job;
  const { speech, ...rest } = params;
  const setup: SpeechParams = rest;
  const script = readScript(text ?? "", setup.language);
  const narrator = openNarrator(speech, {
    model: setup.model ?? null,
    hosted: { hosted, usageId: usageId ?? "", signal },
  });
  defer(() => narrator.close());
  const voices = await loadVoices();
  const kept = await openSpeechCache();
  const name = speechFileName(text ?? "");
  const result = await sink(`${name}.wav`, "audio/wav");
  const writer = result.getWriter();
  const sentences: SpokenSentence[] = [];
  const all = script.sentences.length;
  // The progress of a sentence is weighted by its length.
  const lengthOf = (sentences: readonly ScriptSentence[]): number =>
    sentences.reduce((sum, { text: said }) => sum + said.length, 0);
  const length = lengthOf(script.sentences);
  let frames = 0;
  let done = 0;
  onProgress({ done: 0, stage: "panel-tts:stage.speaking" });
  // The length in the header is written at the end.
  await writer.write(spokenHeader(NARRATION_RATE, 0));
  for (let from = 0; from < all; from += PART) {
    const wanted = script.sentences.slice(from, from + PART);
    const key = await keyOf([
      setup,
      setup.studio ? null : voices(setup.persona),
      wanted.map((one) => [one.text, one.persona, one.endsParagraph]),
    ]);
    const before = await kept.read(key);
    const part: Part = before
      ? { sound: before.sound, sentences: JSON.parse(before.words) as SpokenSentence[] }
      : await speakPart(narrator, wanted, setup, {
          voices,
          signal,
          onSentence({ text: said }) {
            done += said.length;
            onProgress({ done: done / length, stage: "panel-tts:stage.speaking" });
          },
        });
    if (before) done += lengthOf(wanted);
    else if (all > PART) await kept.write(key, part.sound, JSON.stringify(part.sentences));
    for (const [at, one] of part.sentences.entries())
      sentences.push({
        ...one,
        chapter: wanted[at]!.chapter,
        start: one.start + frames,
        end: one.end + frames,
      });
    await writer.write(part.sound);
    frames += part.sound.size / 2;
  }
  await writer.write({ type: "write", position: 0, data: spokenHeader(NARRATION_RATE, frames) });
  writer.releaseLock();
  const saving = spokenSaving(frames);
  const written = await result.finish();
  if (written.kind === "written")
    await records.put("speeches", written.id, {
      sampleRate: NARRATION_RATE,
      chapters: script.chapters,
      sentences,
    });
  await kept.clear();
  return [{ ...written, saving }];
};
export default run;
