import type { MdxForm } from "#core/models/forms.ts";
import { constant, node, onnxFile, createNode } from "./onnx.ts";

/** A net of the MDX family that takes little at once: 31 · 1024 samples a piece. */
export const MDX_FORM: MdxForm = {
  kind: "mdx",
  sampleRate: 44_100,
  fft: 7680,
  bins: 3072,
  columns: 32,
  stems: ["vocals", "other"],
  input: "input",
  output: "output",
};

/**
 * A graph of the signature of MDX-Net that has learned nothing: what it gives is its input times `gain`,
 * for each of real and imaginary parts of both channels.
 */
export const mdxGraph = (
  { bins, columns, input, output }: MdxForm,
  gain: readonly [number, number, number, number],
): Buffer =>
  onnxFile({
    nodes: [node("Mul", [input, "gain"], output)],
    constants: [constant("gain", gain, { dims: [1, 4, 1, 1] })],
    inputs: [createNode(input, ["batch_size", 4, bins, columns])],
    outputs: [createNode(output, ["batch_size", 4, bins, columns])],
  });
