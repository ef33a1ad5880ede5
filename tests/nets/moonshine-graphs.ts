import type { MoonshineForm } from "#core/models/forms.ts";
import type { DecoderShape } from "#audio/nets/studio/merged-decoder.ts";
import { type Part, constant, node, onnxFile, createNode, subgraph } from "./onnx.ts";

export const MOONSHINE_FORM: MoonshineForm = {
  kind: "moonshine",
  sampleRate: 16_000,
  layers: 2,
  heads: 1,
  headSize: 2,
  startToken: 1,
  endToken: 2,
  tokensPerSecond: 6,
};
/** Tokens that the graph below knows, where nothing else is asked for. */
const DEPTH = 64;
/** Samples from one that says a token to the next. */
export const TOKEN_STEP = 1600;
/** A sample says its token so many times. */
const SCALE = 1000;

/**
 * A recording that the graphs below write down as these tokens: each is the value of one sample of 1600,
 * above a tone by which cutters hear that there is something.
 */
export function spokenTokens(tokens: readonly number[]): Float32Array {
  const samples = Float32Array.from({ length: tokens.length * TOKEN_STEP }, (_, at) =>
    at % TOKEN_STEP === 0 ? 0 : 0.2 * Math.sin((2 * Math.PI * 300 * at) / 16_000),
  );
  for (const [at, token] of tokens.entries()) samples[at * TOKEN_STEP] = token / SCALE;
  return samples;
}

/** The encoder: it hears one sample of 1600, as a token. */
export function encoderGraph(): Buffer {
  return onnxFile({
    nodes: [
      node("Slice", ["input_values", "zero", "end", "second", "step"], "picked"),
      node("Mul", ["picked", "scale"], "scaled"),
      node("Round", ["scaled"], "ids"),
      node("Unsqueeze", ["ids", "third"], "last_hidden_state"),
    ],
    constants: [
      constant("zero", [0], { type: "int64" }),
      constant("end", [1_000_000_000], { type: "int64" }),
      constant("second", [1], { type: "int64" }),
      constant("step", [TOKEN_STEP], { type: "int64" }),
      constant("third", [2], { type: "int64" }),
      constant("scale", [SCALE]),
    ],
    inputs: [createNode("input_values", ["batch", "samples"])],
    outputs: [createNode("last_hidden_state", ["batch", "steps", 1])],
  });
}

/** What a decoder is that writes other tokens than Moonshine's. */
export interface DecoderTokens {
  readonly depth: number;
  /** The first token that it is fed. */
  readonly start: number;
  /** Numbers per step of the encoder's output; only the first one is read. */
  readonly width: number;
}

/**
 * The decoder: it writes the tokens that the encoder has heard, one a step, as long as what it is fed is
 * what it has said: its place is the length of the cache, and with the cache it takes what it knows of
 * the sound from there, and no more from the encoder. A token that is fed and is not the one before, or
 * a cache that is not the one of the step before, shift what it writes. Several tokens at once may be
 * fed; all rows of what it says are those of the last.
 */
