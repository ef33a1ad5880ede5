import type { KokoroForm, PiperForm } from "#core/models/forms.ts";
import { type Part, constant, node, onnxFile, createNode } from "./onnx.ts";

export const PIPER_FORM: PiperForm = {
  kind: "piper",
  sampleRate: 16_000,
  language: "en",
  espeak: "en-us",
};
export const KOKORO_FORM: KokoroForm = {
  kind: "kokoro",
  sampleRate: 24_000,
  voices: [
    { id: "af_one", name: "One", language: "en", espeak: "en-us" },
    { id: "am_two", name: "Two", language: "en", espeak: "en-us" },
    { id: "ef_three", name: "Three", language: "es", espeak: "es" },
  ],
};
/** Samples of a frame of the graphs below. */
export const PIPER_HOP = 256;
export const KOKORO_HOP = 600;
/** A phoneme is as many frames as a quarter of its id, rounded up. */
const SLOWNESS = 0.25;
/** A phoneme sounds as its id, of this many. */
export const FULL = 256;

/** Ids of the letters that eSpeak writes, as voices of Piper have them in their `.onnx.json`. */
const LETTERS = " !,.:;?abcdefhijklmnoprstuvwzæçðŋɐɑɔəɚɛɜɡɪɹɾʃʊʌʒˈˌːθᵻɒø";
export const PIPER_MAP: Readonly<Record<string, readonly number[]>> = Object.fromEntries(
  Array.from(`_^$${LETTERS}`, (letter, id) => [letter, [id]]),
);

export const piperConfig = (change: object = {}): string =>
  JSON.stringify({
    audio: { sample_rate: PIPER_FORM.sampleRate, quality: "medium" },
    espeak: { voice: PIPER_FORM.espeak },
    inference: { noise_scale: 0.667, length_scale: 1, noise_w: 0.8 },
    phoneme_type: "espeak",
    num_speakers: 1,
    phoneme_id_map: PIPER_MAP,
    ...change,
  });

/** Frames of each id: `Ceil(ids × slowness × length)` in `frames`, as [1, 1, ids]. */
const framesOf = (ids: string, length: string): Part[] => [
  node("Cast", [ids], "ids.float", { to: 1 }),
  node("Mul", ["ids.float", "slowness"], "ids.slow"),
  node("Mul", ["ids.slow", length], "ids.length"),
  node("Unsqueeze", ["ids.length", "axis1"], "ids.three"),
];

/** Says each id, and what is added to it, for its frames. */
const sayFrames = (frames: string, added: string, output: string): Part[] => [
  node("Reshape", [frames, "flat"], "frames.flat"),
  node("CumSum", ["frames.flat", "zeroIndex"], "frames.ends"),
  node("ReduceMax", ["frames.ends"], "frames.all", { keepdims: 0 }),
  node("Range", ["zeroNumber", "frames.all", "oneNumber"], "frames.times"),
  // A frame belongs to the id before whose end it is: as many have ended.
  node("Unsqueeze", ["frames.ends", "axis1"], "frames.column"),
  node("LessOrEqual", ["frames.column", "frames.times"], "frames.ended"),
  node("Cast", ["frames.ended"], "frames.endedNumber", { to: 1 }),
  node("ReduceSum", ["frames.endedNumber", "axis0"], "frames.owner", { keepdims: 0 }),
  node("Cast", ["frames.owner"], "frames.index", { to: 7 }),
  node("Reshape", ["ids.float", "flat"], "ids.flat"),
  node("Gather", ["ids.flat", "frames.index"], "frames.ids"),
  node("Div", ["frames.ids", "full"], "frames.level"),
  node("Add", ["frames.level", added], "frames.sound"),
  node("Unsqueeze", ["frames.sound", "axis1"], "frames.tall"),
  node("Expand", ["frames.tall", "hop"], "frames.samples"),
  node("Reshape", ["frames.samples", "shape"], output),
];
const constants = (hop: number, shape: readonly number[]): Part[] => [
  constant("slowness", [SLOWNESS]),
  constant("full", [FULL]),
  constant("hop", [1, hop], { type: "int64" }),
  constant("shape", shape, { type: "int64" }),
  constant("flat", [-1], { type: "int64" }),
  constant("axis0", [0], { type: "int64" }),
  constant("axis1", [1], { type: "int64" }),
  constant("zeroIndex", [0], { type: "int64", dims: [] }),
  constant("zeroNumber", [0], { dims: [] }),
  constant("oneNumber", [1], { dims: [] }),
];

