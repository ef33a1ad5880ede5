import type { Block, Findings, Format, Processor } from "../effect.ts";
import { copyFrames, createBlock, framesOf, joinBlocks } from "../signal/blocks.ts";
import { finiteBlock } from "../signal/finite.ts";
import type { Step } from "./step.ts";

/** A sound that can be read from its beginning any number of times. */
export interface Source {
  readonly format: Format;
  /** Estimated length, if it can be known before reading; may be wrong. */
  readonly frames?: number;
  /** Blocks of any length, each valid until the next. A reader that stops early calls `return`. */
  open(): AsyncIterable<Block>;
}

/** Consumes blocks in order; each is valid until the returned promise has resolved. */
export type Sink = (block: Block, format: Format) => void | Promise<void>;

export interface PipelineOptions {
  /** An `AbortSignal`. */
  readonly signal?: { throwIfAborted(): void };
  /** From 0 to 1 over all passes, weighted by their costs. */
  readonly onProgress?: (progress: number) => void;
  /** Milliseconds of CPU time to write one second of output; defaults to 0. */
  readonly writing?: number;
  /** Receives input minus output, if every step preserves the length. */
  readonly removed?: Sink;
}

export interface PipelineResult {
  readonly format: Format;
  /** Frames written. */
  readonly frames: number;
  /** Findings of each step; null for steps without an analysis. */
  readonly findings: readonly (Findings | null)[];
}

/** Maximum block length for effects, so that aborts take effect quickly and memory stays small. */
const MAX_BLOCK_FRAMES = 16_384;

/**
 * Runs a chain of effects over a source. Each step with an analyzer costs a pass over the source
 * through the steps before it. Samples that are not finite count as 0.
 * @throws the signal's reason, between two blocks
 */
export async function runSteps(
  steps: readonly Step[],
  source: Source,
  sink: Sink,
  options: PipelineOptions = {},
): Promise<PipelineResult> {
  const active = steps.filter((step) => !step.neutral);
  const costs = passCosts(active, source.format, options.writing ?? 0);
  const findings = new Map<Step, Findings | null>();
  const ready: ((format: Format) => Processor)[] = [];
  /** Cost of completed passes and of all passes. */
  let completedCost = 0;
  let all = costs.reduce((sum, cost) => sum + cost, 0);
  let reportedProgress = 0;
  let frames = source.frames;
  let firstAnalysis: unknown = null;
  /** Runs one pass through the steps that are ready. */
  const read = async (cost: number, take: Sink, onInput?: (block: Block) => void) => {
    const chain = createChain(ready, source.format);
    const share = (done: number) => {
      const part = frames === undefined ? 0 : Math.min(1, done / Math.max(1, frames));
      // An additional pass extends the remainder, but the progress never decreases.
      reportedProgress = Math.max(reportedProgress, (completedCost + cost * part) / all);
      options.onProgress?.(reportedProgress);
    };
    let done = 0;
    share(0);
    async function* input(): AsyncGenerator<Block, void, undefined> {
      for await (const whole of source.open())
        for (const block of cleanParts(whole)) {
          options.signal?.throwIfAborted();
          onInput?.(block);
          yield block;
          done += framesOf(block);
          share(done);
        }
    }
    const before = active[0]?.before;
    const blocks = before ? before(input(), source.format, firstAnalysis) : input();
    for await (const block of blocks) {
      const out = chain.process(block);
      if (out) await take(out, chain.format);
    }
    options.signal?.throwIfAborted();
    const rest = chain.finish();
    if (rest) await take(rest, chain.format);
    frames = done;
    share(done);
    completedCost += cost;
    return chain.format;
  };

  for (const [at, step] of active.entries()) {
    const cost = costs[at]!;
    const format = createChain(ready, source.format).format;
    const analyzer = step.analyze(format, frames);
    if (analyzer) await read(cost, (block) => analyzer.push(block));
    while (analyzer?.needsAnotherPass?.()) {
      all += cost;
      await read(cost, (block) => analyzer.push(block));
    }
    const analysis = analyzer ? analyzer.finish() : null;
    if (at === 0) firstAnalysis = analysis;
    findings.set(step, analyzer ? step.findings(analysis) : null);
    ready.push((input) => step.create(input, analysis));
  }

  let written = 0;
  const write: Sink = async (block, format) => {
    written += framesOf(block);
    await sink(block, format);
  };
  const { removed } = options;
  const difference =
    removed && steps.every(({ length }) => length === "same")
      ? createDifference(source.format.channels)
      : null;
  const format = await read(
    costs.at(-1)!,
    async (block, blockFormat) => {
      const part = difference?.subtract(block);
      await write(block, blockFormat);
      if (part) await removed?.(part, blockFormat);
    },
    (block) => difference?.hold(block),
  );
  options.onProgress?.(1);
  return { format, frames: written, findings: steps.map((step) => findings.get(step) ?? null) };
}

