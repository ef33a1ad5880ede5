import { type Numbers, type RealFft, createRealFft } from "./fft.ts";

/** The largest power of two that divides a size. */
const evenPart = (size: number): number => size & -size;

/**
 * Fourier transform of real samples for sizes that are a power of two times an odd number:
 * power-of-two transforms whose bins are multiplied by twiddle factors and added (Cooley and Tukey,
 * 1965).
 * @param size divisible by 4
 */
export function createMixedFft(size: number): RealFft {
  const part = evenPart(size);
  const parts = size / part;
  if (parts === 1) return createRealFft(size);
  if (part < 4) throw new RangeError(`No transform of ${size} samples`);
  const fft = createRealFft(part);
  const half = part / 2;
  const bins = size / 2 + 1;
  const cosines = Float64Array.from({ length: size }, (_, at) =>
    Math.cos((2 * Math.PI * at) / size),
  );
  const sines = Float64Array.from({ length: size }, (_, at) => Math.sin((2 * Math.PI * at) / size));
  const samples = new Float64Array(part);
  const re = Array.from({ length: parts }, () => new Float64Array(half + 1));
  const im = Array.from({ length: parts }, () => new Float64Array(half + 1));

  return {
    size,
    bins,
    forward(input: Numbers, outRe: Numbers, outIm: Numbers): void {
      for (let r = 0; r < parts; r++) {
        for (let m = 0; m < part; m++) samples[m] = input[parts * m + r]!;
        fft.forward(samples, re[r]!, im[r]!);
      }
      for (let k = 0; k < bins; k++) {
        const within = k % part;
        // The upper half of the spectrum mirrors the lower one.
        const at = within > half ? part - within : within;
        const side = within > half ? -1 : 1;
        let [x, y] = [0, 0];
        for (let r = 0, turn = 0; r < parts; r++) {
          const a = re[r]![at]!;
          const b = side * im[r]![at]!;
          x += a * cosines[turn]! + b * sines[turn]!;
          y += b * cosines[turn]! - a * sines[turn]!;
          turn += k;
          if (turn >= size) turn -= size;
        }
        outRe[k] = x;
        outIm[k] = y;
      }
    },
    inverse(inRe: Numbers, inIm: Numbers, output: Numbers): void {
      const [partRe, partIm] = [re[0]!, im[0]!];
      for (let r = 0; r < parts; r++) {
        for (let j = 0; j <= half; j++) {
          let [x, y] = [0, 0];
          for (let k = j; k < size; k += part) {
            const at = k < bins ? k : size - k;
            const a = inRe[at]!;
            const b = k < bins ? inIm[at]! : -inIm[at]!;
            const turn = (k * r) % size;
            x += a * cosines[turn]! - b * sines[turn]!;
            y += a * sines[turn]! + b * cosines[turn]!;
          }
          partRe[j] = x;
          partIm[j] = y;
        }
        fft.inverse(partRe, partIm, samples);
        for (let m = 0; m < part; m++) output[parts * m + r] = samples[m]! / parts;
      }
    },
  };
}
