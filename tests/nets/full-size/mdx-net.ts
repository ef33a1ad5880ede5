import type { MdxForm } from "#core/models/forms.ts";
import { createNode } from "../onnx.ts";
import { createNetBuilder } from "./net-builder.ts";

/** Channels that each level adds, for a file as large as those that are published. */
const GROWTH = 48;
const LAYERS = 3;
const LEVELS = 5;
/** By which the layers over frequencies are narrower. */
const NARROW = 8;

/** The net of KUIELab's `ConvTDFNet` at its full size. */
export function mdxNet({ bins, columns, input, output }: MdxForm): Buffer {
  const net = createNetBuilder({ isQuantized: false });
  const { step, weights, relu } = net;
  const conv = (x: string, from: number, to: number, size: number, stride = 1): string =>
    step("Conv", [x, weights([to, from, size, size], from * size * size)], {
      kernel_shape: [size, size],
      strides: [stride, stride],
      pads: Array.from({ length: 4 }, () => (stride === 1 ? (size - 1) / 2 : 0)),
    });
  const block = (x: string, channels: number, width: number): string => {
    let features = x;
    for (let at = 0; at < LAYERS; at++) features = relu(conv(features, channels, channels, 3));
    const narrow = relu(step("MatMul", [features, weights([width, width / NARROW], width)]));
    const wide = relu(step("MatMul", [narrow, weights([width / NARROW, width], width / NARROW)]));
    return step("Add", [features, wide]);
  };
  let x = relu(conv(input, 4, GROWTH, 1));
  x = step("Transpose", [x], { perm: [0, 1, 3, 2] });
  let [channels, width] = [GROWTH, bins];
  const skips: string[] = [];
  for (let level = 0; level < LEVELS; level++) {
    x = block(x, channels, width);
    skips.push(x);
    x = relu(conv(x, channels, channels + GROWTH, 2, 2));
    channels += GROWTH;
    width /= 2;
  }
  x = block(x, channels, width);
  for (let level = 0; level < LEVELS; level++) {
    const up = weights([channels, channels - GROWTH, 2, 2], channels);
    x = relu(step("ConvTranspose", [x, up], { kernel_shape: [2, 2], strides: [2, 2] }));
    channels -= GROWTH;
    width *= 2;
    x = block(step("Mul", [x, skips.pop()!]), channels, width);
  }
  x = step("Transpose", [x], { perm: [0, 1, 3, 2] });
  net.name(conv(x, channels, 4, 1), output);
  const dims = [1, 4, bins, columns];
  return net.file([createNode(input, dims)], [createNode(output, dims)]);
}
