import type { Block } from "#audio/effect.ts";
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
import type { StoredModel, TaskUpdate } from "../worker/protocol.ts";
import type { WorkerPool } from "../worker-pool.ts";

export interface StudioOptions extends RunOptions {
  readonly model: HostedModel;
  /** Gets what the model runs with, once it is known, and again where the processor takes over. */
  readonly onRunsWith?: (runs: BackendInfo) => void;
}

export interface SeparateOptions extends StudioOptions {
  /** Stems sum to the sound; else they are what the model gives. */
  readonly consistent?: boolean;
  /** The processor is wanted, even where there is a graphics card. */
  readonly processor?: boolean;
}

export interface HearOptions extends StudioOptions {
  /** ISO 639 code of what is spoken; found out where it is missing and the model knows several. */
  readonly language?: string;
}

export interface SayPhraseOptions extends StudioOptions, SynthesisOptions {}

/** Runs studio models, one session each, whoever asks for it. */
export interface ModelHost {
  /**
   * Takes a sound apart.
   * @returns the stems in the order of the model's form as they come: blocks of two channels of 44.1 kHz.
   *   The worker waits until each has been taken; who stops taking ends it
   * @throws {FaultError} where the sound or the model cannot be read
   */
  separate(
    sound: Sound,
    options: SeparateOptions,
  ): AsyncGenerator<readonly Block[], void, undefined>;
  /** Writes down what is said. @returns each part again while it is being written, then as it stays */
  transcribe(
    sound: Sound,
    options: HearOptions,
  ): AsyncGenerator<TranscriptSegment, void, undefined>;
  /**
   * Says a phrase; `openStudioVoice` makes phrases of texts.
   * @param phonemes as `SpeakingNet.say` takes them
   */
  say(phonemes: string, options: SayPhraseOptions): Promise<SynthesizedSpeech>;
  /** Whether the device has the memory for it. */
  fits(model: Pick<OfferedModel, "memory">): boolean;
  /** Ends the sessions that nobody uses now. */
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
    transcribe: (sound, { language, ...options }) =>
      run<SpokenMessage>(sound, options, (pool, file, taskOptions) => {
        const request = { file, model: storedModel(options.model), language };
        return pool.runTask("transcribe", request, taskOptions);
      }),
    say: (phonemes, { voice, speed, model, signal, onProgress, onRunsWith }) =>
      use({ model, signal }, (pool) =>
        pool.runTask(
          "say",
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
