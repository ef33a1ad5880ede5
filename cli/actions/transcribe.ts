import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { downloadZip } from "client-zip";
import { MAX_SPEAKERS } from "#audio/speakers/cluster.ts";
import { type Problem, problem, ToolkitError } from "#core/errors/errors.ts";
import type { SpeechForm } from "#core/models/forms.ts";
import type { Model } from "#core/models/models.ts";
import { type SpeakerPair, speakerPair } from "#core/models/speaker-models.ts";
import { offeredModels } from "#core/models/offered.ts";
import { recommendedModel, TRANSCRIPT_TASK } from "#core/models/recommended-model.ts";
import { type Zip, writeTranscript } from "#core/transcript/save/write-transcript.ts";
import type { Transcript } from "#core/transcript/transcript.ts";
import type { Config } from "#core/site/config.ts";
import { createResources } from "../audio/effects/resources.ts";
import { findOpenErrors } from "../audio/open-file.ts";
import { requireOtherFiles, requireWritable } from "../audio/output/output-path.ts";
import { createProgressBar, describeFiles } from "../audio/progress-bar.ts";
import {
  addSpeakers,
  type SpeakerModels,
  type SpeakersRequest,
} from "../transcription/find-speakers.ts";
import { findRecordings } from "../transcription/find-recordings.ts";
import {
  type TranscriptJob,
  parseFormats,
  planTranscripts,
} from "../transcription/plan-transcripts.ts";
import { type SpeechModel, transcribeFile } from "../transcription/transcribe-file.ts";
import { loadConfig } from "../build/load/config.ts";
import type { Context } from "../command-kit/context.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";
import { renderProblems } from "../command-kit/render-error.ts";
import { writeAtomic } from "../files/files.ts";
import { openOutputRecord, TRANSCRIPT_RECORD } from "../files/output-record.ts";
import { chooseModels } from "../models/choose-models.ts";
import { openModel } from "../models/open-model.ts";
import { loadLock, loadRegistry } from "../models/registry.ts";
import { openVoice } from "../speech/open-voice.ts";

interface Options {
  readonly files: readonly string[];
  readonly out?: string;
  readonly language?: string;
  readonly terms?: string;
  readonly engine?: string;
  readonly models?: string;
  readonly formats: string;
  /** Whether to find who speaks, or the number of speakers. */
  readonly speakers?: true | string;
  readonly force?: boolean;
  readonly json?: boolean;
}

interface Result {
  readonly input: string;
  readonly outputs: readonly string[];
  /** `skipped`: already finished in an earlier run. */
  readonly state: "written" | "skipped";
  readonly language?: string;
  /** Length of the recording. */
  readonly seconds?: number;
  readonly words?: number;
}

/** A model on disk, and a digest of all its files. */
interface OpenedModel extends SpeechModel {
  readonly digest: string;
}

