import type { MoonshineForm } from "#core/models/forms.ts";
import { type SpeechSessions, createMergedDecoder, encode, pickToken } from "./merged-decoder.ts";

/** The transcript of a speech segment so far. */
export interface PartialTranscript {
  readonly tokens: readonly number[];
  /** Log probabilities of the tokens. */
  readonly logProbabilities: readonly number[];
  /** Confidence: the geometric mean of the token probabilities, 0 to 1. */
  readonly confidence: number;
  /** Whether the transcript is complete. */
  readonly finished: boolean;
}

/**
 * Transcribes a speech segment: the encoder runs once, the decoder generates token after token with
 * a key-value cache (greedy, like moonshine-js).
 * @param samples mono at the rate of the form, up to a minute
 * @yields the transcript so far, after each token
 * @throws {TypeError} if the output tensors do not match the form
 */
export async function* transcribeMoonshine(
  { encoder, decoder }: SpeechSessions,
  form: MoonshineForm,
  samples: Float32Array,
  signal?: { throwIfAborted(): void },
): AsyncGenerator<PartialTranscript, void, undefined> {
  const maxTokens = Math.trunc((samples.length / form.sampleRate) * form.tokensPerSecond);
  const sound = { data: samples, dims: [1, samples.length] };
  const steps = createMergedDecoder(decoder, form, await encode(encoder, "input_values", sound));
  const tokens: number[] = [];
  let last = form.startToken;
  const logs: number[] = [];
  let logSum = 0;
  for (let step = 0; step < maxTokens; step++) {
    signal?.throwIfAborted();
    const [logits] = await steps.feed([last]);
    const [token, logProbability] = pickToken(logits!);
    const finished = token === form.endToken;
    if (!finished) {
      tokens.push(token);
      logs.push(logProbability);
      logSum += logProbability;
    }
    const confidence = tokens.length > 0 ? Math.exp(logSum / tokens.length) : 0;
    yield {
      tokens: [...tokens],
      logProbabilities: [...logs],
      confidence,
      finished: finished || step === maxTokens - 1,
    };
    if (finished) return;
    last = token;
  }
}
