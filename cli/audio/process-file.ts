import path from "node:path";
import type { Effect, EffectNet, Findings, Resources } from "#audio/effect.ts";
import type { AudioSource } from "#audio/media/audio-source.ts";
import { writeProvenance } from "#audio/media/tags/provenance.ts";
import type { AudioWriter, WriterOptions } from "#audio/media/writers/audio-writer.ts";
import { loweringBehindEncoder } from "#audio/media/writers/headroom.ts";
import { LOSSLESS, loudnessNotes, reductionToFit } from "#audio/media/problems/notes.ts";
import { type Step, type UnchangedReason, prepareStep } from "#audio/pipeline/step.ts";
import { type RunDeps, runEffect } from "#audio/tasks/run-effect.ts";
import type { RunRequest, RunResult } from "#audio/tasks/run-request.ts";
import type { Values } from "#audio/tasks/task.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import {
  type ResultFormat,
  isVideoFormat,
  OUTPUT_FORMATS,
} from "#audio/media/writers/output-formats.ts";
import { resolveFormat } from "./formats.ts";
import { openBytes } from "./host/node-host.ts";
import { type FileNote, inputFault } from "./media-problem.ts";
import { openAudioFile } from "./open-file.ts";
import type { Job } from "./plan-jobs.ts";
import { type DecodedLevels, decodedLevels } from "./decoded-levels.ts";
import { encodeToFit } from "./encode-to-fit.ts";
import { createResultFile, openNodeWriter, type ResultFile } from "./write-file.ts";

/** Result of processing a file. */
export interface ProcessedFile {
  readonly seconds: number;
  readonly sampleRate: number;
  readonly channels: number;
  readonly findings: Findings | null;
  /** Why the output equals the input; null if something changed. */
  readonly unchanged: UnchangedReason | null;
  readonly notes: readonly FileNote[];
  /** Peak in dBFS before clipping; missing if nothing was clipped. */
  readonly clippedPeak?: number;
  /** Loudness of the result in LUFS, if a loudness was requested. */
  readonly loudness?: number;
  /** Attenuation in dB that kept the result below full scale; missing if none was needed. */
  readonly loweredBy?: number;
}