/** `toolkit transcribe` */
export default async function transcribeFiles(context: Context, input: object): Promise<ExitCode> {
  const options = input as Options;
  const { files, force = false, json } = options;
  if (files.length === 0) throw usage("Which recordings?");
  if (options.out === undefined) throw usage("Where to? Name a folder with --out.");
  const out = path.resolve(context.cwd, options.out);
  const formats = parseFormats(options.formats);
  const language = options.language?.toLowerCase().split("-")[0];
  const speakerCount = parseSpeakers(options.speakers);
  const config = await loadConfig(context.root);
  const chosen = chooseModel(context, config, { engine: options.engine, language });
  const terms = parseTerms(options.terms, chosen);
  const jobs = planTranscripts(await findRecordings(files, context.cwd), out, formats);
  const inputs = jobs.map((job) => resolveInput(context, job));
  const outputFiles = jobs.flatMap(({ outputs }) => outputs.map(({ file }) => file));
  requireOtherFiles(inputs, outputFiles);
  await requireWritable(outputFiles);
  const failures: Problem[] = [];
  const report = (results: readonly Result[]): ExitCode => {
    const ok = failures.length === 0;
    if (json)
      context.print(`${JSON.stringify({ ok, model: chosen.id, results, problems: failures })}\n`);
    else context.log(renderProblems(failures, context));
    return ok ? 0 : 1;
  };
  const errors = await findOpenErrors(inputs);
  if (errors) {
    failures.push(...errors.map(problemOf));
    return report([]);
  }
  const log = json ? () => {} : context.log;
  const bar = createProgressBar(log, context.interactive && !json);
  const openOptions = { models: options.models, loadConfig: async () => config, log, bar };
  const opened = await openModel(context, chosen, openOptions);
  const pair = speakerCount === undefined ? null : await openSpeakers();
  const digests = [opened, ...(pair?.opened ?? [])]
    .flatMap(({ locked }) => locked.files.map(({ sha256 }) => sha256))
    .join("\n");
  const model: OpenedModel = {
    ...chosen,
    form: chosen.form as SpeechForm,
    files: opened.files,
    digest: createHash("sha256").update(digests).digest("hex"),
  };
  const record = openOutputRecord(out, TRANSCRIPT_RECORD);
  const voice = openVoice();
  const activity = await createResources(context.home).bytes("silero.f16");
  const speakers = pair && { models: pair.models, count: speakerCount ?? null };
  const { signal } = context;
  const run = { record, out, force, language, terms, voice, activity, speakers, signal };
  const results: Result[] = [];
  try {
    for (const [at, job] of jobs.entries()) {
      const shown = path.relative(context.cwd, path.resolve(context.cwd, job.input));
      let share = 0;
      const draw = bar.begin(() => describeFiles([{ at, name: shown, share }], jobs.length));
      const onProgress = (done: number): void => {
        share = done;
        draw((at + done) / jobs.length);
      };
      try {
        const input = resolveInput(context, job);
        const result = await transcribeJob({ ...job, input }, model, { ...run, onProgress });
        results.push({ ...result, input: job.input });
        bar.clear();
        log(`${describe(results.at(-1)!)}\n`);
      } catch (error) {
        bar.clear();
        if (context.signal.aborted) throw new ToolkitError("CANCELLED", {}, { cause: error });
        if (!(error instanceof ToolkitError)) throw error;
        failures.push(problemOf(error));
      }
    }
  } finally {
    voice.close();
  }
  return report(results);

  async function openSpeakers() {
    const { segmentation, embedding } = chooseSpeakerModels(context, config);
    const segments = await openModel(context, segmentation, openOptions);
    const voices = await openModel(context, embedding, openOptions);
    const models: SpeakerModels = {
      segmentation: { form: segmentation.form, graph: segments.files["graph"]! },
      embedding: { form: embedding.form, graph: voices.files["graph"]! },
    };
    return { models, opened: [segments, voices] };
  }
}

/** @throws {ToolkitError} USAGE if the model uses no names and terms */
function parseTerms(given: string | undefined, { id, form }: Model): string | undefined {
  const terms = given?.trim() ?? "";
  if (terms === "") return undefined;
  if (form?.kind !== "whisper")
    throw usage(`--terms needs a Whisper model, such as --engine whisper-base; ${id} is none.`);
  return terms;
}

/** @returns the number of speakers; null: to be found; undefined: speakers are not wanted */
function parseSpeakers(given: Options["speakers"]): number | null | undefined {
  if (given === undefined) return undefined;
  if (given === true) return null;
  const count = Number(given);
  if (!Number.isInteger(count) || count < 1 || count > MAX_SPEAKERS)
    throw usage(`--speakers takes a number from 1 to ${MAX_SPEAKERS}, or none.`);
  return count;
}

/** @throws {ToolkitError} USAGE if the site has no models that find speakers */
function chooseSpeakerModels(
  { root, home }: Context,
  { models: { hub, accept } }: Config,
): SpeakerPair<Model> {
  const settings = { baseUrl: "/models", hub, accept };
  const ids = new Set(
    offeredModels(loadRegistry(root, home), loadLock(root, home), settings).map(({ id }) => id),
  );
  const pair = speakerPair(loadRegistry(root, home).filter(({ id }) => ids.has(id)));
  if (!pair)
    throw usage("No models that find speakers are locked: `toolkit models list` shows why.");
  return pair;
}

const problemOf = ({ code, params }: ToolkitError): Problem => problem(code, params as never);

const resolveInput = ({ cwd }: Context, { input }: TranscriptJob): string =>
  path.resolve(cwd, input);

/** `talk.mp3 → texts/talk.{txt,srt}` */
function describe({ input, outputs, state, words }: Result): string {
  if (state === "skipped") return `${input}: finished before`;
  const endings = outputs.map((file) => path.extname(file).slice(1));
  const [first] = outputs as [string];
  const stem = first.slice(0, -path.extname(first).length);
  const shown = endings.length === 1 ? first : `${stem}.{${endings.join(",")}}`;
  return `${input} → ${shown}${words === 0 ? " (no speech found)" : ""}`;
}

