import type { Block } from "#audio/effect.ts";
import type { BackendInfo } from "#audio/nets/studio/choose-backend.ts";
import type {
  SynthesizedSpeech,
  SynthesisOptions,
} from "#audio/nets/speaking/speech-synthesis-net.ts";
import type { TranscriptSegment } from "#audio/nets/studio/transcribe.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import { createDecoding } from "../decoding.ts";
import type { EngineDeps, RunOptions } from "../engine-types.ts";
import { createHandover } from "./handover.ts";
import { type HostedModel, type ModelSlotsDeps, createModelSlots } from "./model-slots.ts";
import type { Sound } from "../worker/sounds.ts";
import type { FromWorker, NetStemsTask, TranscribeTask } from "../worker/protocol.ts";

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

export interface ModelHostDeps extends ModelSlotsDeps, Pick<EngineDeps, "decode"> {}

export function createModelHost(deps: ModelHostDeps): ModelHost {
  const { budget } = deps;
  const { use, unload } = createModelSlots(deps);
  const { orDecoded } = createDecoding(deps.decode);
  /** @param take deals with what the worker says beside how far it is */
  async function* run<T>(
    task: NetStemsTask | TranscribeTask,
    { signal, onProgress, onRunsWith, model }: StudioOptions,
    take: (message: FromWorker) => T | null,
  ): AsyncGenerator<T, void, undefined> {
    const left = new AbortController();
    const own = AbortSignal.any([signal, left.signal]);
    const handover = createHandover<T>();
    const hear = async (
      message: FromWorker,
      worker: { postMessage(message: { call: "wrote" }): void },
    ): Promise<void> => {
      if (message.kind === "progress") return onProgress?.(message.done, message.stage);
      if (message.kind === "runsWith") return onRunsWith?.(message.value);
      const value = take(message);
      if (value === null) return;
      await handover.push(value);
      if (message.kind === "stems") worker.postMessage({ call: "wrote" });
    };
    const work = use({ model, signal: own }, (pool) =>
      orDecoded(task.file, (file) => pool.ask<number>({ ...task, file }, { signal: own, hear })),
    );
    work.then(
      () => handover.end(),
      (error: unknown) => handover.end(error),
    );
    try {
      yield* handover.items();
    } finally {
      left.abort();
      await work.catch(() => {});
    }
  }

  return {
    separate: (file, { consistent = true, processor = false, ...options }) => {
      const { files, form } = options.model;
      const task = {
        call: "net-stems",
        file,
        model: { files, form },
        consistent,
        processor,
      } as const;
      return run(task, options, (message) => (message.kind === "stems" ? message.value : null));
    },
    transcribe: (file, { language, ...options }) => {
      const { files, form } = options.model;
      const task = { call: "transcribe", file, model: { files, form }, language } as const;
      return run(task, options, (message) => (message.kind === "spoken" ? message.value : null));
    },
    say(phonemes, { voice, speed, model, signal, onProgress, onRunsWith }) {
      const { files, form } = model;
      const task = { call: "say", model: { files, form }, phonemes, voice, speed } as const;
      const hear = (message: FromWorker): void => {
        if (message.kind === "progress") onProgress?.(message.done, message.stage);
        if (message.kind === "runsWith") onRunsWith?.(message.value);
      };
      return use({ model, signal }, (pool) => pool.ask<SynthesizedSpeech>(task, { signal, hear }));
    },
    fits: ({ memory }) => (memory ?? 0) <= budget,
    unload,
  };
}
