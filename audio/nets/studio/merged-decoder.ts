import type { NetInput, NetSession, NetTensor } from "../net-session.ts";

export interface SpeechSessions {
  readonly encoder: NetSession;
  readonly decoder: NetSession;
}

/** What a decoder keeps of what it has worked out: so many tensors [1, heads, steps, headSize]. */
export interface DecoderShape {
  readonly layers: number;
  readonly heads: number;
  readonly headSize: number;
}

const KINDS = ["decoder", "encoder"] as const;
const PARTS = ["key", "value"] as const;

const namesOf = (layers: number, kind: (typeof KINDS)[number]): readonly string[] =>
  Array.from({ length: layers }, (_, layer) =>
    PARTS.map((part) => `${layer}.${kind}.${part}`),
  ).flat();

function pick(told: Readonly<Record<string, NetTensor>>, name: string): NetTensor {
  const tensor = told[name];
  if (!tensor || tensor.data.length === 0) throw new TypeError(`The net gives no ${name}`);
  return tensor;
}

/** What an encoder has heard. @throws {TypeError} where it gives none */
export async function hear(encoder: NetSession, name: string, input: NetInput): Promise<NetTensor> {
  return pick(await encoder.run({ [name]: input }), "last_hidden_state");
}

/**
 * A decoder of text in one graph, with its cache and without (`decoder_model_merged.onnx` of Optimum's
 * exports), over what an encoder has heard.
 */
export function createMergedDecoder(
  session: NetSession,
  { layers, heads, headSize }: DecoderShape,
  hidden: NetInput,
) {
  const own = namesOf(layers, "decoder");
  const all = [...own, ...namesOf(layers, "encoder")];
  const none: NetInput = { data: new Float32Array(0), dims: [1, heads, 0, headSize] };
  const cache: Record<string, NetInput> = Object.fromEntries(
    all.map((name) => [`past_key_values.${name}`, none]),
  );
  let isFirst = true;
  return {
    /**
     * Takes the tokens that come next.
     * @returns for each of them a row of numbers, one for each token that may follow it
     * @throws {TypeError} where the net gives other tensors than its form says
     */
    async feed(tokens: readonly number[]): Promise<readonly Float32Array[]> {
      // What the decoder has made of the sound stays as it was at the first step.
      const kept = isFirst ? all : own;
      const told = await session.run(
        {
          ...cache,
          input_ids: { data: BigInt64Array.from(tokens, BigInt), dims: [1, tokens.length] },
          encoder_hidden_states: hidden,
          use_cache_branch: { data: Uint8Array.of(isFirst ? 0 : 1), dims: [1] },
        },
        ["logits", ...kept.map((name) => `present.${name}`)],
      );
      isFirst = false;
      for (const name of kept) cache[`past_key_values.${name}`] = pick(told, `present.${name}`);
      const { data } = pick(told, "logits");
      const width = data.length / tokens.length;
      return tokens.map((_, row) => data.subarray(row * width, (row + 1) * width));
    },
  };
}

/** The likeliest token, and the logarithm of its probability. What is −∞ is not taken. */
export function pickToken(logits: Float32Array): readonly [token: number, logProbability: number] {
  let best = 0;
  for (let i = 1; i < logits.length; i++) if (logits[i]! > logits[best]!) best = i;
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - logits[best]!);
  return [best, -Math.log(sum)];
}
