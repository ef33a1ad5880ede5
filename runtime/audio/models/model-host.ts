import type { Block } from "#audio/effect.ts";
import type { Diarization } from "#audio/speakers/find-speakers.ts";
import type { BackendInfo } from "#audio/nets/studio/choose-backend.ts";
import type {
  SynthesizedSpeech,
  SynthesisOptions,
} from "#audio/nets/speaking/speech-synthesis-net.ts";
import type {
  SpokenMessage,
  StemsMessage,
  StudioMessage,
} from "#audio/nets/studio/stream-results.ts";
import type { TranscriptSegment } from "#audio/nets/studio/transcribe.ts";
import { createMessageQueue } from "#core/rpc/message-queue.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import { createDecoding } from "../decoding.ts";
import type { EngineDeps, RunOptions, WorkerLike } from "../engine-types.ts";
import { type HostedModel, type ModelSlotsDeps, createModelSlots } from "./model-slots.ts";
import type { Sound } from "../worker/sounds.ts";
import type { RunsWithMessage } from "../worker/models/run-studio.ts";
import type { StoredModel } from "#audio/tasks/task.ts";
import type { TaskUpdate } from "../worker/protocol.ts";
import type { WorkerPool } from "../worker-pool.ts";

export interface StudioOptions extends RunOptions {
  readonly model: HostedModel;
  /** Called with the backend when it is known, and again after a fallback to the CPU. */
  readonly onRunsWith?: (runs: BackendInfo) => void;
}

export interface SeparateOptions extends StudioOptions {
  /** Whether the stems sum to the input; otherwise they are the model's output. */
  readonly consistent?: boolean;
  /** Forces the CPU, even if there is a GPU. */
  readonly processor?: boolean;
}

export interface TranscribeOptions extends StudioOptions {
  /** ISO 639 code of the spoken language; detected if missing and the model supports several. */
  readonly language?: string;
  /** Names and terms that may be spoken; only models of the form `whisper` use them. */
  readonly terms?: string;
}

export interface FindSpeakersOptions extends RunOptions {
  /** A model of the form `speaker-segments`. */
  readonly segmentation: HostedModel;
  /** A model of the form `voice-embedding`. */
  readonly embedding: HostedModel;
  /** Number of speakers; null if it has to be found. */
  readonly count: number | null;
}

export interface SynthesizeOptions extends StudioOptions, SynthesisOptions {}

/** Runs studio models, with one session each that all callers share. */
export interface ModelHost {
  /**
   * Separates a sound into stems.
   * @returns the stems in the order of the model's form, as they are computed: stereo blocks at
   *   44.1 kHz.
   * The worker waits until each has been consumed; ending the iteration terminates it
   * @throws {FaultError} if the sound or the model cannot be read
   */
  separate(
    sound: Sound,
    options: SeparateOptions,
  ): AsyncGenerator<readonly Block[], void, undefined>;
  /** Transcribes speech. @returns each segment repeatedly while it grows, then in its final form */
  transcribe(
    sound: Sound,
    options: TranscribeOptions,
  ): AsyncGenerator<TranscriptSegment, void, undefined>;
  /** Finds who speaks when. @throws {FaultError} if the sound or a model cannot be read */
  findSpeakers(sound: Sound, options: FindSpeakersOptions): Promise<Diarization>;
  /**
   * Speaks a phrase; `openStudioVoice` splits texts into phrases.
   * @param phonemes in the alphabet of the model
   */
  say(phonemes: string, options: SynthesizeOptions): Promise<SynthesizedSpeech>;
  /** Whether the device has enough memory for the model. */
  fits(model: Pick<OfferedModel, "memory">): boolean;
  /** Ends idle sessions. */
  unload(): void;
}

interface StudioTaskOptions<M> {
  readonly signal: AbortSignal;
  readonly onMessage: (
    update: TaskUpdate<RunsWithMessage | M>,
    worker: WorkerLike,
  ) => void | Promise<void>;
}

export interface ModelHostDeps extends ModelSlotsDeps, Pick<EngineDeps, "decode"> {}

export function createModelHost(deps: ModelHostDeps): ModelHost {
  const { budget } = deps;
  const { use, unload } = createModelSlots(deps);
  const { orDecoded } = createDecoding(deps.decode);

  /** Yields what a task emits; the worker waits until each message has been consumed. */
  async function* run<M extends StudioMessage>(
    sound: Sound,
    { signal, onProgress, onRunsWith, model }: StudioOptions,
    work: (pool: WorkerPool, sound: Sound, options: StudioTaskOptions<M>) => Promise<number>,
  ): AsyncGenerator<M["value"], void, undefined> {
    const left = new AbortController();
    const own = AbortSignal.any([signal, left.signal]);
    const queue = createMessageQueue<M["value"]>();
    const onMessage: StudioTaskOptions<M>["onMessage"] = async (update, worker) => {
      if (update.kind === "progress") onProgress?.(update.done, update.stage);
      if (update.kind !== "emit") return;
      const { message } = update;
      if (message.kind === "runsWith") return onRunsWith?.(message.value);
      await queue.push(message.value);
      worker.postMessage({ call: "wrote" });
    };
    const working = use({ model, signal: own }, (pool) =>
      orDecoded(sound, (decodable) => work(pool, decodable, { signal: own, onMessage })),
    );
    working.then(
      () => queue.end(),
      (error: unknown) => queue.end(error),
    );
    try {
      yield* queue.items();
    } finally {
      left.abort();
      await working.catch(() => {});
    }
  }

  return {
    separate: (sound, { consistent = true, processor = false, ...options }) =>
      run<StemsMessage>(sound, options, (pool, file, taskOptions) => {
        const request = { file, model: storedModel(options.model), consistent, processor };
        return pool.runTask("net-stems", request, taskOptions);
      }),
    transcribe: (sound, { language, terms, ...options }) =>
      run<SpokenMessage>(sound, options, (pool, file, taskOptions) => {
        const request = { file, model: storedModel(options.model), language, terms };
        return pool.runTask("transcribe", request, taskOptions);
      }),
    findSpeakers: (sound, { segmentation, embedding, count, signal, onProgress }) =>
      // Both run in one worker.
      use(
        {
          model: {
            ...embedding,
            files: [...segmentation.files, ...embedding.files],
            memory: (segmentation.memory ?? 0) + (embedding.memory ?? 0),
          },
          signal,
        },
        (pool) =>
          orDecoded(sound, (file) => {
            const models = {
              segmentation: storedModel(segmentation),
              embedding: storedModel(embedding),
            };
            return pool.runTask(
              "find-speakers",
              { file, ...models, count },
              {
                signal,
                onMessage(update) {
                  if (update.kind === "progress") onProgress?.(update.done, update.stage);
                },
              },
            );
          }),
      ),
    say: (phonemes, { voice, speed, model, signal, onProgress, onRunsWith }) =>
      use({ model, signal }, (pool) =>
        pool.runTask(
          "synthesize",
          { model: storedModel(model), phonemes, voice, speed },
          {
            signal,
            onMessage(update) {
              if (update.kind === "progress") onProgress?.(update.done, update.stage);
              if (update.kind === "emit") onRunsWith?.(update.message.value);
            },
          },
        ),
      ),
    fits: ({ memory }) => (memory ?? 0) <= budget,
    unload,
  };
}

const storedModel = ({ files, form }: HostedModel): StoredModel => ({ files, form });
