import type { SpleeterForm } from "#core/models/forms.ts";
import { constant, node, onnxFile, createNode } from "./onnx.ts";

/** A form of the Spleeter family with short segments: 8,192 samples. */
export const SPLEETER_FORM: SpleeterForm = {
  kind: "spleeter",
  sampleRate: 44_100,
  bins: 1024,
  columns: 8,
  stems: ["vocals", "drums", "other"],
  input: "x",
  output: "y",
};

/** A graph of the signature of Spleeter that was not trained: its output is its input times `gain`. */
export const spleeterGraph = (
  { bins, columns, input, output }: SpleeterForm,
  gain: number,
): Buffer =>
  onnxFile({
    nodes: [node("Mul", [input, "gain"], output)],
    constants: [constant("gain", [gain])],
    inputs: [createNode(input, [2, "num_splits", columns, bins])],
    outputs: [createNode(output, [2, "num_splits", columns, bins])],
  });
