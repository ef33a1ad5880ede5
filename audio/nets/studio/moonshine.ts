import type { MoonshineForm } from "#core/models/forms.ts";
import { type SpeechSessions, createMergedDecoder, hear, pickToken } from "./merged-decoder.ts";

/** What the net has written so far of a piece of speech. */
export interface Written {
  readonly tokens: readonly number[];
  /** Logarithms of the probabilities of the tokens. */
  readonly logProbabilities: readonly number[];
  /** How sure it is of them: the geometric mean of their probabilities, 0 to 1. */
  readonly confidence: number;
  /** It has written all that it hears. */
  readonly finished: boolean;
}

/**
 * Writes down a piece of speech: the encoder hears all of it once, the decoder writes token after
 * token and keeps what it has worked out of those before (greedy, as moonshine-js does it).
 * @param samples one channel at the rate of the form, up to a minute
 * @yields what is written, again with each token
 * @throws {TypeError} where the net gives other tensors than its form says
 */
export async function* writeSpeech(
  { encoder, decoder }: SpeechSessions,
  form: MoonshineForm,
  samples: Float32Array,
  signal?: { throwIfAborted(): void },
): AsyncGenerator<Written, void, undefined> {
  const most = Math.trunc((samples.length / form.sampleRate) * form.tokensPerSecond);
  const sound = { data: samples, dims: [1, samples.length] };
  const steps = createMergedDecoder(decoder, form, await hear(encoder, "input_values", sound));
  const tokens: number[] = [];
  let last = form.startToken;
  const logs: number[] = [];
  let logSum = 0;
  for (let step = 0; step < most; step++) {
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
      finished: finished || step === most - 1,
    };
    if (finished) return;
    last = token;
  }
}
