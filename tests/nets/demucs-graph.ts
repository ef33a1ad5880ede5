import type { DemucsForm } from "#core/models/forms.ts";
import { constant, node, onnxFile, createNode } from "./onnx.ts";

/** A net of the Demucs family that takes little at once. @param frames 8192 is five runs a second */
export const demucsForm = (frames: number): DemucsForm => ({
  kind: "demucs",
  sampleRate: 44_100,
  frames,
  stems: ["drums", "bass", "other", "vocals"],
  inputs: { wave: "mix", spectrum: "magnitudes" },
  outputs: { wave: "waves", spectrum: "spectra" },
});

/**
 * A graph of the signature of HTDemucs that has learned nothing: each stem is the mix times `wave`, and
 * the spectrum times `spectrum`, where the transform is not in the graph. A quarter in one of them: the four stems sum to the mix.
 */
export function demucsGraph(
  { frames, stems, inputs, outputs }: DemucsForm,
  { wave, spectrum }: { readonly wave: number; readonly spectrum: number },
): Buffer {
  const columns = Math.ceil(frames / 1024);
  const outside =
    inputs.spectrum === undefined || outputs.spectrum === undefined
      ? null
      : { input: inputs.spectrum, output: outputs.spectrum };
  const path = (input: string, output: string, gain: string) => [
    node("Mul", [input, gain], `${output}.scaled`),
    node("Unsqueeze", [`${output}.scaled`, "axis"], `${output}.one`),
    node(
      "Concat",
      Array.from(stems, () => `${output}.one`),
      output,
      { axis: 1 },
    ),
  ];
  return onnxFile({
    nodes: [
      ...path(inputs.wave, outputs.wave, "wave"),
      ...(outside ? path(outside.input, outside.output, "spectrum") : []),
    ],
    constants: [
      constant("wave", [wave]),
      constant("spectrum", [spectrum]),
      constant("axis", [1], { type: "int64" }),
    ],
    inputs: [
      createNode(inputs.wave, [1, 2, frames]),
      ...(outside ? [createNode(outside.input, [1, 4, 2048, columns])] : []),
    ],
    outputs: [
      createNode(outputs.wave, [1, stems.length, 2, frames]),
      ...(outside ? [createNode(outside.output, [1, stems.length, 4, 2048, columns])] : []),
    ],
  });
}
