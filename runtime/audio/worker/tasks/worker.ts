import { copyPackets } from "#audio/media/copy-packets.ts";
import { MediaError } from "#audio/media/problems/media-error.ts";
import { openWriter } from "#audio/media/write-audio.ts";
import { isFilm } from "#audio/media/writers/output-formats.ts";
import { encoders } from "../host/encoders.ts";
import { findPeaks } from "../measure/find-peaks.ts";
import { loadEffect } from "./effects.ts";
import { failureOf } from "../failure.ts";
import { help } from "../segments/help.ts";
import { measureSpeed } from "../measure/measure-speed.ts";
import { UndecodableError } from "../media-fault.ts";
import { openNet } from "../models/open-net.ts";
import { openEdit, openPaced, openSound } from "./open-sound.ts";
import type {
  CopyTask,
  CoverTask,
  FromWorker,
  NetStemsTask,
  ProveTask,
  ReadTask,
  RemuxTask,
  RunTask,
  SeparateTask,
  Stage,
  Task,
  ToWorker,
  SayTask,
  TranscribeTask,
} from "../protocol.ts";
import { type Sound, isMix } from "../sounds.ts";
import { createReader } from "../mix/read-samples.ts";
import { resources } from "./resources.ts";
import { align, analyze, describe, measure } from "./listen.ts";
import { runEffect } from "./run-effect.ts";
import { bytesOf, openFile } from "../host/worker-host.ts";
import type { createStemReader } from "../mix/read-stems.ts";
import type { createSpectrograph } from "../measure/spectrogram.ts";

const scope = globalThis as unknown as DedicatedWorkerGlobalScope;
const tell = (message: FromWorker, moved: Transferable[] = []): void =>
  scope.postMessage(message, moved);

type Question = Extract<ToWorker, { call: "samples" | "stems" | "spectra" | "change" }>;

/** ms between two words about how far a task is. */
const PACE = 200;
let told: { readonly at: number; readonly stage: Stage } = { at: -Infinity, stage: "loading" };
/** Tells how far it is, not more often than anyone can see; that a stage begins, or that nobody knows, is always told. */
function tellProgress(done: number | null, stage: Stage): void {
  const at = performance.now();
  if (stage === told.stage && done !== null && at - told.at < PACE) return;
  told = { at, stage };
  tell({ kind: "progress", done, stage });
}

/** Resolves the write that waits for the document. */
let wrote = (): void => {};
/** The buffer of the last piece: each piece goes out in it and comes back with the answer. */
let spare = new ArrayBuffer(0);
/** Answers questions for samples, and takes edits, once files are open. */
let answer: ((question: Question) => Promise<void>) | null = null;

const write = (position: number, data: Uint8Array<ArrayBuffer>, result?: number): Promise<void> =>
  new Promise((resolve) => {
    wrote = resolve;
    // A copy: what an encoder hands out may be a window on more.
    const buffer = spare.byteLength < data.length ? new ArrayBuffer(data.length) : spare;
    spare = new ArrayBuffer(0);
    const copy = new Uint8Array(buffer, 0, data.length);
    copy.set(data);
    tell({ kind: "write", position, data: copy, ...(result !== undefined && { result }) }, [
      buffer,
    ]);
  });

async function run(task: RunTask): Promise<void> {
  let flashes: (() => number) | null = null;
  const value = await runEffect(task, {
    openSource: (sound) => openPaced(sound, task.pace),
    async openWriter(options) {
      const { output } = options;
      if (!task.drawn || !isFilm(output))
        return openWriter(options, encoders, {
          ...(task.film && { film: bytesOf(task.film) }),
          ...(task.beside && { beside: task.beside }),
        });
      const { openDrawnFilm } = await import("../film/open-drawn-film.ts");
      const writer = await openDrawnFilm({ ...options, output }, task.drawn);
      ({ flashes } = writer);
      return writer;
    },
    loadEffect,
    resources,
    openNet,
    write,
    onProgress: tellProgress,
  });
  const counted = flashes as (() => number) | null;
  tell({ kind: "done", value: { ...value, ...(counted && { flashes: counted() }) } });
}

async function copy(task: CopyTask): Promise<void> {
  const { range } = await copyPackets(bytesOf(task.file), task.part, {
    write,
    onProgress: (done) => tellProgress(done, "writing"),
  });
  if (!range) throw new MediaError("unreadable");
  tell({ kind: "done", value: range });
}

async function remux(task: RemuxTask): Promise<void> {
  const { remuxMedia } = await import("./remux-media.ts");
  const onProgress = (done: number): void => tellProgress(done, "writing");
  tell({ kind: "done", value: await remuxMedia(task, { write, onProgress }) });
}

/** Writes into several results, one piece after the other: the document answers each. */
function createWrites() {
  let last: Promise<void> = Promise.resolve();
  return (result: number, position: number, data: Uint8Array<ArrayBuffer>): Promise<void> =>
    (last = last.then(() => write(position, data, result)));
}

async function cover(task: CoverTask): Promise<void> {
  const { runCover } = await import("../cover/run-cover.ts");
  const value = await runCover(task, {
    openSource: openFile,
    openWriter: (options) => openWriter(options, encoders),
    write: createWrites(),
    onProgress: tellProgress,
  });
  tell({ kind: "done", value });
}

