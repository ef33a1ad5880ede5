import type { MoonshineForm } from "../../../core/models/forms.ts";
import type { NetInput, NetSession, NetTensor } from "../net-session.ts";

export interface MoonshineSessions {
  readonly encoder: NetSession;
  readonly decoder: NetSession;
}

/** What the net has written so far of a piece of speech. */
export interface Written {
  readonly tokens: readonly number[];
  /** How sure it is of them: the geometric mean of their probabilities, 0 to 1. */
  readonly confidence: number;
  /** It has written all that it hears. */
  readonly finished: boolean;
}

type Cache = Record<string, NetInput>;
const KINDS = ["decoder", "encoder"] as const;
const PARTS = ["key", "value"] as const;

const namesOf = (layers: number, kind: (typeof KINDS)[number]): readonly string[] =>
  Array.from({ length: layers }, (_, layer) =>
    PARTS.map((part) => `${layer}.${kind}.${part}`),
  ).flat();

/** The likeliest token, and the logarithm of its probability. */
function pickToken(logits: Float32Array): readonly [token: number, logProbability: number] {
  let best = 0;
  for (let i = 1; i < logits.length; i++) if (logits[i]! > logits[best]!) best = i;
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - logits[best]!);
  return [best, -Math.log(sum)];
}

/**
 * Writes down a piece of speech: the encoder hears all of it once, the decoder writes token after token
 * and keeps what it has worked out of those before (greedy, as moonshine-js does it).
 * @param samples one channel at the rate of the form, up to a minute
 * @yields what is written, again with each token
 * @throws {TypeError} where the net gives other tensors than its form says
 */
export async function* writeSpeech(
  { encoder, decoder }: MoonshineSessions,
  form: MoonshineForm,
  samples: Float32Array,
  signal?: { throwIfAborted(): void },
): AsyncGenerator<Written, void, undefined> {
  const { layers, heads, headSize } = form;
  const most = Math.trunc((samples.length / form.sampleRate) * form.tokensPerSecond);
  const heard = await encoder.run({ input_values: { data: samples, dims: [1, samples.length] } });
  const hidden = heard["last_hidden_state"];
  if (!hidden) throw new TypeError("The encoder gives no last_hidden_state");
  const own = namesOf(layers, "decoder");
  const all = [...own, ...namesOf(layers, "encoder")];
  const none: NetInput = { data: new Float32Array(0), dims: [1, heads, 0, headSize] };
  const cache: Cache = Object.fromEntries(all.map((name) => [`past_key_values.${name}`, none]));
  const tokens: number[] = [];
  let last = form.startToken;
  let logSum = 0;
  for (let step = 0; step < most; step++) {
    signal?.throwIfAborted();
    // What the decoder has made of the sound stays as it was at the first step.
    const kept = step === 0 ? all : own;
    const told = await decoder.run(
      {
        ...cache,
        input_ids: { data: BigInt64Array.of(BigInt(last)), dims: [1, 1] },
        encoder_hidden_states: hidden,
        use_cache_branch: { data: Uint8Array.of(step === 0 ? 0 : 1), dims: [1] },
      },
      ["logits", ...kept.map((name) => `present.${name}`)],
    );
    const [token, logProbability] = pickToken(pick(told, "logits").data);
    for (const name of kept) cache[`past_key_values.${name}`] = pick(told, `present.${name}`);
    const finished = token === form.endToken;
    if (!finished) {
      tokens.push(token);
      logSum += logProbability;
    }
    const confidence = tokens.length > 0 ? Math.exp(logSum / tokens.length) : 0;
    yield { tokens: [...tokens], confidence, finished: finished || step === most - 1 };
    if (finished) return;
    last = token;
  }
}

function pick(told: Readonly<Record<string, NetTensor>>, name: string): NetTensor {
  const tensor = told[name];
  if (!tensor || tensor.data.length === 0) throw new TypeError(`The decoder gives no ${name}`);
  return tensor;
}
