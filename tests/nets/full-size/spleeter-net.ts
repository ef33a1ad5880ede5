import type { SpleeterForm } from "#core/models/forms.ts";
import { createNode } from "../onnx.ts";
import { createNetBuilder } from "./net-builder.ts";

const LEVELS = 6;
const FIRST = 16;

/** The U-Net of Spleeter at its full size. */
export function spleeterNet({ bins, columns, input, output }: SpleeterForm): Buffer {
  const net = createNetBuilder({ isQuantized: false });
  const { step, weights, relu } = net;
  let x = step("Transpose", [input], { perm: [1, 0, 2, 3] });
  const mix = x;
  let channels = 2;
  const skips: string[] = [];
  for (let level = 0; level < LEVELS; level++) {
    const to = FIRST * 2 ** level;
    const layer = step("Conv", [x, weights([to, channels, 5, 5], 25 * channels)], {
      kernel_shape: [5, 5],
      strides: [2, 2],
      pads: [1, 1, 2, 2],
    });
    skips.push(layer);
    x = relu(layer);
    channels = to;
  }
  skips.pop();
  x = step("Identity", [x]);
  for (let level = LEVELS - 2; level >= -1; level--) {
    const to = level < 0 ? 1 : FIRST * 2 ** level;
    x = relu(
      step("ConvTranspose", [x, weights([channels, to, 5, 5], 25 * channels)], {
        kernel_shape: [5, 5],
        strides: [2, 2],
        pads: [1, 1, 2, 2],
      }),
    );
    x = level < 0 ? x : step("Concat", [skips.pop()!, x], { axis: 1 });
    channels = 2 * to;
  }
  const mask = step("Conv", [x, weights([2, 1, 4, 4], 16)], {
    kernel_shape: [4, 4],
    dilations: [2, 2],
    pads: [3, 3, 3, 3],
  });
  const masked = step("Mul", [step("Sigmoid", [mask]), mix]);
  net.name(step("Transpose", [masked], { perm: [1, 0, 2, 3] }), output);
  const dims = [2, 1, columns, bins];
  return net.file([createNode(input, dims)], [createNode(output, dims)]);
}
