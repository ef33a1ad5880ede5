import type { AudioSource } from "#audio/media/audio-source.ts";
import type { MediaBytes } from "#audio/media/host.ts";
import { openAudio } from "#audio/media/open-audio.ts";
import { openWriter } from "#audio/media/write-audio.ts";
import type { EncoderHost } from "#audio/media/writers/audio-writer.ts";
import { prepareStep } from "#audio/pipeline/step.ts";
import { createOpenSeparation } from "#audio/tasks/open-separation.ts";
import { type CoverRequest, type CoverResult, runCover } from "#audio/tasks/run-cover.ts";
import { runEffect } from "#audio/tasks/run-effect.ts";
import type { RunRequest, RunResult } from "#audio/tasks/run-request.ts";
import {
  runSeparation,
  type SeparateRequest,
  type SeparationResult,
} from "#audio/tasks/run-separation.ts";
import { openPaced } from "#audio/tasks/sounds/open-sound.ts";
import type { SoundFiles } from "#audio/tasks/sounds/sounds.ts";
import type { OnProgress, WriteResult } from "#audio/tasks/task.ts";
import { type EffectFolders, loadEffect } from "../effects/effects.ts";
import { createResources } from "../effects/resources.ts";
import { nodeEncoders } from "../host/encoders.ts";
import { nodeHost, openBytes } from "../host/node-host.ts";
import type { OpenGraph } from "../nets/open-effect-net.ts";
import { createNodeNets, type ModelFiles } from "./node-nets.ts";

/** The tasks of the browser's audio worker that Node runs as well. `F` is the caller's file type. */
export interface NodeTasks<F> {
  /** Applies an effect. */
  readonly run: { readonly request: RunRequest<F>; readonly result: RunResult };
  /** Separates a song into stems, one result each. */
  readonly separate: { readonly request: SeparateRequest<F>; readonly result: SeparationResult };
  /** Changes the voice of a song; each requested output is a result. */
  readonly cover: { readonly request: CoverRequest<F>; readonly result: CoverResult };
}

export type NodeTaskName = keyof NodeTasks<unknown>;

/** A task with its request: plain data, apart from its files. */
export type NodeTask<F, K extends NodeTaskName = NodeTaskName> = {
  readonly [Name in K]: { readonly call: Name } & NodeTasks<F>[Name]["request"];
}[K];

/** Access to the files that a task names. */
export interface TaskFiles<F> {
  /**
   * Opens the audio of a file; the task closes it.
   * @throws {MediaError}
   */
  readonly openSource: (file: F) => Promise<AudioSource>;
  /** Opens the bytes of a file: a cover image, the samples of a line, or a video. */
  readonly openBytes: (file: F) => Promise<MediaBytes>;
}

export interface TaskOptions<F> extends EffectFolders {
  readonly files: TaskFiles<F>;
  /** Writes a chunk of a result at a byte position; chunks may overwrite earlier ones. */
  readonly write: WriteResult;
  readonly onProgress: OnProgress;
  /** Checked between two blocks; it ends a separation model immediately. */
  readonly signal: AbortSignal;
  /** Finds the verified files of a model; missing: tasks with a model are refused. */
  readonly modelFiles?: ModelFiles;
  /** Opens a graph of the task's model that runs elsewhere; missing: models run on this machine. */
  readonly openGraph?: OpenGraph;
}

/**
 * Files by their paths. Only decoders of this program are used: unlike commands, tasks of others
 * never start an installed ffmpeg.
 */
export const localFiles: TaskFiles<string> = {
  openSource: (file) =>
    openAudio(file, {
      ...nodeHost,
      fallback: (_file, { reason }) => Promise.reject(reason),
    }),
  openBytes,
};

/** Browsers encode MP3 with one thread; several threads would write other bytes. */
const encoders: EncoderHost = { ...nodeEncoders, openMp3: () => null };

/**
 * Runs a task with the code of the browser's audio worker, in the current thread. The bytes of its
 * results are those that a browser writes, wherever both use the same encoder: WAV, FLAC, Vorbis
 * and MP3. `failureOf` (`audio/tasks/failure.ts`) converts an error to the browser's fault.
 * @throws {MediaError} if a file cannot be processed
 * @throws {MediaFault} if a file has nothing to process, or a model fails
 * @throws the reason of the signal
 */
export function runTask<F, K extends NodeTaskName>(
  task: NodeTask<F, K>,
  options: TaskOptions<F>,
): Promise<NodeTasks<F>[K]["result"]>;
export async function runTask<F>(
  task: NodeTask<F>,
  options: TaskOptions<F>,
): Promise<NodeTasks<F>[NodeTaskName]["result"]> {
  const { files, write, onProgress, signal } = options;
  const resources = createResources(options.home);
  const nets = createNodeNets(options.modelFiles, options.openGraph);
  const videos: MediaBytes[] = [];
  const stop = (): void => void nets.close();
  signal.addEventListener("abort", stop);
  const host = {
    openSource: files.openSource,
    openWriter: (own: Parameters<typeof openWriter>[0]) => openWriter(own, encoders),
    write,
    onProgress,
    signal,
  };
  try {
    if (task.call === "separate") {
      const openSeparation = createOpenSeparation(resources, nets.openForSeparation);
      return await runSeparation(task, { ...host, openSeparation });
    }
    if (task.call === "cover") return await runCover(task, host);
    const { pace, video, addedTrack } = task;
    return await runEffect(task, {
      ...host,
      openSource: (sound) => openPaced(sound, pace, soundFilesOf(files)),
      async openWriter(own) {
        const videoFile = video === undefined ? null : await files.openBytes(video);
        if (videoFile) videos.push(videoFile);
        return openWriter(own, encoders, {
          ...(videoFile && { videoFile }),
          ...(addedTrack && { addedTrack }),
        });
      },
      write: (position, data) => write(0, position, data),
      loadEffect: (id) => loadEffect(id, options),
      prepareStep: (effect, values, net) => prepareStep(effect, values as never, resources, net),
      openNet: nets.openForEffect,
    });
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener("abort", stop);
    for (const video of videos) video.close();
    await nets.close();
  }
}

const soundFilesOf = <F>({ openSource, openBytes: open }: TaskFiles<F>): SoundFiles<F> => ({
  openFile: openSource,
  async readFile(file) {
    const bytes = await open(file);
    try {
      const { buffer, byteOffset, byteLength } = await bytes.read(0, bytes.size);
      return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
    } finally {
      bytes.close();
    }
  },
});
