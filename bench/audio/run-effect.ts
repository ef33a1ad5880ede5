import type { Block, Effect, Findings, Format } from "#audio/effect.ts";
import type { Parameters, ValuesOf } from "#audio/parameters.ts";
import { copyFrames, framesOf, joinBlocks } from "#audio/signal/blocks.ts";
import { createResources } from "./resources.ts";

const BLOCK = 16_384;

export interface Run {
  readonly samples: readonly Float32Array[];
  readonly findings: Findings | null;
  /** CPU time of both passes */
  readonly seconds: number;
}

/** What a processor gives is good until the next call. */
const copyOf = (block: Block | null) => block && copyFrames(block, 0);

/** Runs an effect over whole channels; what is not given has its default. */
export async function runEffect<P extends Parameters, A, R>(
  effect: Effect<P, A, R>,
  given: Partial<ValuesOf<P>>,
  input: readonly Float32Array[],
  { sampleRate, root = process.cwd() }: { readonly sampleRate: number; readonly root?: string },
): Promise<Run> {
  const defaults = Object.entries(effect.parameters).map(([name, one]) => [name, one.default]);
  const values = { ...Object.fromEntries(defaults), ...given } as ValuesOf<P>;
  const format: Format = { sampleRate, channels: input.length };
  const prepared = (await effect.prepare?.(createResources(root))) as R;
  const start = process.cpuUsage();
  const blocks = function* () {
    for (let at = 0; at < framesOf(input); at += BLOCK)
      yield input.map((samples) => samples.subarray(at, at + BLOCK));
  };
  const analyzer = effect.analyze?.(values, format, prepared) ?? null;
  if (analyzer)
    do for (const block of blocks()) analyzer.push(block);
    while (analyzer.needsAnotherPass?.());
  const analysis = analyzer?.finish() ?? null;
  const processor = effect.create(values, format, { analysis, prepared });
  const parts: (Block | null)[] = Array.from(blocks(), (block) => copyOf(processor.process(block)));
  parts.push(processor.finish());
  const { user } = process.cpuUsage(start);
  const findings = analyzer && (effect.findings?.(analysis as A, values) ?? null);
  return { samples: joinBlocks(parts, input.length), findings, seconds: user / 1e6 };
}
