import type { WhisperForm } from "#core/models/forms.ts";
import { decoderGraph } from "./moonshine-graphs.ts";
import { constant, node, onnxFile, createNode } from "./onnx.ts";

export const WHISPER_FORM: WhisperForm = {
  kind: "whisper",
  sampleRate: 16_000,
  mels: 80,
  layers: 2,
  heads: 1,
  headSize: 2,
};
const FRAMES = 3000;
const STEPS = 1500;
const WIDTH = 8;

/** Words of the vocabulary below, in byte pairs; the last two are halves of a letter. */
const WORDS = ["Ġone", "Ġtwo", "Ġthree", "(", "Ġ", "ÃŃ", "Ã", "Ń"];
const LANGUAGES = ["en", "de", "ar"];
const END = WORDS.length;

/** Tokens by their names. */
export const WHISPER_TOKENS: Readonly<Record<string, number>> = Object.fromEntries(
  [
    ...WORDS,
    "<|endoftext|>",
    "<|startoftranscript|>",
    ...LANGUAGES.map((code) => `<|${code}|>`),
    "<|translate|>",
    "<|transcribe|>",
    "<|startoflm|>",
    "<|startofprev|>",
    "<|nospeech|>",
    "<|notimestamps|>",
  ].map((name, id) => [name, id]),
);
const FIRST_TIME = WHISPER_TOKENS["<|notimestamps|>"]! + 1;
/** Token of a time. @param seconds 0 to 30 */
export const timeToken = (seconds: number): number => FIRST_TIME + Math.round(seconds / 0.02);

/** A `tokenizer.json`. */
export const whisperTokenizer = (): string =>
  JSON.stringify({
    model: { vocab: Object.fromEntries(WORDS.map((word, id) => [word, id])) },
    added_tokens: Object.entries(WHISPER_TOKENS)
      .filter(([, id]) => id >= END)
      .map(([content, id]) => ({ id, content })),
  });

/**
 * The encoder of a Whisper that has learned one sentence: where it hears anything, it gives the tokens
 * that the decoder writes, one a step; of silence it gives the end at once.
 */
export function whisperEncoder(script: readonly number[], { mels }: WhisperForm): Buffer {
  const prompt = Array.from(
    { length: STEPS },
    (_, at) => script[at] ?? WHISPER_TOKENS["<|endoftext|>"]!,
  );
  return onnxFile({
    nodes: [
      // The loudest is 8 under the rest or less: silence is even.
      node("ReduceMax", ["input_features"], "most", { keepdims: 0 }),
      node("ReduceMin", ["input_features"], "least", { keepdims: 0 }),
      node("Sub", ["most", "least"], "range"),
      node("Sign", ["range"], "heard"),
      node("Mul", ["script", "heard"], "last_hidden_state"),
    ],
    constants: [
      constant(
        "script",
        prompt.flatMap((token) => Array.from({ length: WIDTH }, () => token)),
        { dims: [1, STEPS, WIDTH] },
      ),
    ],
    inputs: [createNode("input_features", ["batch", mels, FRAMES])],
    outputs: [createNode("last_hidden_state", ["batch", STEPS, WIDTH])],
  });
}

/** The decoder, which writes what the encoder gives it as long as it is fed what it has written. */
export const whisperDecoder = (form: WhisperForm): Buffer =>
  decoderGraph(form, {
    depth: FIRST_TIME + 1501,
    start: WHISPER_TOKENS["<|startoftranscript|>"]!,
    width: WIDTH,
  });