async function separate(task: SeparateTask): Promise<void> {
  const [{ runSeparation }, { createOpenSeparation }] = await Promise.all([
    import("../separation/run-separation.ts"),
    import("../separation/open-separation.ts"),
  ]);
  const value = await runSeparation(task, {
    openSource: openFile,
    openWriter: (options) => openWriter(options, encoders),
    openSeparation: createOpenSeparation(resources),
    write: createWrites(),
    onProgress: tellProgress,
  });
  tell({ kind: "done", value });
}

async function openReader(sound: Sound, sparse: boolean) {
  if (isMix(sound)) return openEdit(sound, sparse ? "short" : "long");
  const source = await openSound(sound);
  return { source, read: createReader(source), change: null };
}

async function read({ files, sparse = false }: ReadTask): Promise<void> {
  const readers: Awaited<ReturnType<typeof openReader>>[] = [];
  for (const file of files) readers.push(await openReader(file, sparse));
  // One after the other: a reader goes forward in its file.
  let last = Promise.resolve();
  let spectrograph: ReturnType<typeof createSpectrograph> | null = null;
  let stems: ReturnType<typeof createStemReader> | null = null;
  answer = (question) => {
    last = last.then(async () => {
      if (question.call === "stems") {
        const { createStemReader } = await import("../mix/read-stems.ts");
        stems ??= createStemReader(readers.map(({ source }) => source));
        const value = await stems.next(question);
        const { turn } = question;
        return tell(
          { kind: "answer", turn, value },
          value.planes.map(({ buffer }) => buffer),
        );
      }
      const reader = readers[question.file]!;
      if (question.call === "change") return reader.change?.(question.mix);
      if (question.call === "spectra") {
        spectrograph ??= (await import("../measure/spectrogram.ts")).createSpectrograph();
        const { turn, track } = question;
        const value = await spectrograph(question, (at, frames) => reader.read(at, frames, track));
        return tell({ kind: "answer", turn, value }, [value.buffer]);
      }
      const { turn, from, count, track } = question;
      const value = await reader.read(from, count, track);
      tell(
        { kind: "answer", turn, value },
        value.map(({ buffer }) => buffer),
      );
    });
    return last;
  };
  tell({
    kind: "opened",
    files: readers.map(({ source: { format, duration, codec, film } }) => ({
      ...format,
      duration,
      codec,
      ...(film && { film }),
    })),
  });
}

/** A studio model: what runs it is loaded with the first one. */
async function studio(task: NetStemsTask | TranscribeTask | SayTask): Promise<void> {
  const { runSay, runSeparate, runTranscribe } = await import("../models/run-studio.ts");
  const deps = {
    openSource: openSound,
    tell,
    dealtWith: () => new Promise<void>((resolve) => (wrote = resolve)),
    onProgress: tellProgress,
  };
  if (task.call === "say") return runSay(task, deps);
  return task.call === "net-stems" ? runSeparate(task, deps) : runTranscribe(task, deps);
}

/** Makes a net for stems ready for the task that follows; it answers a known sound, once on a device. */
async function prove({ model }: ProveTask): Promise<void> {
  const [{ openStemNet }, { threadsHere }] = await Promise.all([
    import("../models/open-studio-model.ts"),
    import("../models/threads-here.ts"),
  ]);
  await openStemNet(model, {
    threads: threadsHere(),
    processor: false,
    tell: () => {},
    onLoading: (share) => tellProgress(share, "loading"),
  });
  tell({ kind: "done", value: 1 });
}

async function work(task: Task): Promise<void> {
  if (task.call === "run") return run(task);
  if (task.call === "help") return help(task, { loadEffect });
  if (task.call === "read") return read(task);
  if (task.call === "copy") return copy(task);
  if (task.call === "remux") return remux(task);
  if (task.call === "separate") return separate(task);
  if (task.call === "cover") return cover(task);
  if (task.call === "measure") return measure(task, { tell, tellProgress });
  if (task.call === "describe") return describe(task, { tell, tellProgress });
  if (task.call === "align") return align(task, { tell, tellProgress });
  if (task.call === "analyze" || task.call === "trace" || task.call === "voice")
    return analyze(task, { tell, tellProgress });
  if (task.call === "net-stems" || task.call === "transcribe" || task.call === "say")
    return studio(task);
  if (task.call === "prove") return prove(task);
  if (task.call === "bench")
    return tell({ kind: "done", value: measureSpeed(() => performance.now()) });
  const source = await openFile(task.file);
  const value = await findPeaks(
    source,
    (done) => tellProgress(done, "working"),
    (part) => tell({ kind: "part", value: part }, [part.peaks.buffer]),
    task.known,
  );
  source.close();
  tell({ kind: "done", value }, [value.peaks.buffer]);
}

function fail(error: unknown): void {
  if (error instanceof UndecodableError)
    return tell({
      kind: "undecodable",
      sampleRate: error.sampleRate,
      codec: error.codec,
    });
  tell(failureOf(error));
}

scope.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if (data.call === "wrote") {
    spare = data.buffer ?? spare;
    return wrote();
  }
  if (
    data.call === "samples" ||
    data.call === "stems" ||
    data.call === "spectra" ||
    data.call === "change"
  )
    return void answer?.(data).catch(fail);
  work(data).catch(fail);
});
