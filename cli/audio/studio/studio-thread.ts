// Thread that runs a model on one input. It cannot receive messages during a segment, which takes
// seconds, so callers cancel by terminating it.
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { Block } from "#audio/effect.ts";
import type { AudioSource } from "#audio/media/audio-source.ts";
import { partOfSource } from "#audio/media/part-of-source.ts";
import { convertBlocks } from "#audio/nets/studio/convert-blocks.ts";
import { measureTestSound, levelsMatch, expectedLevels } from "#audio/nets/stems/self-test.ts";
import { openStemSession } from "#audio/nets/stems/stem-session.ts";
import { isFiniteAndAudible } from "#audio/nets/studio/verify-net.ts";
import {
  type StudioMessage,
  streamSpeech,
  streamStems,
} from "#audio/nets/studio/stream-results.ts";
import { createSpeechNet } from "#audio/nets/studio/transcribe.ts";
import { isStemsForm } from "#core/models/forms.ts";
import { ToolkitError, toPlainError } from "#core/errors/errors.ts";
import { openAudioFile } from "../open-file.ts";
import { openNodeSession } from "../nets/node-session.ts";
import type { FromStudio, StudioTask } from "./run-studio.ts";

const task = workerData as StudioTask;
const post = (message: FromStudio, transfer: ArrayBuffer[] = []): void =>
  parentPort!.postMessage(message, transfer);
/** Posts a message, and resolves when it has been handled. */
async function postAndWait(message: StudioMessage, transfer: ArrayBuffer[]): Promise<void> {
  post(message, transfer);
  await once(parentPort!, "message");
}

const open = async (role: string) => {
  const file = task.files[role];
  if (file === undefined) throw new TypeError(`There is no file for the ${role} of the model`);
  return openNodeSession(await readFile(file), task.threads);
};

/** The requested part of the input, at the sample rate of the model. */
async function* readPart(
  source: AudioSource,
  channels: 1 | 2,
): AsyncGenerator<Block, void, undefined> {
  const blocks = (task.part ? partOfSource(source, task.part) : source).blocks();
  yield* convertBlocks(blocks, source.format, { sampleRate: task.form.sampleRate, channels });
}

async function separate(source: AudioSource): Promise<void> {
  if (!isStemsForm(task.form)) return;
  const { form, consistent } = task;
  const session = await openStemSession(form, open);
  if (task.proves !== undefined) {
    const start = performance.now();
    const answer = await measureTestSound(session, form);
    const seconds = (performance.now() - start) / 1000;
    const known = expectedLevels(task.proves);
    const right = known ? levelsMatch(answer, known) : isFiniteAndAudible(answer);
    post({ kind: "proved", right, seconds });
  }
  post({ kind: "ready" });
  await streamStems(session, { form, consistent }, readPart(source, 2), postAndWait);
}

async function transcribe(source: AudioSource): Promise<void> {
  if (isStemsForm(task.form)) return;
  const sessions = { encoder: await open("encoder"), decoder: await open("decoder") };
  const net = createSpeechNet(
    task.form,
    sessions,
    await readFile(task.files["vocabulary"]!, "utf8"),
  );
  post({ kind: "ready" });
  await streamSpeech(net, { language: task.language }, readPart(source, 1), postAndWait);
}

try {
  const source = await openAudioFile(task.input);
  await (isStemsForm(task.form) ? separate(source) : transcribe(source));
  source.close();
  post({ kind: "done" });
} catch (error) {
  post(
    error instanceof ToolkitError
      ? { kind: "failed", error: toPlainError(error) }
      : { kind: "broken", error },
  );
}
