import type { Block, Effect } from "../../../audio/effect.ts";
import { createBlock, framesOf } from "../../../audio/signal/blocks.ts";
import { prepareStep } from "../../../audio/step.ts";
import { runSteps } from "../../../audio/stream.ts";
import { buffersOf } from "./in-stretches.ts";
import { MediaFault } from "./media-fault.ts";
import type { HelpTask } from "./protocol.ts";
import type { RunDeps } from "./run-effect.ts";
import type { FromHelper, StretchRequest } from "./stretch-protocol.ts";

type HelpDeps = Pick<RunDeps, "loadEffect" | "resources">;

/** Works on the stretches that another worker sends, each on its own. */
export function help(task: HelpTask, deps: HelpDeps): void {
  const { port } = task;
  const tell = (message: FromHelper, moved: Transferable[] = []): void =>
    port.postMessage(message, moved);
  const ready = deps
    .loadEffect(task.effect)
    .then((effect: Effect) => prepareStep(effect, task.values as never, deps.resources));
  let last: Promise<unknown> = ready.catch(() => {});
  port.onmessage = ({ data }: MessageEvent<StretchRequest>) => {
    last = last.then(async () => {
      try {
        const output = await workOn(data, await ready, (frames) =>
          tell({ kind: "progress", frames }),
        );
        tell({ kind: "stretch", output }, buffersOf(output));
      } catch (error) {
        tell(answerOf(error));
      }
    });
  };
}

/** @returns the frames that are wanted, without what is around them */
async function workOn(
  { input, skip, count, format }: StretchRequest,
  step: Awaited<ReturnType<typeof prepareStep>>,
  onProgress: (frames: number) => void,
): Promise<Block> {
  const output = createBlock(format.channels, count);
  /** Place in the output of what comes next; what comes before it was worked on for its sake. */
  let place = -skip;
  await runSteps(
    [step],
    {
      format,
      async *open() {
        yield input;
      },
    },
    (block) => {
      const [first, last] = [Math.max(0, -place), Math.min(framesOf(block), count - place)];
      if (last > first)
        for (const [channel, samples] of block.entries())
          output[channel]!.set(samples.subarray(first, last), place + first);
      place += framesOf(block);
      if (place > 0 && place < count) onProgress(place);
    },
  );
  return output;
}

function answerOf(error: unknown): FromHelper {
  if (error instanceof MediaFault) return { kind: "fault", code: error.code, params: error.params };
  const { name = "Error", message = String(error) } = (error ?? {}) as Partial<Error>;
  return { kind: "broken", name, message };
}
