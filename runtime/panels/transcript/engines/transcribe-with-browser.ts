import type { Reading } from "#runtime/audio/engine-types.ts";
import { createMessageQueue } from "#core/rpc/message-queue.ts";
import { startContext } from "#runtime/audio/player/start-context.ts";
import { sharedEngine } from "#runtime/audio/shared-engine.ts";
import { preparePack, recognizerClass } from "#runtime/audio/speech/browser-recognizer.ts";
import { FaultError } from "#runtime/contract/fault.ts";
import type { TranscriptPart } from "#audio/alignment/align-part.ts";

interface ResultEvent extends Event {
  readonly resultIndex: number;
  readonly results: ArrayLike<
    ArrayLike<{ readonly transcript: string; readonly confidence: number }> & {
      readonly isFinal: boolean;
    }
  >;
}

/** Length of scheduled segments, and how far ahead they are scheduled, in seconds. */
const SEGMENT_LENGTH = 1;
const AHEAD = 2;
/** Seconds to wait for the last words. */
const LAST = 4;
/** Maximum number of times that the recognizer may stop without a result. */
const MAX_STOPS = 20;

/** Plays a sound inaudibly into an audio track. @returns played seconds, and the end */
function playInto(audio: AudioContext, reading: Reading, to: AudioNode, signal: AbortSignal) {
  const { sampleRate, duration } = reading.files[0]!;
  const start = audio.currentTime + 0.1;
  const time = (): number => Math.max(0, Math.min(duration, audio.currentTime - start));
  const wait = (seconds: number): Promise<void> =>
    new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  const play = async (): Promise<void> => {
    for (let at = 0; at < duration && !signal.aborted; at += SEGMENT_LENGTH) {
      const from = Math.round(at * sampleRate);
      const block = await reading.read({
        file: 0,
        from,
        count: Math.round(SEGMENT_LENGTH * sampleRate),
      });
      const frames = block[0]?.length ?? 0;
      if (frames === 0) break;
      const buffer = audio.createBuffer(block.length, frames, sampleRate);
      for (const [channel, samples] of block.entries())
        buffer.copyToChannel(samples as Float32Array<ArrayBuffer>, channel);
      const node = audio.createBufferSource();
      node.buffer = buffer;
      node.connect(to);
      node.start(start + at);
      const early = start + at - audio.currentTime - AHEAD;
      if (early > 0) await wait(early);
    }
    await wait(Math.max(0, start + duration - audio.currentTime) + LAST);
  };
  return { time, duration, play };
}

/**
 * Transcribes with the browser's recognizer on the device, in real time: the recording is played to
 * it inaudibly.
 * @throws {FaultError} if it does not support the language on the device, or stops
 */
export async function* transcribeWithBrowser(
  file: File,
  {
    language,
    signal,
    onProgress,
  }: {
    readonly language: string;
    readonly signal: AbortSignal;
    /** @param done null while the browser installs what it needs for the language */
    readonly onProgress: (done: number | null) => void;
  },
): AsyncGenerator<TranscriptPart, void, undefined> {
  onProgress(null);
  const lang = await preparePack(language, signal);
  onProgress(0);
  const reading = await sharedEngine().open([file]);
  const audio = new AudioContext();
  const recognizer = new (recognizerClass()!)();
  const queue = createMessageQueue<TranscriptPart>();
  try {
    await startContext(audio);
    const sink = audio.createMediaStreamDestination();
    const sound = playInto(audio, reading, sink, signal);
    let begun = 0;
    let stops = 0;
    let isOver = false;
    Object.assign(recognizer, { lang, continuous: true, interimResults: true });
    recognizer.processLocally = true;
    const start = (): void => recognizer.start(sink.stream.getAudioTracks()[0]!);
    recognizer.addEventListener("result", (event) => {
      const { resultIndex, results } = event as ResultEvent;
      stops = 0;
      for (let at = resultIndex; at < results.length; at++) {
        const { 0: best, isFinal } = results[at]!;
        if (!best || best.transcript.trim() === "") continue;
        const end = Math.max(begun, sound.time());
        const { transcript: text, confidence } = best;
        const sure = confidence > 0 ? { confidence } : {};
        void queue.push({ start: begun, end, text, finished: isFinal, ...sure });
        if (isFinal) begun = end;
      }
      onProgress(sound.time() / sound.duration);
    });
    recognizer.addEventListener("error", (event) => {
      const { error } = event as Event & { readonly error?: string };
      if (error === "no-speech" || error === "aborted") return;
      const key = error === "language-not-supported" ? "language" : "stopped";
      isOver = true;
      queue.end(new FaultError(`panel-transcript:fault.${key}`));
    });
    // It stops by itself after some silence.
    recognizer.addEventListener("end", () => {
      if (isOver || signal.aborted) return;
      if (++stops > MAX_STOPS) return queue.end(new FaultError("panel-transcript:fault.stopped"));
      start();
    });
    signal.addEventListener("abort", () => queue.end(signal.reason));
    start();
    void sound.play().then(
      () => {
        isOver = true;
        queue.end();
      },
      (error: unknown) => queue.end(error),
    );
    yield* queue.items();
  } finally {
    recognizer.abort();
    reading.close();
    void audio.close();
  }
}
