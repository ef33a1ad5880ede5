import type { Block, Effect } from "../../../audio/effect.ts";
import { createBlock, framesOf } from "../../../audio/signal/blocks.ts";
import { prepareStep } from "../../../audio/step.ts";
import { runSteps } from "../../../audio/stream.ts";
import { MediaFault } from "./media-fault.ts";
import type { HelpTask } from "./protocol.ts";
import { createReader } from "./read-samples.ts";
import type { RunDeps } from "./run-effect.ts";
import type { StretchAnswer, StretchRequest } from "./stretch-protocol.ts";

type HelpDeps = Pick<RunDeps, "openSource" | "loadEffect" | "resources">;

/** Works on the stretches that another worker asks for, each on its own. */
export function help(task: HelpTask, deps: HelpDeps): void {
  const { port } = task;
  const opened = open(task, deps);
  let last: Promise<unknown> = opened.catch(() => {});
  port.onmessage = ({ data }: MessageEvent<StretchRequest>) => {
    last = last.then(async () => {
      try {
        const { input, output } = await (await opened)(data);
        const answer: StretchAnswer = { kind: "stretch", input, output };
        port.postMessage(
          answer,
          [...input, ...output].map(({ buffer }) => buffer as ArrayBuffer),
        );
      } catch (error) {
        port.postMessage(answerOf(error));
      }
    });
  };
}

async function open({ effect: id, file, values }: HelpTask, deps: HelpDeps) {
  const [source, effect] = await Promise.all([deps.openSource(file), deps.loadEffect(id)]);
  const step = await prepareStep(effect as Effect, values as never, deps.resources);
  const { format } = source;
  const read = createReader(source);
  const reach = effect.parallel ?? { before: 0, after: 0 };
  const before = Math.ceil(reach.before * format.sampleRate);
  const after = Math.ceil(reach.after * format.sampleRate);

  return async ({ from, count }: StretchRequest): Promise<{ input: Block; output: Block }> => {
    const start = Math.max(0, from - before);
    const skip = from - start;
    const whole = await read(start, skip + count + after);
    const length = Math.max(0, Math.min(count, framesOf(whole) - skip));
    const output = createBlock(format.channels, length);
    /** Place in the output of what comes next; what comes before it was worked on for its sake. */
    let place = -skip;
    await runSteps(
      [step],
      {
        format,
        async *open() {
          yield whole;
        },
      },
      (block) => {
        const [first, last] = [Math.max(0, -place), Math.min(framesOf(block), length - place)];
        if (last > first)
          for (const [channel, samples] of block.entries())
            output[channel]!.set(samples.subarray(first, last), place + first);
        place += framesOf(block);
      },
    );
    // A window on what was read, which is moved with it.
    return { input: whole.map((samples) => samples.subarray(skip, skip + length)), output };
  };
}

function answerOf(error: unknown): StretchAnswer {
  if (error instanceof MediaFault) return { kind: "fault", code: error.code, params: error.params };
  const { name = "Error", message = String(error) } = (error ?? {}) as Partial<Error>;
  return { kind: "broken", name, message };
}
