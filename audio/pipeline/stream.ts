import type { Block, Findings, Format, Processor } from "../effect.ts";
import { copyFrames, createBlock, framesOf, joinBlocks } from "../signal/blocks.ts";
import { finiteBlock } from "../signal/finite.ts";
import type { Step } from "./step.ts";

/** Sound that can be read from its beginning any number of times. */
export interface Source {
  readonly format: Format;
  /** How long it is, where that is known or can be guessed before it is read; not for sure. */
  readonly frames?: number;
  /** Blocks of any length, each good until the next. A reader that stops early calls `return`. */
  open(): AsyncIterable<Block>;
}

/** Takes the blocks in order, each good until it has resolved: then the next one comes. */
export type Sink = (block: Block, format: Format) => void | Promise<void>;

export interface PipelineOptions {
  /** An `AbortSignal`. */
  readonly signal?: { throwIfAborted(): void };
  /** From 0 to 1 over all passes, each of which takes its share by what it costs. */
  readonly onProgress?: (share: number) => void;
  /** Milliseconds of processor time that writing a second of the output takes; missing: next to nothing. */
  readonly writing?: number;
  /** Gets input minus output, as far as every step keeps the length. */
  readonly removed?: Sink;
}

export interface PipelineResult {
  readonly format: Format;
  /** Frames that were written. */
  readonly frames: number;
  /** What each step found; null for steps that look for nothing. */
  readonly findings: readonly (Findings | null)[];
}

/** No effect gets more at once, so that an abort is heard soon and memory stays small. */
const MOST_FRAMES = 16_384;

/**
 * Runs a chain of effects over a source. A step that wants to hear the whole input first costs a pass
 * of its own over the source, through the steps before it. Samples that are no numbers count as 0.
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
  /** What has been done, and what all of it costs. */
  let spent = 0;
  let all = costs.reduce((sum, cost) => sum + cost, 0);
  let shown = 0;
  let frames = source.frames;
  /** One pass through the steps that are ready. */
  const read = async (cost: number, take: Sink, heard?: (block: Block) => void | Promise<void>) => {
    const chain = createChain(ready, source.format);
    const share = (done: number) => {
      const part = frames === undefined ? 0 : Math.min(1, done / Math.max(1, frames));
      // Another pass makes the rest longer, but takes nothing back.
      shown = Math.max(shown, (spent + cost * part) / all);
      options.onProgress?.(shown);
    };
    let done = 0;
    share(0);
    for await (const whole of source.open()) {
      for (const block of cleanParts(whole)) {
        options.signal?.throwIfAborted();
        await heard?.(block);
        const out = chain.process(block);
        if (out) await take(out, chain.format);
        done += framesOf(block);
        share(done);
      }
    }
    options.signal?.throwIfAborted();
    const rest = chain.finish();
    if (rest) await take(rest, chain.format);
    frames = done;
    share(done);
    spent += cost;
    return chain.format;
  };

  for (const [at, step] of active.entries()) {
    const cost = costs[at]!;
    const format = createChain(ready, source.format).format;
    const analyzer = step.analyze(format, frames);
    if (analyzer) await read(cost, (block) => analyzer.push(block));
    while (analyzer?.again?.()) {
      all += cost;
      await read(cost, (block) => analyzer.push(block));
    }
    const analysis = analyzer ? analyzer.finish() : null;
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

/** Milliseconds of processor time that it takes to read a second of a sound and to measure it. */
const READING = 1;

/** What each pass costs: the analysis of each step, through those before it, then the one that writes; 0: there is none. */
function passCosts(steps: readonly Step[], format: Format, writing: number): readonly number[] {
  let through = READING;
  const passes: number[] = [];
  for (const step of steps) {
    passes.push(step.analyze(format) === null ? 0 : through + step.cost.analysis);
    through += step.cost.work;
  }
  return [...passes, through + writing];
}

/** Parts of a block that an effect may have: short enough, and finite. */
function* cleanParts(block: Block): Generator<Block> {
  const frames = framesOf(block);
  // One that is short enough stays the same array, of which more may be known.
  if (frames <= MOST_FRAMES) yield finiteBlock(block);
  else
    for (let at = 0; at < frames; at += MOST_FRAMES)
      yield finiteBlock(block.map((samples) => samples.subarray(at, at + MOST_FRAMES)));
}

/** Processors one behind the other, as one. */
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
  /** A block from `block` on through the rest of the chain. */
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
        // What an earlier one held back has gone through all the later ones before they end.
        if (rest) parts.push(copyFrames(rest, 0));
      }
      return parts.length > 0 ? joinBlocks(parts, format.channels) : null;
    },
  };
}

/** Input minus output of a chain that holds samples back. */
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
