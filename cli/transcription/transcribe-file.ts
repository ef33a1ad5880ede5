import { type TranscriptPart, alignPart } from "#audio/alignment/align-part.ts";
import type { AlignRequest } from "#audio/alignment/align-source.ts";
import type { Alignment } from "#audio/alignment/align-words.ts";
import type { AlignReading } from "#audio/alignment/time-lines.ts";
import type { SpeechVoice } from "#audio/speech/speech.ts";
import type { SpeechForm } from "#core/models/forms.ts";
import type { Transcript, TranscriptLine } from "#core/transcript/transcript.ts";
import { createThreadClient } from "../audio/threads/thread-client.ts";
import { openAudioFile } from "../audio/open-file.ts";
import { runStudio, studioThreads } from "../audio/studio/run-studio.ts";

/** A speech recognition model on the disk. */
export interface SpeechModel {
  readonly id: string;
  /** Name given by its authors. */
  readonly name: string;
  readonly form: SpeechForm;
  /** Paths, by the roles of the form. */
  readonly files: Readonly<Record<string, string>>;
  /** ISO 639 codes. */
  readonly languages: readonly string[];
}

export interface TranscribeOptions {
  /** ISO 639 code of what is spoken; undefined: detected. */
  readonly language: string | undefined;
  /** Names and terms that may be spoken; only models of the form `whisper` use them. */
  readonly terms?: string | undefined;
  /** Reads the text for the alignment of words. */
  readonly voice: Pick<SpeechVoice, "speak">;
  /** Weights of the voice activity; ranges without speech are not transcribed. */
  readonly activity: ArrayBuffer;
  readonly signal: AbortSignal;
  /** @param share 0 to 1 */
  readonly onProgress: (share: number) => void;
}

/** Share of the progress that is the alignment of words. */
const ALIGNMENT_SHARE = 0.5;

/**
 * Transcribes a recording. Words are aligned while the model continues.
 * @throws {ToolkitError} where the recording cannot be read
 */
export async function transcribeFile(
  input: string,
  { form, files, name, languages }: SpeechModel,
  { language, terms, voice, activity, signal, onProgress }: TranscribeOptions,
): Promise<Transcript> {
  const { duration: seconds } = await lengthOf(input);
  const aligner = createThreadClient<(request: AlignRequest) => Promise<Alignment>>(
    new URL("align-thread.ts", import.meta.url),
    input,
  );
  const align: AlignReading = (request) => aligner.call(request);
  const lines: TranscriptLine[] = [];
  let spoken = language ?? (languages.length === 1 ? languages[0]! : "");
  const shares = { heard: 0, aligned: 0 };
  const reportProgress = (): void =>
    onProgress((1 - ALIGNMENT_SHARE) * shares.heard + ALIGNMENT_SHARE * shares.aligned);
  const shareOf = ({ end }: TranscriptPart): number => Math.min(1, end / Math.max(end, seconds));
  let alignment = Promise.resolve();
  const addLines = async (part: TranscriptPart): Promise<void> => {
    signal.throwIfAborted();
    lines.push(...(await alignPart(part, spoken, { align, voice, signal })));
    shares.aligned = shareOf(part);
    reportProgress();
  };
  try {
    const task = { form, files, input, language, terms, activity, threads: studioThreads() };
    for await (const message of runStudio(task, signal)) {
      if (message.kind !== "spoken") continue;
      const { value: part } = message;
      if (part.language !== undefined) spoken = part.language;
      shares.heard = shareOf(part);
      reportProgress();
      if (!part.finished) continue;
      alignment = alignment.then(() => addLines(part));
      // Reported below, after the model has finished.
      alignment.catch(() => {});
    }
    await alignment;
  } finally {
    aligner.close();
  }
  lines.sort((a, b) => a.from - b.from);
  return {
    engine: "studio",
    model: name,
    language: spoken || "en",
    seconds,
    speakers: [],
    lines,
    pauses: [],
  };
}

async function lengthOf(input: string): Promise<{ readonly duration: number }> {
  const source = await openAudioFile(input);
  source.close();
  return source;
}
