// A process that runs the task of one job and then exits. It has no environment, may read the
// program and its input, and may write its result.
import { openSync, writeSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { AudioSource } from "#audio/media/audio-source.ts";
import {
  type ResultFormat,
  fileFactsOf,
  isVideoFormat,
  OUTPUT_FORMATS,
  VIDEO_FORMATS,
} from "#audio/media/writers/output-formats.ts";
import { parseValues } from "#audio/parameters.ts";
import { framesOf } from "#audio/signal/blocks.ts";
import { failureOf } from "#audio/tasks/failure.ts";
import { MediaFault } from "#audio/tasks/media-fault.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { type JobFault, LENGTH_TOLERANCE } from "#core/jobs/job-faults.ts";
import { loadEffect } from "../audio/effects/effects.ts";
import { localFiles, runTask } from "../audio/tasks/run-task.ts";
import type { FromJobProcess, JobRequest } from "./job-messages.ts";

const post = (message: FromJobProcess): Promise<void> =>
  new Promise((resolve) => process.send!(message, () => resolve()));

/** Limits the length of a sound while it is read, because a file may declare any length. */
function limitLength(source: AudioSource, seconds: number): AudioSource {
  const max = (seconds + LENGTH_TOLERANCE) * source.format.sampleRate;
  return {
    ...source,
    close: () => source.close(),
    async *blocks(from = 0) {
      let frames = from;
      for await (const block of source.blocks(from)) {
        frames += framesOf(block);
        if (frames > max) throw new MediaFault("longer_than_paid" satisfies JobFault);
        yield block;
      }
    },
  };
}

const isResultFormat = (name: string): name is ResultFormat =>
  Object.hasOwn(OUTPUT_FORMATS, name) || Object.hasOwn(VIDEO_FORMATS, name);

async function run({ task, input, output, seconds, root, home }: JobRequest) {
  const { format } = task;
  if (!isResultFormat(format)) throw new MediaFault("OUTPUT_FORMAT_UNKNOWN");
  const effect = await loadEffect(task.effect, { root, home });
  const given = Object.fromEntries(task.values.map(({ name, value }) => [name, value]));
  const { values, problems } = parseValues(effect.parameters, given, task.effect);
  if (problems[0]) throw new MediaFault(problems[0].code);
  const file = openSync(output, "wx", 0o600);
  const result = await runTask(
    {
      call: "run",
      effect: task.effect,
      file: input,
      values,
      output: format,
      ...(isVideoFormat(format) && { video: input }),
    },
    {
      root,
      home,
      files: {
        ...localFiles,
        openSource: async (name) => limitLength(await localFiles.openSource(name), seconds),
      },
      write: async (_result, position, data) => {
        for (let done = 0; done < data.length;)
          done += writeSync(file, data, done, data.length - done, position + done);
      },
      onProgress: (done, stage) => void post({ kind: "progress", progress: done ?? 0, stage }),
      signal: new AbortController().signal,
    },
  );
  const [read, written] = result.frames;
  return {
    inputSeconds: read / result.input.sampleRate,
    seconds: written / result.output.sampleRate,
    ending: fileFactsOf(format).ending,
  };
}

function messageOf(error: unknown): FromJobProcess {
  if (error instanceof ToolkitError) return { kind: "failed", fault: error.code };
  const failure = failureOf(error);
  if (failure.kind === "fault") return { kind: "failed", fault: failure.code };
  return { kind: "broken", message: `${failure.name}: ${failure.message}` };
}

process.once("message", (request: JobRequest) => {
  void run(request)
    .then(
      (outcome) => post({ kind: "done", ...outcome }),
      (error: unknown) => post(messageOf(error)),
    )
    .then(() => process.disconnect());
});
// A thread, because a decoder may keep this one busy.
new Worker(new URL("watch-parent.ts", import.meta.url)).unref();
