import path from "node:path";
import type { Block, Findings } from "#audio/effect.ts";
import type { AudioSource } from "#audio/media/audio-source.ts";
import { MediaError } from "#audio/media/problems/media-error.ts";
import { HEADROOM } from "#audio/media/writers/headroom.ts";
import {
  createOverloadCheck,
  createSoundCheck,
  reductionToFit,
  LOSSLESS,
  loudnessNotes,
} from "#audio/media/problems/notes.ts";
import { writeProvenance } from "#audio/media/tags/provenance.ts";
import { type Step, type UnchangedReason, unchangedBy } from "#audio/pipeline/step.ts";
import { decibelsToFactor } from "#audio/signal/decibel.ts";
import { createLoudnessMeter } from "#audio/signal/loudness.ts";
import { type Sink, runSteps } from "#audio/pipeline/stream.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import {
  type ResultFormat,
  isVideoFormat,
  isMixedDown,
  OUTPUT_FORMATS,
  writingCost,
} from "#audio/media/writers/output-formats.ts";
import { openBytes } from "./host/node-host.ts";
import { resolveFormat } from "./formats.ts";
import { type FileNote, inputFault } from "./media-problem.ts";
import { openAudioFile } from "./open-file.ts";
import type { Job } from "./plan-jobs.ts";
import { raisedAbove } from "./raised-peak.ts";
import { type ResultFile, createResult } from "./write-file.ts";

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

/**
 * Applies an effect to a file.
 * @throws {ToolkitError} if it cannot be processed, or the result is empty
 */
export async function processFile(
  step: Step,
  job: Job,
  options: ProcessOptions,
): Promise<ProcessedFile> {
  const source = await openAudioFile(job.input);
  try {
    return await processSource(step, source, { ...job, ...options });
  } catch (error) {
    throw inputFault(error, job.input);
  } finally {
    source.close();
  }
}

type LoudnessMeter = ReturnType<typeof createLoudnessMeter>;

/** Maximum number of attempts if an encoder raises the peaks above the ceiling. */
const TRIES = 5;

/** Tolerance in dB of true peaks, relative to `loweringToFit`. */
const FIT_SLACK = 0.1;

const isLossless = (output: ResultFormat): boolean =>
  !isVideoFormat(output) && OUTPUT_FORMATS[output].lossless;

async function processSource(
  step: Step,
  file: AudioSource,
  job: Job & ProcessOptions,
): Promise<ProcessedFile> {
  const output = resolveFormat(job.format, file.codec);
  let headroom: number | undefined;
  let loweredBy = 0;
  for (let tries = 1; ; tries++) {
    const result = await startResult(step, file, {
      ...job,
      format: output,
      headroom,
    });
    try {
      const { truePeak, ...outcome } = await processInto(result, {
        step,
        file,
        job,
        written: { output, loweredBy },
      });
      const isLast = tries === TRIES;
      const lowering = job.fit && output !== "wav32f" && !isLast ? reductionToFit(truePeak) : 0;
      if (lowering > FIT_SLACK) {
        loweredBy += lowering;
        continue;
      }
      const ceiling = step.ceiling ?? (job.fit ? 0 : null);
      const mayRise = ceiling !== null && !isLossless(output) && !isLast;
      const raised = mayRise ? await raisedAbove(ceiling, await result.complete()) : 0;
      if (raised > 0) {
        if (step.ceiling === null) loweredBy += raised;
        else headroom = (headroom ?? HEADROOM) + raised;
        continue;
      }
      await result.finish();
      return { ...outcome, notes: [...outcome.notes, ...conversionNotes(file, job, output)] };
    } finally {
      await result.close();
    }
  }
}

/** Unrequested changes by the output format. */
function conversionNotes(
  { codec, format: { channels } }: AudioSource,
  { input, output: file }: Job,
  output: ResultFormat,
): FileNote[] {
  if (isVideoFormat(output)) return [];
  const { lossless } = OUTPUT_FORMATS[output];
  const isSameKind = path.extname(input).toLowerCase() === path.extname(file).toLowerCase();
  const isLossy = isSameKind && !lossless && LOSSLESS.test(codec ?? "");
  return [
    ...(isMixedDown(channels, output) ? (["mixedDown"] as const) : []),
    ...(isLossy ? (["lossy"] as const) : []),
  ];
}

async function startResult(
  step: Step,
  { tags, duration }: AudioSource,
  {
    input,
    output: file,
    format: output,
    headroom,
  }: {
    readonly input: string;
    readonly output: string;
    readonly format: ResultFormat;
    readonly headroom: number | undefined;
  },
) {
  const video = isVideoFormat(output) ? await openBytes(input) : undefined;
  const result = createResult({
    file,
    output,
    video,
    tags: step.synthetic ? writeProvenance(tags, step.synthetic) : tags,
    duration,
    ceiling: step.ceiling,
    ...(headroom !== undefined && { headroom }),
  });
  return {
    ...result,
    async close() {
      await result.discard();
      video?.close();
    },
  };
}

async function processInto(
  result: Pick<ResultFile, "write">,
  {
    step,
    file,
    job: { input, fit, signal, onProgress },
    written: { output, loweredBy },
  }: {
    readonly step: Step;
    readonly file: AudioSource;
    readonly job: Job & ProcessOptions;
    readonly written: { readonly output: ResultFormat; readonly loweredBy: number };
  },
): Promise<ProcessedFile & { readonly truePeak: number }> {
  const watch = createSoundCheck(file.format);
  let opened = 0;
  const source = {
    format: file.format,
    ...(file.duration > 0 && { frames: Math.round(file.duration * file.format.sampleRate) }),
    // The first pass reads the whole input.
    open: () => (opened++ === 0 ? watched(file.blocks(), watch) : file.blocks()),
  };
  let meter: LoudnessMeter | null = null;
  const overload = createOverloadCheck(output);
  const factor = decibelsToFactor(-loweredBy);
  const write: Sink = async (given, format) => {
    const block = factor === 1 ? given : given.map((plane) => plane.map((each) => each * factor));
    if (step.loudness !== null || fit) (meter ??= createLoudnessMeter(format)).push(block);
    overload.push(block);
    await result.write(block, format);
  };
  const outcome = await runSteps([step], source, write, {
    signal,
    onProgress,
    writing: writingCost(output),
  });
  if (outcome.frames === 0) throw new ToolkitError("OUTPUT_EMPTY", { file: input });
  const { sampleRate, channels } = outcome.format;
  const findings = outcome.findings[0] ?? null;
  const measured = (meter as LoudnessMeter | null)?.measure();
  const { notes, ...peak } = overload.found(file.codec);
  return {
    seconds: outcome.frames / sampleRate,
    sampleRate,
    channels,
    findings,
    unchanged: unchangedBy(step.neutral, findings),
    notes: [
      ...watch.notes(file),
      ...loudnessNotes(step.loudness, measured?.integrated ?? NaN),
      ...notes,
    ],
    ...peak,
    ...(step.loudness !== null && measured && { loudness: measured.integrated }),
    ...(loweredBy > 0 && { loweredBy }),
    truePeak: measured?.truePeak ?? -Infinity,
  };
}

/** @throws {MediaError} if there is no audio */
async function* watched(
  blocks: AsyncIterable<Block>,
  watch: ReturnType<typeof createSoundCheck>,
): AsyncGenerator<Block, void, undefined> {
  let isEmpty = true;
  for await (const block of blocks) {
    watch.push(block);
    isEmpty = false;
    yield block;
  }
  if (isEmpty) throw new MediaError("noSamples");
}
