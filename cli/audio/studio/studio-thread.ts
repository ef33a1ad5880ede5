// Thread that runs a model on one input. It cannot receive messages during a segment, which takes
// seconds, so callers cancel by terminating it.
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { Block } from "#audio/effect.ts";
import type { AudioSource } from "#audio/media/audio-source.ts";
import { partOfSource } from "#audio/media/part-of-source.ts";
import { convertBlocks } from "#audio/nets/studio/convert-blocks.ts";
import { type SpokenMessage, streamSpeech } from "#audio/nets/studio/stream-results.ts";
import { createSpeechNet } from "#audio/nets/studio/transcribe.ts";
import { ToolkitError, toPlainError } from "#core/errors/errors.ts";
import { openAudioFile } from "../open-file.ts";
import { openNodeSession } from "../nets/node-session.ts";
import type { FromStudio, StudioTask } from "./run-studio.ts";

const task = workerData as StudioTask;
const post = (message: FromStudio, transfer: ArrayBuffer[] = []): void =>
  parentPort!.postMessage(message, transfer);
/** Posts a message, and resolves when it has been handled. */
async function postAndWait(message: SpokenMessage, transfer: ArrayBuffer[]): Promise<void> {
  post(message, transfer);
  await once(parentPort!, "message");
}

const open = async (role: string) => {
  const file = task.files[role];
  if (file === undefined) throw new TypeError(`There is no file for the ${role} of the model`);
  return openNodeSession(await readFile(file), task.threads);
};

/** The requested part of the input in mono, at the sample rate of the model. */
async function* readPart(source: AudioSource): AsyncGenerator<Block, void, undefined> {
  const blocks = (task.part ? partOfSource(source, task.part) : source).blocks();
  const { sampleRate } = task.form;
  yield* convertBlocks(blocks, source.format, { sampleRate, channels: 1 });
}

async function transcribe(source: AudioSource): Promise<void> {
  const sessions = { encoder: await open("encoder"), decoder: await open("decoder") };
  const net = createSpeechNet(
    task.form,
    sessions,
    await readFile(task.files["vocabulary"]!, "utf8"),
  );
  post({ kind: "ready" });
  const { language, terms, activity } = task;
  await streamSpeech(net, { language, terms, activity }, readPart(source), postAndWait);
}

try {
  const source = await openAudioFile(task.input);
  await transcribe(source);
  source.close();
  post({ kind: "done" });
} catch (error) {
  post(
    error instanceof ToolkitError
      ? { kind: "failed", error: toPlainError(error) }
      : { kind: "broken", error },
  );
}