/** Milliseconds of CPU time to read and measure one second of sound. */
const READ_COST = 1;

/**
 * Cost of each pass: the analysis of each step through those before it (0 without one), then the
 * writing pass.
 */
function passCosts(steps: readonly Step[], format: Format, writing: number): readonly number[] {
  let through = READ_COST;
  const passes: number[] = [];
  for (const step of steps) {
    passes.push(step.analyze(format) === null ? 0 : through + step.cost.analysis);
    through += step.cost.work;
  }
  return [...passes, through + writing];
}

/** Splits a block into blocks of valid length with finite samples. */
function* cleanParts(block: Block): Generator<Block> {
  const frames = framesOf(block);
  // A block that is short enough stays the same array, because peaks are cached by array.
  if (frames <= MAX_BLOCK_FRAMES) yield finiteBlock(block);
  else
    for (let at = 0; at < frames; at += MAX_BLOCK_FRAMES)
      yield finiteBlock(block.map((samples) => samples.subarray(at, at + MAX_BLOCK_FRAMES)));
}

/** Processors in series as one processor. */
function createChain(
  makers: readonly ((format: Format) => Processor)[],
  input: Format,
): Processor & { readonly format: Format } {
  let format = input;
  const processors = makers.map((make) => {
    const processor = make(format);
    format = processor.format ?? format;
    return processor;
  });
  /** Passes a block through the rest of the chain, starting at processor `from`. */
  const pass = (block: Block | null, from: number): Block | null => {
    let current = block;
    for (let i = from; i < processors.length && current; i++)
      current = framesOf(current) === 0 ? null : processors[i]!.process(current);
    return current && framesOf(current) > 0 ? current : null;
  };
  return {
    format,
    process: (block) => pass(block, 0),
    finish() {
      const parts: Block[] = [];
      for (let i = 0; i < processors.length; i++) {
        const rest = pass(processors[i]!.finish(), i + 1);
        // The rest of an earlier processor must pass through all later ones before they finish.
        if (rest) parts.push(copyFrames(rest, 0));
      }
      return parts.length > 0 ? joinBlocks(parts, format.channels) : null;
    },
  };
}

/** Input minus output of a chain with latency. */
function createDifference(channels: number) {
  let held: Float32Array[][] = [];
  let start = 0;
  return {
    hold(block: Block): void {
      held.push(block.map((samples) => samples.slice()));
    },
    subtract(output: Block): Block {
      const difference = createBlock(channels, framesOf(output));
      for (let at = 0; at < framesOf(output);) {
        const first = held[0];
        if (!first) break;
        const count = Math.min(framesOf(first) - start, framesOf(output) - at);
        for (let channel = 0; channel < channels; channel++) {
          const before = first[channel]!;
          const after = output[channel]!;
          const target = difference[channel]!;
          for (let i = 0; i < count; i++) target[at + i] = before[start + i]! - after[at + i]!;
        }
        at += count;
        start += count;
        if (start === framesOf(first)) {
          held = held.slice(1);
          start = 0;
        }
      }
      return difference;
    },
  };
}
