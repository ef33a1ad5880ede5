import { expect, it } from "vitest";
import { createRealFft } from "../signal/fft/fft.ts";
import { createCosineTransform } from "./cosine-transform.ts";

it.each([4, 8, 64, 1024])("TLS-1 is the Fourier transform of %i mirrored values", (size) => {
  const values = Float64Array.from({ length: size + 1 }, (_, i) => Math.sin(i * i + 1));
  const mirrored = new Float64Array(2 * size);
  for (let i = 0; i <= size; i++) mirrored[i] = mirrored[(2 * size - i) % (2 * size)] = values[i]!;
  const re = new Float64Array(size + 1);
  const im = new Float64Array(size + 1);
  createRealFft(2 * size).forward(mirrored, re, im);
  const out = new Float64Array(size + 1);
  const transform = createCosineTransform(size);
  transform(values, out);
  for (let k = 0; k <= size; k++) expect(out[k]).toBeCloseTo(re[k]!, 9);
  transform(out, out);
  for (let i = 0; i <= size; i++) expect(out[i]! / (2 * size)).toBeCloseTo(values[i]!, 9);
});
