import type { SpeechForm } from "#core/models/forms.ts";
import type { NetSession } from "../net-session.ts";
import { type SpeechNet, transcribeSegment } from "./transcribe.ts";

/** Number of segments of an output whose level is measured. */
const SEGMENTS = 8;
/** Decoded tokens: the second one uses the decoder's cache. */
const STEPS = 2;

/**
 * Reference levels for the test speech, by the SHA-256 of the encoder and of the decoder, as
 * computed with ONNX Runtime's WebAssembly: levels of eight segments of the encoder's output, then
 * of the logits of two tokens.
 */
const EXPECTED_LEVELS: Readonly<Record<string, readonly number[]>> = {
  // Moonshine tiny of the npm package @moonshine-ai/moonshine-js@0.1.29.
  "c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367":
    [
      0.5282, 0.5161, 0.5443, 0.5132, 0.5372, 0.5084, 0.5387, 0.5053, 7.736, 8.382, 8.701, 9.107,
      9.139, 9.251, 9.384, 9.428, 6.894, 7.456, 7.691, 8.065, 8.076, 8.12, 8.243, 8.217,
    ],
};

/** Reference levels of a known network. */
export const expectedSpeechLevels = (encoder: string, decoder: string): readonly number[] | null =>
  EXPECTED_LEVELS[`${encoder} ${decoder}`] ?? null;

/** Two seconds of a 120 Hz voice that glides between vowels in four syllables. */
export function createTestSpeech({ sampleRate }: Pick<SpeechForm, "sampleRate">): Float32Array {
  return Float32Array.from({ length: 2 * sampleRate }, (_, at) => {
    const time = at / sampleRate;
    const glide = 0.5 - 0.5 * Math.cos(Math.PI * time);
    const formants = [700 - 400 * glide, 1200 + 1000 * glide];
    let sum = 0;
    for (let k = 1; k <= 24; k++) {
      const level = formants.reduce(
        (all, hertz) => all + Math.exp(-(((120 * k - hertz) / 150) ** 2)),
        0,
      );
      sum += level * Math.sin(2 * Math.PI * 120 * k * time);
    }
    return 0.08 * sum * Math.sin(Math.PI * ((2 * time) % 1));
  });
}

/** Levels of eight segments of an output. */
export function levelsOf(data: Float32Array): number[] {
  const length = Math.ceil(data.length / SEGMENTS);
  return Array.from({ length: SEGMENTS }, (_, part) => {
    const own = data.subarray(part * length, (part + 1) * length);
    let power = 0;
    for (const value of own) power += value * value;
    return Math.sqrt(power / Math.max(1, own.length));
  });
}

/** Levels of a network's outputs for the test speech. */
export async function measureTestSpeech(net: SpeechNet): Promise<number[]> {
  const levels: number[] = [];
  const recordOutput = (session: NetSession, name: string): NetSession => ({
    async run(inputs, outputNames) {
      const outputs = await session.run(inputs, outputNames);
      const tensor = outputs[name];
      if (tensor) levels.push(...levelsOf(tensor.data));
      return outputs;
    },
    close: () => session.close(),
  });
  const sessions = {
    encoder: recordOutput(net.sessions.encoder, "last_hidden_state"),
    decoder: recordOutput(net.sessions.decoder, "logits"),
  };
  let steps = 0;
  for await (const _ of transcribeSegment({ ...net, sessions }, createTestSpeech(net.form)))
    if (++steps === STEPS) break;
  return levels;
}

/**
 * Maximum relative deviation of a level: a change of the input by a thousandth affects 8-bit
 * rounding so much that levels change by a hundredth.
 */
const TOLERANCE = 0.05;

/** Whether levels are equal within the tolerance. */
export const speechLevelsMatch = (found: readonly number[], expected: readonly number[]): boolean =>
  // Written so that NaN fails: any comparison with NaN is false.
  found.length === expected.length &&
  found.every((level, at) => Math.abs(level - expected[at]!) <= TOLERANCE * expected[at]!);