/**
 * The requested model, or the recommended one for the language.
 * @throws {ToolkitError} MODEL_UNKNOWN, MODEL_NO_TRANSCRIPT, MODEL_LANGUAGE
 */
function chooseModel(
  { root, home }: Context,
  { models: { hub, accept } }: Config,
  {
    engine,
    language,
  }: { readonly engine: string | undefined; readonly language: string | undefined },
): Model {
  const registry = loadRegistry(root, home);
  if (engine === undefined) {
    const settings = { baseUrl: "/models", hub, accept };
    const offered = offeredModels(registry, loadLock(root, home), settings);
    const found = recommendedModel(offered, language ?? null);
    if (found) return registry.find(({ id }) => id === found.id)!;
    const able = offered.filter(({ task }) => task === TRANSCRIPT_TASK);
    const known = [...new Set(able.flatMap(({ languages }) => languages))].join(", ");
    if (known !== "")
      throw new ToolkitError("MODEL_LANGUAGE", {
        id: "The site's registry",
        language: language ?? "",
        known,
      });
    throw usage("No model that transcribes is locked: `toolkit models list` shows why.");
  }
  const [model] = chooseModels(registry, [engine], () => false) as [Model];
  const { id, task, form, languages } = model;
  if (form?.kind !== "moonshine" && form?.kind !== "whisper")
    throw new ToolkitError("MODEL_NO_TRANSCRIPT", { id, task });
  if (language !== undefined && !languages.includes(language))
    throw new ToolkitError("MODEL_LANGUAGE", { id, language, known: languages.join(", ") });
  return model;
}

interface JobRun {
  readonly record: ReturnType<typeof openOutputRecord>;
  /** The output folder. */
  readonly out: string;
  readonly force: boolean;
  readonly language: string | undefined;
  readonly terms: string | undefined;
  readonly voice: ReturnType<typeof openVoice>;
  /** Weights of the voice activity. */
  readonly activity: ArrayBuffer;
  /** Models that find who speaks; null if speakers are not requested. */
  readonly speakers: SpeakersRequest | null;
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
}

/** @throws {ToolkitError} INPUT_UNREADABLE, OUTPUT_EXISTS, and errors of `transcribeFile` */
async function transcribeJob(
  { input, name, outputs }: TranscriptJob,
  model: OpenedModel,
  { record, out, force, language, terms, speakers, ...run }: JobRun,
): Promise<Result> {
  const files = outputs.map(({ file }) => file);
  const stat = fs.statSync(input, { throwIfNoEntry: false });
  if (!stat)
    throw new ToolkitError("INPUT_UNREADABLE", { file: input, detail: "there is no such file." });
  const made = {
    input: path.relative(out, input),
    bytes: stat.size,
    modifiedAt: stat.mtimeMs,
    model: model.digest,
    language: language ?? "",
    ...(terms !== undefined && { terms }),
    ...(speakers && { speakers: speakers.count ?? 0 }),
  };
  if (!force) {
    const state = await record.stateOf(name, made, files);
    if (state === "finished") return { input, outputs: files, state: "skipped" };
    if (state !== "open") throw new ToolkitError("OUTPUT_EXISTS", { file: state.blocked });
  }
  const spoken = await transcribeFile(input, model, { ...run, language, terms });
  const transcript = speakers
    ? await addSpeakers(spoken, input, { ...speakers, signal: run.signal })
    : spoken;
  const written = await contentsOf(transcript, path.basename(name), outputs);
  for (const { file, content } of written) writeAtomic(file, content);
  await record.add(name, made, files);
  const words = transcript.lines.reduce((sum, line) => sum + line.words.length, 0);
  const { seconds } = transcript;
  return {
    input,
    outputs: files,
    state: "written",
    language: transcript.language,
    seconds,
    words,
  };
}

const zip: Zip = async (files) => new Uint8Array(await downloadZip(files).arrayBuffer());

const contentsOf = (
  transcript: Transcript,
  title: string,
  outputs: TranscriptJob["outputs"],
): Promise<{ readonly file: string; readonly content: string | Uint8Array }[]> =>
  Promise.all(
    outputs.map(async ({ format, file }) => {
      const { content } = await writeTranscript(transcript, format, { title, first: title, zip });
      return { file, content };
    }),
  );

const usage = (detail: string): ToolkitError => new ToolkitError("USAGE", { detail });
