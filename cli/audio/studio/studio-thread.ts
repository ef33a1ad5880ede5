// A thread that runs a net over one sound: a piece of it takes seconds in which nothing else is heard,
// so that who does not want it any more ends the thread.
import { readFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { Block } from "#audio/effect.ts";
import type { AudioSource } from "#audio/media/audio-source.ts";
import { convertBlocks } from "#audio/nets/studio/convert-blocks.ts";
import { separateStems } from "#audio/nets/stems/stems.ts";
import { measureTestSound, levelsMatch, expectedLevels } from "#audio/nets/stems/self-test.ts";
import { isFiniteAndAudible } from "#audio/nets/studio/verify-net.ts";
import { createSpeechNet, transcribeSpeech } from "#audio/nets/studio/transcribe.ts";
import { isStemsForm } from "#core/models/forms.ts";
import { ToolkitError, toPlainError } from "#core/errors/errors.ts";
import { openAudioFile } from "../open-file.ts";
import { openNodeSession } from "./node-session.ts";
import type { FromStudio, StudioTask } from "./run-studio.ts";

const task = workerData as StudioTask;
const tell = (message: FromStudio): void => parentPort!.postMessage(message);
let taken = (): void => {};
parentPort!.on("message", () => taken());
/** Tells it, and waits until it has been dealt with. */
const hand = (message: FromStudio): Promise<void> =>
  new Promise((resolve) => {
    taken = resolve;
    tell(message);
  });

const open = async (role: string) => {
  const file = task.files[role];
  if (file === undefined) throw new TypeError(`There is no file for the ${role} of the model`);
  return openNodeSession(await readFile(file), task.threads);
};

/** The part of the sound that is wanted, at the rate of the net. */
async function* heard(
  source: AudioSource,
  channels: 1 | 2,
): AsyncGenerator<Block, void, undefined> {
  const { sampleRate } = source.format;
  const [from, to] = task.part ?? [0, Infinity];
  const start = Math.round(from * sampleRate);
  let left = Math.round((to - from) * sampleRate);
  async function* part() {
    for await (const block of source.blocks(start)) {
      if (left <= 0) return;
      yield left < block[0]!.length ? block.map((samples) => samples.subarray(0, left)) : block;
      left -= block[0]!.length;
    }
  }
  yield* convertBlocks(part(), source.format, { sampleRate: task.form.sampleRate, channels });
}

async function separate(source: AudioSource): Promise<void> {
  if (!isStemsForm(task.form)) return;
  const session = await open("graph");
  const { form, consistent } = task;
  if (task.proves !== undefined) {
    const start = performance.now();
    const answer = await measureTestSound(session, form);
    const seconds = (performance.now() - start) / 1000;
    const known = expectedLevels(task.proves);
    const right = known ? levelsMatch(answer, known) : isFiniteAndAudible(answer);
    tell({ kind: "proved", right, seconds });
  }
  tell({ kind: "ready" });
  for await (const stems of separateStems(session, form, heard(source, 2), { consistent }))
    await hand({ kind: "stems", stems: stems.map((planes) => planes.map((one) => one.slice())) });
}

async function transcribe(source: AudioSource): Promise<void> {
  if (isStemsForm(task.form)) return;
  const sessions = { encoder: await open("encoder"), decoder: await open("decoder") };
  const net = createSpeechNet(
    task.form,
    sessions,
    await readFile(task.files["vocabulary"]!, "utf8"),
  );
  tell({ kind: "ready" });
  for await (const spoken of transcribeSpeech(net, heard(source, 1)))
    await hand({ kind: "spoken", spoken });
}

try {
  const source = await openAudioFile(task.input);
  await (isStemsForm(task.form) ? separate(source) : transcribe(source));
  source.close();
  tell({ kind: "done" });
} catch (error) {
  tell(
    error instanceof ToolkitError
      ? { kind: "failed", error: toPlainError(error) }
      : { kind: "broken", error },
  );
}
