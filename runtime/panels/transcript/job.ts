import { type TranscriptPart, alignPart } from "#audio/alignment/align-part.ts";
import { showLive } from "./engines/live-transcripts.ts";
import type { Transcript, TranscriptLine } from "#core/transcript/transcript.ts";
import { writeJson } from "#core/transcript/save/texts.ts";
import { assignSpeakers } from "#core/transcript/assign-speakers.ts";
import { sharedModelHost } from "../../audio/models/shared-host.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import { alignSound } from "../../audio/speech/align-sound.ts";
import { openVoice } from "../../audio/speech/open-voice.ts";
import { resultName } from "../../panel-kit/settings/effect-params.ts";
import type { TranscriptParams } from "../../panel-kit/transcribe/params.ts";
import type { JobRun, JobRunner } from "../../contract/job-runner.ts";

type Run = JobRun<TranscriptParams>;
type Made = Pick<Transcript, "lines" | "speakers" | "language"> & { readonly doubtful?: boolean };

/** Transcribes a recording with the chosen engine only. */
const runTranscript: JobRunner<TranscriptParams> = async (run) => {
  const { params, defer, fileIds } = run;
  const file = run.files[0]!;
  const voice = params.speech ? openVoice(params.speech) : null;
  const fileId = fileIds[0]!;
  defer(() => {
    voice?.close();
    showLive(fileId, undefined);
  });
  const seconds = await lengthOf(file);
  const made = await nameSpeakers(run, (own) =>
    params.engine === "align"
      ? align(own, { voice, seconds })
      : (writeOnServers(own) ?? hear(own, { voice, seconds })),
  );
  const { engine } = params;
  const model = engine === "hosted" ? run.hosted.transcription : params.model?.name;
  const transcript: Transcript = { engine, model: model ?? "", seconds, pauses: [], ...made };
  const blob = new Blob([writeJson(transcript)], { type: "application/json" });
  const name = resultName(file.name, { suffix: "transcript", ending: "json" });
  const written = { kind: "blob", name, blob, role: "transcript" } as const;
  return [made.lines.length > 0 ? written : { ...written, unchanged: "panel-transcript:nothing" }];
};
export default runTranscript;

/** Part of the progress that is the search for speakers. */
const SPEAKERS_SHARE = 0.4;

/** Finds who speaks each word, if that was requested and the text does not say so. */
async function nameSpeakers(run: Run, write: (run: Run) => Promise<Made>): Promise<Made> {
  const { speakers } = run.params;
  if (!speakers) return write(run);
  const made = await write({
    ...run,
    onProgress: ({ done, ...progress }) =>
      run.onProgress({ ...progress, done: done === null ? null : (1 - SPEAKERS_SHARE) * done }),
  });
  if (made.speakers.length > 0 || made.lines.length === 0) return made;
  const { names, ...options } = speakers;
  const { turns, voices } = await sharedModelHost().findSpeakers(run.files[0]!, {
    ...options,
    signal: run.signal,
    onProgress: (done) =>
      run.onProgress({
        done: 1 - SPEAKERS_SHARE + SPEAKERS_SHARE * (done ?? 0),
        stage: "panel-transcript:stage.speakers",
      }),
  });
  return assignSpeakers(made, turns, names.slice(0, voices.length));
}

interface Hearing {
  readonly voice: ReturnType<typeof openVoice> | null;
  readonly seconds: number;
}

async function lengthOf(file: File): Promise<number> {
  const reading = await sharedEngine().open([file], true);
  reading.close();
  return reading.files[0]!.duration;
}

async function align(
  { files, fileIds, params, signal, onProgress }: Run,
  { voice, seconds }: Hearing,
): Promise<Made> {
  const { alignText } = await import("./engines/align-text.ts");
  const { text, language } = params;
  const lines: TranscriptLine[] = [];
  const found = await alignText(files[0]!, {
    text,
    language,
    seconds,
    voice,
    signal,
    onProgress: (done) => onProgress({ done, stage: ALIGNING }),
    onLine(line) {
      lines.push(line);
      showLive(fileIds[0]!, { lines: [...lines], draft: "" });
    },
  });
  return { ...found, language };
}