/**
 * A voice of Piper that says each id as a level: `id / 256`, and a thousandth of the first scale (noise);
 * an id is `ceil(id / 4 × length)` frames of 256 samples. Like the published ones it does not tell these.
 */
export const piperGraph = ({ speakers = false, padding = 0 } = {}): Buffer =>
  onnxFile(
    {
      nodes: [
        node("Gather", ["scales", "second"], "length"),
        node("Gather", ["scales", "first"], "noise"),
        node("Mul", ["noise", "thousandth"], "noise.soft"),
        ...framesOf("input", "length"),
        node("Ceil", ["ids.three"], "/Ceil_output_0"),
        ...(speakers
          ? [
              node("Cast", ["sid"], "speaker", { to: 1 }),
              node("Add", ["speaker", "noise.soft"], "noise.own"),
            ]
          : [node("Identity", ["noise.soft"], "noise.own")]),
        ...sayFrames("/Ceil_output_0", "noise.own", "output"),
      ],
      constants: [
        ...constants(PIPER_HOP, [1, 1, 1, -1]),
        constant("first", [0], { type: "int64" }),
        constant("second", [1], { type: "int64" }),
        constant("thousandth", [0.001]),
      ],
      inputs: [
        createNode("input", ["batch", "phonemes"], "int64"),
        createNode("input_lengths", ["batch"], "int64"),
        createNode("scales", [3]),
        ...(speakers ? [createNode("sid", ["batch"], "int64")] : []),
      ],
      outputs: [createNode("output", ["batch", "time", 1, "samples"])],
    },
    padding,
  );

/**
 * Kokoro that says each id as a level: `id / 256`, and the first number of the style; an id is
 * `ceil(id / 4 / speed)` frames of 600 samples. @param timed like the published graph with times, it gives
 * `durations` before it rounds them half to even, at least 1, and speaks the rounded frames
 */
export const kokoroGraph = ({ timed = false } = {}): Buffer =>
  onnxFile({
    nodes: [
      node("Div", ["one", "speed"], "length"),
      node("Gather", ["style", "first"], "style.first", { axis: 1 }),
      node("Reshape", ["style.first", "flat"], "style.flat"),
      ...framesOf("input_ids", "length"),
      ...(timed
        ? [
            node("Round", ["ids.three"], "frames.rounded"),
            node("Clip", ["frames.rounded", "oneNumber"], "frames"),
            node("Reshape", ["ids.three", "row"], "durations"),
          ]
        : [node("Ceil", ["ids.three"], "frames")]),
      ...sayFrames("frames", "style.flat", "waveform"),
    ],
    constants: [
      ...constants(KOKORO_HOP, [1, -1]),
      constant("one", [1]),
      constant("first", [0], { type: "int64" }),
      ...(timed ? [constant("row", [1, -1], { type: "int64" })] : []),
    ],
    inputs: [
      createNode("input_ids", [1, "tokens"], "int64"),
      createNode("style", [1, 256]),
      createNode("speed", [1]),
    ],
    outputs: [
      createNode("waveform", [1, "samples"]),
      ...(timed ? [createNode("durations", [1, "tokens"])] : []),
    ],
  });

/** Styles of a voice: the first number of each is its place, in thousandths, and `first` more. */
export function kokoroVoice(first: number): Buffer {
  const styles = new Float32Array(510 * 256);
  for (let at = 0; at < 510; at++) styles[at * 256] = first + at / 1000;
  return Buffer.from(styles.buffer);
}

const KOKORO_LETTERS = `;:,.!?—…"() ${"abdefhijklmnoprstuvwzAIOQWYTʤʧæðŋɐɑɔəɛɜɡɪɹɾʃʊʌʒˈˌːθᵊᵻç"}`;
export const KOKORO_VOCABULARY: Readonly<Record<string, number>> = Object.fromEntries(
  Array.from(KOKORO_LETTERS, (letter, at) => [letter, at + 1]),
);
export const kokoroTokenizer = (): string =>
  JSON.stringify({ version: "1.0", model: { vocab: KOKORO_VOCABULARY } });
