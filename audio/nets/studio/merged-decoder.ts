import type { NetInput, NetSession, NetTensor } from "../net-session.ts";

export interface SpeechSessions {
  readonly encoder: NetSession;
  readonly decoder: NetSession;
}

/** Shape of the decoder's key-value cache: tensors [1, heads, steps, headSize]. */
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

function pick(outputs: Readonly<Record<string, NetTensor>>, name: string): NetTensor {
  const tensor = outputs[name];
  if (!tensor || tensor.data.length === 0) throw new TypeError(`The net gives no ${name}`);
  return tensor;
}

/** Runs an encoder. @throws {TypeError} if the output is missing */
export async function encode(
  encoder: NetSession,
  name: string,
  input: NetInput,
): Promise<NetTensor> {
  return pick(await encoder.run({ [name]: input }), "last_hidden_state");
}

/**
 * A text decoder with optional cache in one graph (`decoder_model_merged.onnx` of Optimum's
 * exports), on the output of an encoder.
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
     * Feeds the next tokens.
     * @returns for each of them the logits of the token that follows
     * @throws {TypeError} if the output tensors do not match the form
     */
    async feed(tokens: readonly number[]): Promise<readonly Float32Array[]> {
      // The cross-attention cache stays as it was after the first step.
      const cachedNames = isFirst ? all : own;
      const outputs = await session.run(
        {
          ...cache,
          input_ids: { data: BigInt64Array.from(tokens, BigInt), dims: [1, tokens.length] },
          encoder_hidden_states: hidden,
          use_cache_branch: { data: Uint8Array.of(isFirst ? 0 : 1), dims: [1] },
        },
        ["logits", ...cachedNames.map((name) => `present.${name}`)],
      );
      isFirst = false;
      for (const name of cachedNames)
        cache[`past_key_values.${name}`] = pick(outputs, `present.${name}`);
      const { data } = pick(outputs, "logits");
      const width = data.length / tokens.length;
      return tokens.map((_, row) => data.subarray(row * width, (row + 1) * width));
    },
  };
}

/** The most likely token and its log probability. Logits of −∞ are excluded. */
export function pickToken(logits: Float32Array): readonly [token: number, logProbability: number] {
  let best = 0;
  for (let i = 1; i < logits.length; i++) if (logits[i]! > logits[best]!) best = i;
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - logits[best]!);
  return [best, -Math.log(sum)];
}
