import type { Block } from "#audio/effect.ts";
import { wavBytes } from "#audio/media/pcm/wav-bytes.ts";
import { convertBlocks } from "#audio/nets/studio/convert-blocks.ts";
import {
  HOSTED_CHUNK_SECONDS,
  HOSTED_RATE,
  type HostedTranscript,
} from "#core/hosted/transcript.ts";
import type { TranscriptWord } from "#core/transcript/transcript.ts";
import type { Reading } from "#runtime/audio/engine-types.ts";
import { sharedEngine } from "#runtime/audio/shared-engine.ts";
import type { Hosted } from "#runtime/contract/hosted.ts";
import type { TranscriptPart } from "#audio/alignment/align-part.ts";

/** Seconds at the end of a segment within which it is cut at the quietest frame. */
const LOOK = 20;
const FRAME = HOSTED_RATE / 10;
/** Seconds that are read at once. */
const READ = 10;

interface Segment {
  /** Seconds. */
  readonly start: number;
  readonly samples: Float32Array;
}

async function* blocksOf(reading: Reading): AsyncGenerator<Block, void, undefined> {
  const { sampleRate } = reading.files[0]!;
  const count = Math.round(READ * sampleRate);
  for (let from = 0; ; from += count) {
    const block = await reading.read({ file: 0, from, count });
    const frames = block[0]?.length ?? 0;
    if (frames > 0) yield block as Block;
    if (frames < count) return;
  }
}

/** The quietest frame near the end of samples. */
function quietest(samples: Float32Array): number {
  let best = samples.length;
  let least = Infinity;
  for (let at = samples.length - LOOK * HOSTED_RATE; at + FRAME <= samples.length; at += FRAME) {
    let power = 0;
    for (let i = at; i < at + FRAME; i++) power += samples[i]! ** 2;
    if (power < least) [least, best] = [power, at + FRAME / 2];
  }
  return best;
}

/** Segments of a recording for upload; one is held in memory at a time. */
async function* segmentsOf(reading: Reading): AsyncGenerator<Segment, void, undefined> {
  const { sampleRate, channels } = reading.files[0]!;
  const held = new Float32Array(HOSTED_CHUNK_SECONDS * HOSTED_RATE);
  let count = 0;
  let start = 0;
  const take = (frames: number): Segment => {
    const piece = { start: start / HOSTED_RATE, samples: held.slice(0, frames) };
    held.copyWithin(0, frames, count);
    count -= frames;
    start += frames;
    return piece;
  };
  const to = { sampleRate: HOSTED_RATE, channels: 1 } as const;
  for await (const [samples] of convertBlocks(blocksOf(reading), { sampleRate, channels }, to))
    for (let at = 0; at < samples!.length;) {
      const part = Math.min(samples!.length - at, held.length - count);
      held.set(samples!.subarray(at, at + part), count);
      count += part;
      at += part;
      if (count === held.length) yield take(quietest(held));
    }
  if (count > 0) yield take(count);
}

/** Words of a segment: those that start within it and occur in its text. */
function wordsIn(
  { start, end, text }: HostedTranscript["segments"][number],
  { words }: HostedTranscript,
  since: number,
): TranscriptWord[] | null {
  const own: TranscriptWord[] = [];
  let at = 0;
  for (const { word, start: from, end: to } of words) {
    if (from < start - 0.01 || from >= end) continue;
    const plain = word.trim();
    const place = text.indexOf(plain, at);
    if (plain === "" || place < 0) continue;
    // Punctuation after a word is not part of the list of words.
    const marks = /^[\p{P}]*/u.exec(text.slice(place + plain.length))![0].length;
    at = place + plain.length + marks;
    own.push({ start: place, end: at, from: since + from, to: since + to });
  }
  return own.length > 0 ? own : null;
}

/** The response for a segment, divided into parts; one part if the model returns no segments. */
function partsOf(written: HostedTranscript, { start, samples }: Segment): TranscriptPart[] {
  const seconds = samples.length / HOSTED_RATE;
  const segments =
    written.segments.length > 0
      ? written.segments
      : [{ start: 0, end: seconds, text: written.text, confidence: null }];
  return segments.flatMap((segment): TranscriptPart[] => {
    const text = segment.text.trim();
    if (text === "") return [];
    const words = wordsIn({ ...segment, text }, written, start);
    return [
      {
        start: start + Math.min(seconds, segment.start),
        end: start + Math.min(seconds, segment.end),
        text,
        finished: true,
        ...(segment.confidence !== null && { confidence: segment.confidence }),
        ...(words && { words }),
      },
    ];
  });
}

/** Transcribes with the operator's model, to which the recording is sent in segments. */
export async function* transcribeHosted(
  file: File,
  {
    hosted,
    usageId,
    language,
    signal,
    onLanguage,
    onProgress,
  }: {
    readonly hosted: Hosted;
    readonly usageId: string;
    readonly language: string;
    readonly signal: AbortSignal;
    readonly onLanguage: (language: string) => void;
    readonly onProgress: (done: number) => void;
  },
): AsyncGenerator<TranscriptPart, void, undefined> {
  const reading = await sharedEngine().open([file]);
  try {
    const { duration } = reading.files[0]!;
    onProgress(0);
    for await (const piece of segmentsOf(reading)) {
      signal.throwIfAborted();
      const bytes = wavBytes([piece.samples], { sampleRate: HOSTED_RATE, codec: "pcm-s16" });
      const wav = new Blob([bytes], { type: "audio/wav" });
      const base = language.split("-")[0]!;
      const written = await hosted.transcribe(wav, { usageId, language: base, signal });
      const heard = piece.start + piece.samples.length / HOSTED_RATE;
      if (written.language !== null) onLanguage(written.language);
      yield* partsOf(written, piece);
      onProgress(Math.min(1, heard / duration));
    }
  } finally {
    reading.close();
  }
}
