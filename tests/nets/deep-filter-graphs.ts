import { type Part, constant, node, onnxFile, createNode } from "./onnx.ts";

const BANDS = 32;
const FILTERED = 96;
const TAPS = 10;

/** The encoder, with the names and shapes of the published one: it hands on what it hears. */
export const deepFilterEncoder = (): Buffer =>
  onnxFile({
    nodes: [
      ...["e0", "e1", "e2", "e3"].map((name) => node("Identity", ["feat_erb"], name)),
      node("Squeeze", ["feat_erb", "axis1"], "emb"),
      node("Identity", ["feat_spec"], "c0"),
      node("ReduceMean", ["emb"], "lsnr", { axes: [2], keepdims: 1 }),
    ],
    constants: [constant("axis1", [1], { type: "int64" })],
    inputs: [
      createNode("feat_erb", [1, 1, "time", BANDS]),
      createNode("feat_spec", [1, 2, "time", FILTERED]),
    ],
    outputs: [
      ...["e0", "e1", "e2", "e3"].map((name) => createNode(name, [1, 1, "time", BANDS])),
      createNode("emb", [1, "time", BANDS]),
      createNode("c0", [1, 2, "time", FILTERED]),
      createNode("lsnr", [1, "time", 1]),
    ],
  });

/** Gains that are always the same. */
export const deepFilterBands = (gain: number): Buffer =>
  onnxFile({
    nodes: [node("Mul", ["e0", "zero"], "nothing"), node("Add", ["nothing", "gain"], "m")],
    constants: [constant("zero", [0]), constant("gain", [gain])],
    inputs: [
      createNode("emb", [1, "time", BANDS]),
      ...["e3", "e2", "e1", "e0"].map((name) => createNode(name, [1, 1, "time", BANDS])),
    ],
    outputs: [createNode("m", [1, 1, "time", BANDS])],
  });

/** Filters that are always the same. @param taps real and imaginary part of each of five frames */
export const deepFilterFilters = (taps: readonly number[]): Buffer => {
  const nodes: Part[] = [
    node("Slice", ["c0", "from", "to", "axis1"], "real"),
    node("Squeeze", ["real", "axis1"], "flat"),
    node("Unsqueeze", ["flat", "axis3"], "tall"),
    node("Mul", ["tall", "zero"], "nothing"),
    node("Add", ["nothing", "taps"], "coefs"),
  ];
  return onnxFile({
    nodes,
    constants: [
      constant("from", [0], { type: "int64" }),
      constant("to", [1], { type: "int64" }),
      constant("axis1", [1], { type: "int64" }),
      constant("axis3", [3], { type: "int64" }),
      constant("zero", [0]),
      constant("taps", taps),
    ],
    inputs: [createNode("emb", [1, "time", BANDS]), createNode("c0", [1, 2, "time", FILTERED])],
    outputs: [createNode("coefs", [1, "time", FILTERED, TAPS])],
  });
};
