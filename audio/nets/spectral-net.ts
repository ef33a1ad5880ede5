import type { SpectralForm } from "#core/models/forms.ts";
import type { AsyncNet } from "../effect.ts";
import { createRealFft } from "../signal/fft/fft.ts";
import { type NetSession, type NetTensor, pickTensor } from "./net-session.ts";

const zeros = (dims: readonly number[]): NetTensor => ({
  data: new Float32Array(dims.reduce((product, size) => product * size, 1)),
  dims,
});

/** Windows of analysis and synthesis whose products, half a frame apart, sum to one. */
function createWindows({
  frame: size,
  window,
}: SpectralForm): readonly [analysis: Float32Array, synthesis: Float32Array] {
  const power = window === "hann" ? 2 : 1;
  const analysis = Float32Array.from(
    { length: size },
    (_, at) => Math.sin((Math.PI * at) / size) ** power,
  );
  // The least squares estimate of the signal, as in `torch.istft`.
  const synthesis = analysis.map(
    (value, at) => value / (value ** 2 + analysis[(at + size / 2) % size]! ** 2),
  );
  return [analysis, synthesis];
}

/** Runs a network frame by frame on the spectrum of a sound, as `SpectralForm` describes. */
export function createSpectralNet(session: NetSession, form: SpectralForm): AsyncNet {
  const { frame: size, sampleRate } = form;
  const hop = size / 2;
  const bins = hop + 1;
  const fft = createRealFft(size);
  const [analysis, synthesis] = createWindows(form);
  const inputFrame = new Float32Array(size);
  const frame = new Float32Array(size);
  const sum = new Float32Array(size);
  const re = new Float32Array(bins);
  const im = new Float32Array(bins);
  const names = Object.keys(form.states);
  let states = Object.fromEntries(
    Object.entries(form.states).map(([name, dims]) => [name, zeros(dims)]),
  );

  async function step(input: Float32Array, output: Float32Array): Promise<void> {
    inputFrame.copyWithin(0, hop);
    inputFrame.set(input, hop);
    for (let at = 0; at < size; at++) frame[at] = inputFrame[at]! * analysis[at]!;
    fft.forward(frame, re, im);
    const spectrum = zeros([1, bins, 1, 2]);
    for (let k = 0; k < bins; k++) {
      spectrum.data[2 * k] = re[k]!;
      spectrum.data[2 * k + 1] = im[k]!;
    }
    const outputs = await session.run({ [form.input]: spectrum, ...states });
    states = Object.fromEntries(
      names.map((name) => [name, pickTensor(outputs, `${name}_out`, states[name]!.data.length)]),
    );
    const { data } = pickTensor(outputs, form.output, 2 * bins);
    for (let k = 0; k < bins; k++) {
      re[k] = data[2 * k]!;
      im[k] = data[2 * k + 1]!;
    }
    fft.inverse(re, im, frame);
    for (let at = 0; at < size; at++) sum[at] = sum[at]! + frame[at]! * synthesis[at]!;
    output.set(sum.subarray(0, hop));
    sum.copyWithin(0, hop);
    sum.fill(0, hop);
  }

  return {
    sampleRate,
    hop,
    delay: size - hop,
    fullBand: false,
    clone: () => createSpectralNet(session, form),
    async run(samples) {
      const output = new Float32Array(samples.length);
      for (let at = 0; at < samples.length; at += hop)
        await step(samples.subarray(at, at + hop), output.subarray(at, at + hop));
      return output;
    },
  };
}
