import type { MoonshineForm } from "../../../core/models/forms.ts";
import type { Block } from "../../effect.ts";
import type { MoonshineSessions } from "./moonshine.ts";
import { writeSpeech } from "./moonshine.ts";
import type { Vocabulary } from "./moonshine-tokens.ts";
import { speechPieces } from "./speech-pieces.ts";

/** What is said in a part of a recording. */
export interface SpokenText {
  /** Seconds of the recording. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** 0 to 1 */
  readonly confidence: number;
  /** More of this part may come, in place of this. */
  readonly finished: boolean;
}

export interface TranscribeOptions {
  /** An `AbortSignal`. */
  readonly signal?: { throwIfAborted(): void } | undefined;
}

/**
 * Writes down a recording of any length with a net of the Moonshine family, part by part; one part of
 * up to 28 s is held at a time.
 * @param blocks one channel at the rate of the form
 * @yields each part again and again while it is being written, then as it stays
 */
export async function* transcribeSpeech(
  {
    sessions,
    vocabulary,
  }: { readonly sessions: MoonshineSessions; readonly vocabulary: Vocabulary },
  form: MoonshineForm,
  blocks: AsyncIterable<Block>,
  { signal }: TranscribeOptions = {},
): AsyncGenerator<SpokenText, void, undefined> {
  for await (const { start, samples } of speechPieces(blocks, form.sampleRate)) {
    const end = start + samples.length / form.sampleRate;
    for await (const written of writeSpeech(sessions, form, samples, signal)) {
      const { confidence, finished } = written;
      const text = vocabulary.decode(written.tokens);
      if (text !== "") yield { start, end, text, confidence, finished };
    }
  }
}
