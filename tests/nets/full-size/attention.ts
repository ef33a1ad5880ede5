import type { NetBuilder } from "./net-builder.ts";

export interface Heads {
  readonly heads: number;
  readonly headSize: number;
}

/** Parts of [1, steps, width] by heads: [1, heads, steps, headSize]. */
export function byHeads(net: NetBuilder, x: string, { heads, headSize }: Heads): string {
  const parts = net.step("Reshape", [x, net.whole(1, -1, heads, headSize)]);
  return net.step("Transpose", [parts], { perm: [0, 2, 1, 3] });
}

/** What each asks of all, and what it hears: [1, steps, width] again. */
export function attend(
  net: NetBuilder,
  [queries, keys, values]: readonly [asked: string, keys: string, values: string],
  { heads, headSize }: Heads,
): string {
  const width = heads * headSize;
  const turned = net.step("Transpose", [keys], { perm: [0, 1, 3, 2] });
  const scores = net.step("MatMul", [queries, turned]);
  const even = net.step("Mul", [scores, net.number(1 / Math.sqrt(headSize))]);
  const attended = net.step("MatMul", [net.step("Softmax", [even], { axis: 3 }), values]);
  const joined = net.step("Transpose", [attended], { perm: [0, 2, 1, 3] });
  const flat = net.step("Reshape", [joined, net.whole(1, -1, width)]);
  return net.dense(flat, width, width);
}

/** Attention of a sequence to itself, with what it adds to. */
export function attendItself(net: NetBuilder, x: string, shape: Heads): string {
  const width = shape.heads * shape.headSize;
  const [q, k, v] = [0, 1, 2].map(() => byHeads(net, net.dense(x, width, width), shape));
  return attend(net, [q!, k!, v!], shape);
}
