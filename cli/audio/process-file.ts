import path from "node:path";
import type { Effect, EffectNet, Findings, Resources } from "#audio/effect.ts";
import type { AudioSource } from "#audio/media/audio-source.ts";
import { HEADROOM, addedHeadroom } from "#audio/media/writers/headroom.ts";
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

/** Maximum number of attempts if an encoder raises the peaks above the ceiling. */
const TRIES = 5;

/** Tolerance in dB of true peaks, relative to `loweringToFit`. */
const FIT_SLACK = 0.1;

const isLossless = (output: ResultFormat): boolean =>
  !isVideoFormat(output) && OUTPUT_FORMATS[output].lossless;

/**
 * Applies an effect to a sound, and writes the result again with lower peaks while it exceeds its
 * ceiling.
 */
export async function processSource(
  prepared: PreparedEffect,
  source: AudioSource,
  job: Job & ProcessOptions,
): Promise<ProcessedFile> {
  const { step } = prepared;
  const output = resolveFormat(job.format, source.codec);
  let headroom: number | undefined;
  let loweredBy = 0;
  for (let tries = 1; ; tries++) {
    const video = isVideoFormat(output) ? await openBytes(job.input) : undefined;
    const file = createResultFile(job.output);
    try {
      const levels = { lowerBy: loweredBy, ...(headroom !== undefined && { headroom }) };
      const result = await runOnce(prepared, source, {
        input: job.input,
        signal: job.signal,
        onProgress: job.onProgress,
        write: file.write,
        openWriter: (options) => openNodeWriter(options, video),
        request: { output, ...levels },
      });
      const isLast = tries === TRIES;
      const lowering =
        job.fit && output !== "wav32f" && !isLast ? reductionToFit(result.after.truePeak) : 0;
      if (lowering > FIT_SLACK) {
        loweredBy += lowering;
        continue;
      }
      const ceiling = step.ceiling ?? (job.fit ? 0 : null);
      const isMeasured = ceiling !== null && !isLossless(output);
      const decoded = isMeasured ? await decodedLevels(await file.complete()) : null;
      const over = decoded && ceiling !== null && !isLast ? decoded.truePeak - ceiling : 0;
      const raised = addedHeadroom(over, TRIES - tries);
      if (raised > 0) {
        if (step.ceiling === null) loweredBy += raised;
        else headroom = (headroom ?? HEADROOM) + raised;
        continue;
      }
      await file.finish();
      const isLossy = isLossyCopy(source, job, output);
      return {
        ...outcomeOf(result, step, decoded),
        notes: [...notesOf(result, step, decoded), ...(isLossy ? (["lossy"] as const) : [])],
        ...(loweredBy > 0 && { loweredBy }),
      };
    } finally {
      await file.discard();
      video?.close();
    }
  }
}

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
      readonly request: Pick<RunRequest<string>, "output" | "lowerBy" | "headroom">;
    },
): Promise<RunResult> {
  const result = await runEffect(
    { ...request, effect: effect.id, file: input, values, allowSilence: true },
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
