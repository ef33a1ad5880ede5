import type { SpeakerSegmentsForm, VoiceEmbeddingForm } from "#core/models/forms.ts";
import { createNode } from "../onnx.ts";
import { type NetBuilder, createNetBuilder } from "./net-builder.ts";

/** SincNet, four recurrent layers both ways, and three dense ones. */
export function segmentsNet({ samples, frames, input, output }: SpeakerSegmentsForm): Buffer {
  const net = createNetBuilder({ isQuantized: false });
  const { step, conv, dense, remember } = net;
  const pool = (x: string): string =>
    step("LeakyRelu", [step("MaxPool", [x], { kernel_shape: [3], strides: [3] })]);
  let x = pool(step("Abs", [conv(input, [1, 80], { size: 251, stride: 10, pad: 0 })]));
  x = pool(conv(x, [80, 60], { size: 5, pad: 0 }));
  x = pool(conv(x, [60, 60], { size: 5, pad: 0 }));
  x = step("Transpose", [x], { perm: [0, 2, 1] });
  for (let layer = 0; layer < 4; layer++)
    x = remember("LSTM", x, layer === 0 ? 60 : 256, { width: 128, both: true });
  x = dense(net.relu(dense(net.relu(dense(x, 256, 128)), 128, 128)), 128, 7);
  net.name(step("LogSoftmax", [x], { axis: 2 }), output);
  return net.file([createNode(input, [1, 1, samples])], [createNode(output, [1, frames, 7])]);
}

type Channels = readonly [from: number, to: number];

/** Convolutions over bands and time. */
function createPlanes({ step, weights, relu }: NetBuilder) {
  const conv = (x: string, [from, to]: Channels, size: number, stride = 1): string => {
    const side = (size - 1) / 2;
    const inputs = from * size * size;
    return step("Conv", [x, weights([to, from, size, size], inputs), weights([to], inputs)], {
      kernel_shape: [size, size],
      strides: [stride, stride],
      pads: [side, side, side, side],
    });
  };
  const shortcut = (x: string, channels: Channels, stride: number): string =>
    stride === 1 && channels[0] === channels[1] ? x : conv(x, channels, 1, stride);
  /** Two that are added, each as much as a small network says. */
  const fuse = (a: string, b: string, channels: number): string => {
    const both = step("Concat", [a, b], { axis: 1 });
    const small = relu(conv(both, [2 * channels, channels / 4], 1));
    const share = step("Tanh", [conv(small, [channels / 4, channels], 1)]);
    return step("Add", [step("Mul", [a, share]), step("Sub", [b, step("Mul", [b, share])])]);
  };
  const basic = (x: string, channels: Channels, stride: number): string => {
    const inner = relu(conv(x, channels, 3, stride));
    const outer = conv(inner, [channels[1], channels[1]], 3);
    return relu(step("Add", [outer, shortcut(x, channels, stride)]));
  };
  /** A block of Res2Net with two groups, which are fused or added. */
  const grouped = (x: string, [from, to]: Channels, stride: number, isFused: boolean): string => {
    const width = to / 4;
    const parts = relu(conv(x, [from, 2 * width], 1, stride));
    const split = net2(parts, width);
    const first = relu(conv(split[0], [width, width], 3));
    const joined = isFused ? fuse(first, split[1], width) : step("Add", [first, split[1]]);
    const second = relu(conv(joined, [width, width], 3));
    const both = step("Concat", [first, second], { axis: 1 });
    return relu(step("Add", [conv(both, [2 * width, to], 1), shortcut(x, [from, to], stride)]));
  };
  const net2 = (x: string, width: number): readonly [string, string] => [
    conv(x, [2 * width, width], 1),
    conv(x, [2 * width, width], 1),
  ];
  return { conv, fuse, basic, grouped };
}

const BLOCKS = [3, 4, 6, 3] as const;
const FIRST = 32;

/** ResNet34, or ERes2Net with its fusion of scales. */
export function embeddingNet({ bands, size, input, output }: VoiceEmbeddingForm, isRes2: boolean) {
  const net = createNetBuilder({ isQuantized: false });
  const { step, relu, whole, number } = net;
  const planes = createPlanes(net);
  const turned = step("Transpose", [input], { perm: [0, 2, 1] });
  let x = relu(planes.conv(step("Unsqueeze", [turned, whole(1)]), [1, FIRST], 3));
  let channels = FIRST;
  let fused: string | null = null;
  for (const [layer, count] of BLOCKS.entries()) {
    const to = (isRes2 ? 2 : 1) * FIRST * 2 ** layer;
    for (let at = 0; at < count; at++) {
      const stride = at === 0 && layer > 0 ? 2 : 1;
      x = isRes2
        ? planes.grouped(x, [channels, to], stride, layer > 1)
        : planes.basic(x, [channels, to], stride);
      channels = to;
    }
    if (!isRes2) continue;
    const before: string | null = fused;
    fused = before === null ? x : planes.fuse(x, planes.conv(before, [to / 2, to], 3, 2), to);
  }
  x = fused ?? x;
  const mean = step("ReduceMean", [x], { axes: [3], keepdims: 1 });
  const off = step("Sub", [x, mean]);
  const power = step("ReduceMean", [step("Mul", [off, off])], { axes: [3], keepdims: 1 });
  const spread = step("Sqrt", [step("Add", [power, number(1e-8)])]);
  const stats = step("Reshape", [step("Concat", [mean, spread], { axis: 1 }), whole(1, -1)]);
  net.name(net.dense(stats, 2 * channels * (bands / 8), size), output);
  return net.file([createNode(input, [1, "frames", bands])], [createNode(output, [1, size])]);
}
