import { constant, node, onnxFile, createNode } from "../nets/onnx.ts";

/** How the graph below is fed, as the registry says it. */
export const TINY_FORM = {
  kind: "spectral-stream",
  sampleRate: 16_000,
  frame: 512,
  input: "mix",
  output: "enh",
  states: { seen: [1] },
} as const;

/**
 * An ONNX graph that takes a frame of a spectrum and gives it back softer, with a state that is carried
 * on: all that a net for speech has, but what it has learned.
 * @param padding bytes that it is made larger by
 */
export function tinyNet({
  gain,
  padding,
}: {
  readonly gain: number;
  readonly padding: number;
}): Buffer {
  const frame = [1, TINY_FORM.frame / 2 + 1, 1, 2];
  return onnxFile(
    {
      nodes: [node("Mul", ["mix", "gain"], "enh"), node("Add", ["seen", "one"], "seen_out")],
      constants: [constant("gain", [gain]), constant("one", [1])],
      inputs: [createNode("mix", frame), createNode("seen", [1])],
      outputs: [createNode("enh", frame), createNode("seen_out", [1])],
    },
    padding,
  );
}