/** Has the site's servers write and align the text; null if the job runs on the device. */
function writeOnServers({ engine, files, params, signal, onProgress }: Run): Promise<Made> | null {
  const { model, language, terms } = params;
  const base = language.split("-")[0]!;
  if (!engine.transcribe || !model) return null;
  return engine.transcribe(
    { file: files[0]!, model, ...(base && { language: base }), ...(terms && { terms }) },
    {
      signal,
      onProgress: (done, stage) =>
        onProgress({ done, stage: stage === "working" ? HEARING : `panel-kit:stage.${stage}` }),
    },
  );
}

/** Transcribes part by part; words are aligned while the engine continues. */
async function hear(run: Run, { voice, seconds }: Hearing): Promise<Made> {
  const { params, signal, fileIds } = run;
  const file = run.files[0]!;
  const align = alignSound(file, signal);
  const lines: TranscriptLine[] = [];
  let draft = "";
  let language = params.language;
  const show = (): void => showLive(fileIds[0]!, { lines: [...lines], draft });
  let timing: Promise<void> = Promise.resolve();
  // Alignment runs concurrently and takes longer, so both count for the progress.
  const shares = { heard: 0, timed: 0 };
  const timingShare = voice === null ? 0 : TIMING;
  const tell = (stage: string): void => {
    const { heard, timed } = shares;
    run.onProgress({ done: (1 - timingShare) * heard + timingShare * timed, stage });
  };
  const time = async (part: TranscriptPart): Promise<void> => {
    signal.throwIfAborted();
    lines.push(...(await alignPart(part, language, { align, voice, signal })));
    shares.timed = Math.max(shares.timed, Math.min(1, part.end / Math.max(part.end, seconds)));
    if (shares.heard === 1) tell(ALIGNING);
    show();
  };
  const parts = await openParts(run, {
    onLanguage: (found) => (language = found),
    onProgress(done, stage) {
      if (done === null || stage !== HEARING) return run.onProgress({ done, stage });
      shares.heard = done;
      tell(stage);
    },
  });
  for await (const part of parts) {
    draft = part.finished ? "" : part.text;
    if (!part.finished) show();
    else {
      timing = timing.then(() => time(part));
      // Errors are reported below, after the engine has finished.
      timing.catch(() => {});
    }
  }
  shares.heard = 1;
  tell(ALIGNING);
  await timing;
  lines.sort((a, b) => a.from - b.from);
  return { lines, speakers: [], language: language || "en" };
}

const HEARING = "panel-transcript:stage.hearing";
const ALIGNING = "panel-transcript:stage.aligning";
const INSTALLING = "panel-transcript:stage.installing";
/** Part of the progress that is the alignment of words, if there is a voice for it. */
const TIMING = 0.5;

interface HearOptions {
  readonly onLanguage: (language: string) => void;
  /** @param stage `HEARING`, or an earlier stage */
  readonly onProgress: (done: number | null, stage: string) => void;
}

async function openParts(
  run: Run,
  { onLanguage, onProgress }: HearOptions,
): Promise<AsyncIterable<TranscriptPart>> {
  const { files, params, signal } = run;
  const { language, model, terms } = params;
  const tell = (done: number | null, stage: string): void =>
    onProgress(done, stage === "working" ? HEARING : `panel-kit:stage.${stage}`);
  const file = files[0]!;
  if (params.engine === "browser") {
    const { transcribeWithBrowser } = await import("./engines/transcribe-with-browser.ts");
    return transcribeWithBrowser(file, {
      language,
      signal,
      onProgress: (done) => onProgress(done, done === null ? INSTALLING : HEARING),
    });
  }
  if (params.engine === "hosted") {
    const { transcribeHosted } = await import("./engines/transcribe-hosted.ts");
    const { hosted, usageId } = run;
    return transcribeHosted(file, {
      hosted,
      usageId: usageId ?? "",
      language,
      signal,
      onLanguage,
      onProgress: (done) => onProgress(done, HEARING),
    });
  }
  const { transcribeWithModel } = await import("./engines/transcribe-with-model.ts");
  return transcribeWithModel(file, {
    model: model!,
    language,
    ...(terms && { terms }),
    signal,
    onLanguage,
    onProgress: tell,
  });
}