export interface ProcessOptions {
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** An effect with its values, ready for any number of files. */
export interface PreparedEffect {
  readonly effect: Effect;
  readonly values: Values;
  readonly step: Step;
}

/** @param net network that takes over a part of the effect */
export const prepareEffect = async (
  effect: Effect,
  values: Values,
  { resources, net = null }: { readonly resources: Resources; readonly net?: EffectNet | null },
): Promise<PreparedEffect> => ({
  effect,
  values,
  step: await prepareStep(effect, values as never, resources, net),
});

/**
 * Applies an effect to a file.
 * @throws {ToolkitError} if it cannot be processed, or the result is empty
 */
export async function processFile(
  prepared: PreparedEffect,
  job: Job,
  options: ProcessOptions,
): Promise<ProcessedFile> {
  const source = await openAudioFile(job.input);
  try {
    return await processSource(prepared, source, { ...job, ...options });
  } catch (error) {
    throw inputFault(error, job.input);
  } finally {
    source.close();
  }
}

/**
 * Applies an effect and writes 32-bit floats, which lose nothing between two effects.
 * @throws as `processFile`
 */
export async function processToFloat(
  prepared: PreparedEffect,
  source: AudioSource,
  job: Pick<Job, "input"> & ProcessOptions & Pick<ResultFile, "write">,
): Promise<Pick<ProcessedFile, "findings" | "unchanged" | "notes">> {
  const { findings, unchanged, notes } = await runOnce(prepared, source, {
    ...job,
    openWriter: (options) => openNodeWriter(options),
    request: { output: "wav32f" },
  });
  return { findings, unchanged, notes };
}

/** Maximum number of attempts to write a result below full scale. */
const TRIES = 5;

/** Tolerance in dB of true peaks, relative to `loweringToFit`. */
const FIT_SLACK = 0.1;

const isLossless = (output: ResultFormat): boolean =>
  !isVideoFormat(output) && OUTPUT_FORMATS[output].lossless;

/**
 * Applies an effect to a sound, and writes the result again with other levels while a lossy encoder
 * exceeds its ceiling or misses its loudness, or, on request, while it exceeds full scale.
 */
export async function processSource(
  prepared: PreparedEffect,
  source: AudioSource,
  job: Job & ProcessOptions,
): Promise<ProcessedFile> {
  const { step } = prepared;
  const output = resolveFormat(job.format, source.codec);
  const { result, decoded, loweredBy } =
    step.ceiling !== null && !isLossless(output)
      ? { ...(await processToCeiling(prepared, source, job)), loweredBy: 0 }
      : await processToFit(prepared, source, job);
  const isLossy = isLossyCopy(source, job, output);
  return {
    ...outcomeOf(result, step, decoded),
    notes: [...notesOf(result, step, decoded), ...(isLossy ? (["lossy"] as const) : [])],
    ...(loweredBy > 0 && { loweredBy }),
  };
}

interface WrittenResult {
  readonly result: RunResult;
  /** Levels of the file, if it was measured. */
  readonly decoded: DecodedLevels | null;
}

/** Writes a result without a ceiling, and on request again with less gain until its peaks fit. */
async function processToFit(
  prepared: PreparedEffect,
  source: AudioSource,
  job: Job & ProcessOptions,
): Promise<WrittenResult & Pick<Required<ProcessedFile>, "loweredBy">> {
  const output = resolveFormat(job.format, source.codec);
  let loweredBy = 0;
  for (let tries = 1; ; tries++) {
    const video = isVideoFormat(output) ? await openBytes(job.input) : undefined;
    const file = createResultFile(job.output);
    try {
      const result = await runOnce(prepared, source, {
        ...job,
        write: file.write,
        openWriter: (options) => openNodeWriter(options, video),
        request: { output, lowerBy: loweredBy, ...(job.fit && { measured: "levels" }) },
      });
      const mayFit = job.fit && tries < TRIES;
      const lowering = mayFit && output !== "wav32f" ? reductionToFit(result.after.truePeak) : 0;
      if (lowering > FIT_SLACK) {
        loweredBy += lowering;
        continue;
      }
      const isMeasured = job.fit && !isLossless(output);
      const decoded = isMeasured ? await decodedLevels(await file.complete()) : null;
      const raised = decoded && mayFit ? loweringBehindEncoder(decoded.truePeak) : 0;
      if (raised > 0) {
        loweredBy += raised;
        continue;
      }
      await file.finish();
      return { result, decoded, loweredBy };
    } finally {
      await file.discard();
      video?.close();
    }
  }
}

/**
 * Writes a result with a ceiling in a lossy format. The sound before the encoder is stored beside
 * it, so that further attempts only encode.
 */
async function processToCeiling(
  prepared: PreparedEffect,
  source: AudioSource,
  job: Job & ProcessOptions,
): Promise<WrittenResult> {
  const { step } = prepared;
  const output = resolveFormat(job.format, source.codec);
  const video = isVideoFormat(output) ? await openBytes(job.input) : undefined;
  const sound = createResultFile(`${job.output}.0`);
  const openWriter = (options: WriterOptions) => openNodeWriter(options, video);
  try {
    return await encodeToFit(job, {
      ceiling: step.ceiling!,
      process: (write, onProgress) =>
        runOnce(prepared, source, {
          ...job,
          onProgress,
          write,
          openWriter: async (options) =>
            withCopy(
              await openWriter(options),
              await openNodeWriter({ ...options, output: "wav32f", write: sound.write }),
            ),
          request: { output },
        }),
      loudnessOf: ({ after }) =>
        step.loudness === null ? null : Math.min(step.loudness, after.lufs),
      encode: async (write, levels, onProgress) => {
        const stored = await openAudioFile(await sound.complete());
        const tags = step.synthetic ? writeProvenance(source.tags, step.synthetic) : source.tags;
        await runEffect(
          {
            effect: null,
            file: job.input,
            values: {},
            output,
            ceiling: step.ceiling!,
            levels,
            allowSilence: true,
            measured: "nothing",
          },
          {
            openSource: async () => ({ ...stored, tags }),
            openWriter,
            write,
            signal: job.signal,
            onProgress: (done) => done !== null && onProgress(done),
            loadEffect: neverCalled,
            prepareStep: neverCalled,
            openNet: neverCalled,
          },
        );
      },
    });
  } finally {
    await sound.discard();
    video?.close();
  }
}

const neverCalled = (): Promise<never> =>
  Promise.reject(new TypeError("The sound is written as it is"));

/** Writes blocks to a second writer as well. */
const withCopy = (writer: AudioWriter, copy: AudioWriter): AudioWriter => ({
  async add(block) {
    await copy.add(block);
    await writer.add(block);
  },
  async finish() {
    await copy.finish();
    return writer.finish();
  },
  async abandon() {
    await copy.abandon();
    await writer.abandon();
  },
});

/** Whether a format that is usually lossless gets a lossy codec only because of its file ending. */
function isLossyCopy({ codec }: AudioSource, { input, output: file }: Job, output: ResultFormat) {
  const isSameKind = path.extname(input).toLowerCase() === path.extname(file).toLowerCase();
  return isSameKind && !isVideoFormat(output) && !isLossless(output) && LOSSLESS.test(codec ?? "");
}

/** Runs the task of the browser, with an effect that is already prepared. */
async function runOnce(
  { effect, values, step }: PreparedEffect,
  source: AudioSource,
  {
    input,
    request,
    onProgress,
    ...host
  }: Pick<Job, "input"> &
    Pick<RunDeps<string>, "openWriter" | "write"> &
    ProcessOptions & {
      readonly request: Pick<RunRequest<string>, "output" | "lowerBy" | "measured">;
    },
): Promise<RunResult> {
  const result = await runEffect(
    {
      ...request,
      effect: effect.id,
      file: input,
      values,
      allowSilence: true,
      measured: request.measured ?? (step.loudness === null ? "nothing" : "loudness"),
    },
    {
      // Attempts share the source, which the caller closes.
      openSource: async () => ({ ...source, close: () => {} }),
      ...host,
      loadEffect: async () => effect,
      prepareStep: async () => step,
      openNet: () => Promise.reject(new TypeError("The step has its network already")),
      onProgress: (done) => done !== null && onProgress(done),
    },
  );
  if (result.frames[1] === 0) throw new ToolkitError("OUTPUT_EMPTY", { file: input });
  return result;
}

/** Notes of a result; those of its loudness are of the decoded file, if it was measured. */
function notesOf(
  { notes, after }: RunResult,
  { loudness }: Step,
  decoded: DecodedLevels | null,
): readonly FileNote[] {
  if (!decoded) return notes;
  const before = loudnessNotes(loudness, after.lufs);
  return [
    ...notes.filter((note) => !before.includes(note)),
    ...loudnessNotes(loudness, decoded.lufs),
  ];
}

function outcomeOf(
  { frames, output, findings, unchanged, after, clippedPeak }: RunResult,
  step: Step,
  decoded: DecodedLevels | null,
): Omit<ProcessedFile, "notes"> {
  return {
    seconds: frames[1] / output.sampleRate,
    ...output,
    findings,
    unchanged,
    ...(clippedPeak !== undefined && { clippedPeak }),
    ...(step.loudness !== null && { loudness: (decoded ?? after).lufs }),
  };
}
