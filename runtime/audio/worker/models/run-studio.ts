import type { Block } from "#audio/effect.ts";
import type { AudioSource } from "#audio/media/audio-source.ts";
import { convertBlocks } from "#audio/nets/studio/convert-blocks.ts";
import type {
  SynthesizedSpeech,
  SynthesisOptions,
} from "#audio/nets/speaking/speech-synthesis-net.ts";
import type { BackendInfo } from "#audio/nets/studio/choose-backend.ts";
import {
  type SpokenMessage,
  type StemsMessage,
  streamSpeech,
  streamStems,
} from "#audio/nets/studio/stream-results.ts";
import { finiteBlock } from "#audio/signal/finite.ts";
import { framesOf } from "#audio/signal/blocks.ts";
import type { StemsForm, SpeechForm } from "#core/models/forms.ts";
import { resources } from "../effect/resources.ts";
import type { Sound } from "../sounds.ts";
import type { StoredModel } from "#audio/tasks/task.ts";
import type { TaskContext } from "../protocol.ts";
import { openSpeakingNet } from "./open-speaking-net.ts";
import { threadsHere } from "./threads-here.ts";
import { type OpenOptions, openSpeechNet, openStemNet } from "./open-studio-model.ts";

/** Separates audio into stems with a model on the device. */
export interface NetStemsRequest {
  readonly file: Sound;
  /** A model of the form `demucs`. */
  readonly model: StoredModel;
  /** Whether the stems sum to the input. */
  readonly consistent: boolean;
  /** Forces the CPU, even if there is a GPU. */
  readonly processor?: boolean;
}
/** Transcribes speech with a model on the device. */
export interface TranscribeRequest {
  readonly file: Sound;
  /** A model of the form `moonshine` or `whisper`. */
  readonly model: StoredModel;
  /** ISO 639 code of the spoken language; detected by a multilingual model if missing. */
  readonly language?: string | undefined;
  /** Names and terms that may be spoken; only models of the form `whisper` use them. */
  readonly terms?: string | undefined;
}
export interface SynthesizeRequest extends SynthesisOptions {
  /** A model of the form `piper` or `kokoro`. */
  readonly model: StoredModel;
  readonly phonemes: string;
}

/** The backend that a studio model runs on. */
export interface RunsWithMessage {
  readonly kind: "runsWith";
  readonly value: BackendInfo;
}

/**
 * Fraction of the progress that loading a model takes. Its duration is unknown, so no time left is
 * estimated from it.
 */
const LOADING = 0.05;

/** Overall progress, from the progress after the model was loaded. */
const afterLoading = (share: number): number => LOADING + (1 - LOADING) * Math.min(1, share);

async function* clean(blocks: AsyncIterable<Block>): AsyncGenerator<Block, void, undefined> {
  for await (const block of blocks) yield finiteBlock(block);
}

const optionsOf = (
  { emit, onProgress }: TaskContext<RunsWithMessage>,
  processor: boolean,
): OpenOptions => ({
  threads: threadsHere(),
  processor,
  onBackend: (value) => emit({ kind: "runsWith", value }),
  onLoading: (share) => onProgress(LOADING * share, "loading"),
});

/**
 * Separates audio and emits its stems as they are computed: 44.1 kHz, stereo. @returns frames of a
 * stem
 */
export async function runSeparate(
  request: NetStemsRequest,
  source: AudioSource,
  context: TaskContext<RunsWithMessage | StemsMessage>,
): Promise<number> {
  const form = request.model.form as StemsForm;
  const net = await openStemNet(request.model, optionsOf(context, request.processor ?? false));
  const { consistent } = request;
  const expected = Math.max(1, source.duration * form.sampleRate);
  const to = { sampleRate: form.sampleRate, channels: 2 } as const;
  const input = convertBlocks(clean(source.blocks()), source.format, to);
  let frames = 0;
  context.onProgress(LOADING, "working");
  await streamStems(net, { form, consistent }, input, (message, transfer) => {
    frames += framesOf(message.value[0]!);
    context.onProgress(afterLoading(frames / expected), "working");
    return context.emitAndWait(message, transfer);
  });
  return frames;
}

/** Transcribes audio and emits the text as it grows. @returns the number of finished parts */
export async function runTranscribe(
  request: TranscribeRequest,
  source: AudioSource,
  context: TaskContext<RunsWithMessage | SpokenMessage>,
): Promise<number> {
  const form = request.model.form as SpeechForm;
  const net = await openSpeechNet(request.model, optionsOf(context, true));
  const to = { sampleRate: form.sampleRate, channels: 1 } as const;
  const input = convertBlocks(clean(source.blocks()), source.format, to);
  let parts = 0;
  context.onProgress(LOADING, "working");
  // Offline, it may not be at hand; then only silence is skipped.
  const activity = await resources.bytes("silero.f16").catch(() => null);
  await streamSpeech(net, { ...request, activity }, input, async (message, transfer) => {
    await context.emitAndWait(message, transfer);
    if (message.value.finished) parts++;
    context.onProgress(afterLoading(message.value.end / source.duration), "working");
  });
  return parts;
}

export async function runSynthesize(
  { model, phonemes, voice, speed }: SynthesizeRequest,
  context: TaskContext<RunsWithMessage>,
): Promise<SynthesizedSpeech> {
  const net = await openSpeakingNet(model, optionsOf(context, true));
  context.onProgress(0, "working");
  const speech = await net.synthesize(phonemes, { voice, speed });
  return context.transfer(speech, [speech.samples.buffer]);
}
