import type { Effect } from "#audio/effect.ts";
import { framesOf } from "#audio/signal/blocks.ts";
import { prepareStep } from "#audio/pipeline/step.ts";
import { runSteps } from "#audio/pipeline/stream.ts";
import { failureOf } from "#audio/tasks/failure.ts";
import { buffersOf } from "./buffer-pool.ts";
import type { Values } from "#audio/tasks/task.ts";
import type { FromHelper, ToHelper } from "./segment-protocol.ts";

export interface HelpRequest {
  /** Id of the effect. */
  readonly effect: string;
  readonly values: Values;
  /** Port to the worker that sends segments. */
  readonly port: MessagePort;
}

/** Processes each segment that another worker sends with an effect, independently of the others. */
export function help(
  request: HelpRequest,
  { loadEffect }: { readonly loadEffect: (id: string) => Promise<Effect> },
): void {
  const { port } = request;
  const post = (message: FromHelper, moved: Transferable[] = []): void =>
    port.postMessage(message, moved);
  const pending = new Map<string, (bytes: ArrayBuffer) => void>();
  const bytes = (name: string): Promise<ArrayBuffer> =>
    new Promise((resolve) => {
      pending.set(name, resolve);
      post({ kind: "wants", name });
    });
  const ready = loadEffect(request.effect).then((effect: Effect) =>
    prepareStep(effect, request.values as never, { bytes }),
  );
  let last: Promise<unknown> = ready.catch(() => {});
  port.onmessage = ({ data }: MessageEvent<ToHelper>) => {
    if (data.kind === "resource") return pending.get(data.name)?.(data.bytes);
    last = last.then(async () => {
      try {
        await workOn(data, await ready, (frames) => post({ kind: "progress", frames }));
        const { block, skip, count } = data;
        post({ kind: "segment", block, skip, count }, buffersOf(block));
      } catch (error) {
        post(failureOf(error));
      }
    });
  };
}

/**
 * Overwrites the requested frames with the output: effects output no more frames than they read,
 * and do not read a block twice.
 */
async function workOn(
  { block: input, skip, count, format }: Extract<ToHelper, { kind: "work" }>,
  step: Awaited<ReturnType<typeof prepareStep>>,
  onProgress: (frames: number) => void,
): Promise<void> {
  /** Position of the next output; output before the requested frames is discarded. */
  let position = -skip;
  await runSteps(
    [step],
    {
      format,
      async *open() {
        yield input;
      },
    },
    (block) => {
      const [first, last] = [Math.max(0, -position), Math.min(framesOf(block), count - position)];
      if (last > first)
        for (const [channel, samples] of block.entries())
          input[channel]!.set(samples.subarray(first, last), skip + position + first);
      position += framesOf(block);
      if (position > 0 && position < count) onProgress(position);
    },
  );
}
