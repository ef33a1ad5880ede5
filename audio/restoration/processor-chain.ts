import type { Block, Processor } from "../effect.ts";
import { framesOf, joinBlocks } from "../signal/blocks.ts";

/** Processors of one format in series. */
export function chainProcessors(processors: readonly Processor[], channels: number): Processor {
  const pass = (block: Block | null, from: number): Block | null => {
    let current = block;
    for (let i = from; i < processors.length && current; i++)
      current = framesOf(current) > 0 ? processors[i]!.process(current) : null;
    return current;
  };
  return {
    process: (block) => pass(block, 0),
    finish: () =>
      joinBlocks(
        // The output is valid until the next call.
        processors.map(
          (one, i) => pass(one.finish(), i + 1)?.map((samples) => samples.slice()) ?? null,
        ),
        channels,
      ),
  };
}
