import { expect, it } from "vitest";
import type { Alignment } from "#audio/alignment/align-words.ts";
import type { WorkerLike } from "./engine-types.ts";
import type { TaskHandler } from "./worker/protocol.ts";
import type { PeaksResult } from "./worker/results.ts";
import type { AudioTasks, WorkerInput, WorkerOutput } from "./worker/tasks/audio-tasks.ts";
import { type WorkerPool, createWorkerPool } from "./worker-pool.ts";

const peaks: PeaksResult = {
  peaks: new Int8Array(2),
  duration: 1,
  sampleRate: 8000,
  channels: 1,
};

it("TLS-1 gives a task its name, and its caller what the worker emits and results in", async () => {
  const posted: WorkerInput[] = [];
  const outputs: WorkerOutput<"peaks">[] = [
    { kind: "emit", message: { ...peaks, duration: 0.5 } },
    { kind: "done", value: peaks },
  ];
  const createWorker = (): WorkerLike => {
    const worker: WorkerLike = {
      postMessage(message) {
        posted.push(message);
        for (const data of outputs)
          queueMicrotask(() => worker.onmessage!({ data: data as never }));
      },
      terminate: () => {},
      onmessage: null,
      onerror: null,
      onmessageerror: null,
    };
    return worker;
  };
  const { runTask } = createWorkerPool({ createWorker });
  const file = new Blob(["x"]);
  const emitted: number[] = [];
  const result = await runTask(
    "peaks",
    { file },
    {
      onMessage(update) {
        if (update.kind === "emit") emitted.push(update.message.duration);
      },
    },
  );
  expect(posted).toEqual([{ call: "peaks", file }]);
  expect(emitted).toEqual([0.5]);
  expect(result.duration).toBe(1);
});

/** Never called: `tsc` fails where one of the lines below the comments compiles. */
export async function wrongUses(runTask: WorkerPool["runTask"]): Promise<unknown> {
  const file = new Blob();
  // @ts-expect-error The result of a task follows from its name.
  const alignment: Alignment = await runTask("peaks", { file }, {});
  // @ts-expect-error The request of a task has a type.
  await runTask("peaks", { file: "name" }, {});
  // @ts-expect-error A request is complete.
  await runTask("align", { file }, {});
  // @ts-expect-error There are no other tasks.
  await runTask("peak", { file }, {});
  await runTask(
    "peaks",
    { file },
    {
      // @ts-expect-error What a task emits has a type.
      onMessage: (update) => update.kind === "emit" && update.message.stems,
    },
  );
  // @ts-expect-error A handler returns the result of its task.
  const handler: TaskHandler<AudioTasks["benchmark"]> = () => "fast";
  return [alignment, handler];
}