export function decoderGraph(
  { layers, heads, headSize }: DecoderShape,
  { depth, start, width }: DecoderTokens = { depth: DEPTH, start: 1, width: 1 },
): Buffer {
  const cache = ["batch", heads, "past", headSize];
  const names = Array.from({ length: layers }, (_, layer) =>
    ["decoder", "encoder"].flatMap((kind) =>
      ["key", "value"].map((part) => `${layer}.${kind}.${part}`),
    ),
  ).flat();
  const own = names.filter((name) => name.includes("decoder"));
  const encoderNames = names.filter((name) => name.includes("encoder"));
  const first = "past_key_values.0.encoder.key";
  const branch = (nodes: readonly Part[], output: string): Part =>
    subgraph({ nodes, outputs: [createNode(output, ["batch", heads, "steps", headSize])] });
  return onnxFile({
    nodes: [
      // [1, heads, steps, headSize] of what the encoder heard, as the cache has it.
      node("Slice", ["encoder_hidden_states", "zero", "one", "two"], "heard.first"),
      node("Unsqueeze", ["heard.first", "one"], "heard.four"),
      node("Expand", ["heard.four", "cacheShape"], "heard.now"),
      node("If", ["use_cache_branch"], "known", {
        then_branch: branch([node("Identity", [first], "kept")], "kept"),
        else_branch: branch([node("Identity", ["heard.now"], "fresh")], "fresh"),
      }),
      // With the cache, it outputs nothing of the encoder: a caller that requests it again loses
      // it.
      node("Cast", ["use_cache_branch"], "cached", { to: 1 }),
      node("Sub", ["oneFloat", "cached"], "notCached"),
      node("Mul", ["known", "notCached"], "heard.out"),
      ...encoderNames.map((name) => node("Identity", ["heard.out"], `present.${name}`)),
      // What it is fed is kept.
      node("Cast", ["input_ids"], "fed", { to: 1 }),
      node("Reshape", ["fed", "four"], "fed.four"),
      node("Expand", ["fed.four", "cacheShape"], "fed.cache"),
      ...own.map((name) =>
        node("Concat", [`past_key_values.${name}`, "fed.cache"], `present.${name}`, { axis: 2 }),
      ),
      // Its place: as many tokens as it has been fed before the last.
      node("Shape", ["present.0.decoder.key"], "present.shape"),
      node("Gather", ["present.shape", "two"], "place.after"),
      node("Sub", ["place.after", "one"], "place"),
      node("Gather", ["known", "place"], "token.cache", { axis: 2 }),
      node("Reshape", ["token.cache", "flat"], "token.row"),
      node("Gather", ["token.row", "zero"], "token"),
      // Sum of what was fed but the start, less the sum of what it should have been: 0.
      node("ReduceSum", ["present.1.decoder.value"], "sum.fed", { keepdims: 0 }),
      node("Slice", ["known", "zero", "place", "two"], "known.before"),
      node("ReduceSum", ["known.before"], "sum.known", { keepdims: 0 }),
      node("Sub", ["sum.fed", "sum.known"], "sum.more"),
      node("Div", ["sum.more", "size"], "sum.wrong"),
      node("Sub", ["sum.wrong", "start"], "wrong"),
      node("Add", ["token", "wrong"], "told"),
      node("Cast", ["told"], "told.id", { to: 7 }),
      node("OneHot", ["told.id", "depth", "values"], "hot", { axis: 1 }),
      node("Reshape", ["hot", "logitShape"], "logits.last"),
      node("Shape", ["input_ids"], "input.shape"),
      node("Concat", ["input.shape", "one"], "logits.shape", { axis: 0 }),
      node("Expand", ["logits.last", "logits.shape"], "logits"),
    ],
    constants: [
      constant("zero", [0], { type: "int64" }),
      constant("one", [1], { type: "int64" }),
      constant("two", [2], { type: "int64" }),
      constant("flat", [heads * headSize], { type: "int64" }),
      constant("four", [1, 1, -1, 1], { type: "int64" }),
      constant("cacheShape", [1, heads, 1, headSize], { type: "int64" }),
      constant("logitShape", [1, 1, depth], { type: "int64" }),
      constant("depth", [depth], { type: "int64", dims: [] }),
      constant("start", [start]),
      constant("values", [0, 20]),
      constant("oneFloat", [1]),
      constant("size", [heads * headSize]),
    ],
    inputs: [
      createNode("input_ids", ["batch", "sequence"], "int64"),
      createNode("encoder_hidden_states", ["batch", "steps", width]),
      ...names.map((name) => createNode(`past_key_values.${name}`, cache)),
      createNode("use_cache_branch", [1], "bool"),
    ],
    outputs: [
      createNode("logits", ["batch", "sequence", depth]),
      ...names.map((name) => createNode(`present.${name}`, ["batch", heads, "all", headSize])),
    ],
  });
}
