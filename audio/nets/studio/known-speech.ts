import type { SpeechForm } from "#core/models/forms.ts";
import type { NetSession } from "../net-session.ts";
import { type SpeechNet, writePiece } from "./transcribe.ts";

/** Parts in which what a net gives is measured. */
const PARTS = 8;
/** Tokens that it writes: the second is made with the decoder's cache. */
const STEPS = 2;

/**
 * Answers to the known speech, by the SHA-256 of the encoder and of the decoder, as ONNX Runtime's
 * WebAssembly gave them: the level of eight parts of what the encoder heard, then of the logits of
 * two tokens.
 */
const ANSWERS: Readonly<Record<string, readonly number[]>> = {
  // Moonshine tiny of the npm package @moonshine-ai/moonshine-js@0.1.29.
  "c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367":
    [
      0.5282, 0.5161, 0.5443, 0.5132, 0.5372, 0.5084, 0.5387, 0.5053, 7.736, 8.382, 8.701, 9.107,
      9.139, 9.251, 9.384, 9.428, 6.894, 7.456, 7.691, 8.065, 8.076, 8.12, 8.243, 8.217,
    ],
};

/** What a net has said to the known speech, where it is one whose answer is known. */
export const knownSpeechAnswer = (encoder: string, decoder: string): readonly number[] | null =>
  ANSWERS[`${encoder} ${decoder}`] ?? null;

/** Two seconds of a voice of 120 Hz that glides from one vowel to another, four syllables. */
export function knownSpeech({ sampleRate }: Pick<SpeechForm, "sampleRate">): Float32Array {
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

function levelsOf(data: Float32Array): number[] {
  const length = Math.ceil(data.length / PARTS);
  return Array.from({ length: PARTS }, (_, part) => {
    const own = data.subarray(part * length, (part + 1) * length);
    let power = 0;
    for (const value of own) power += value * value;
    return Math.sqrt(power / Math.max(1, own.length));
  });
}

/** What a net says to the known speech, in few numbers. */
export async function answerKnownSpeech(net: SpeechNet): Promise<number[]> {
  const answer: number[] = [];
  const heardBy = (session: NetSession, name: string): NetSession => ({
    async run(inputs, wanted) {
      const told = await session.run(inputs, wanted);
      const tensor = told[name];
      if (tensor) answer.push(...levelsOf(tensor.data));
      return told;
    },
    close: () => session.close(),
  });
  const sessions = {
    encoder: heardBy(net.sessions.encoder, "last_hidden_state"),
    decoder: heardBy(net.sessions.decoder, "logits"),
  };
  let steps = 0;
  for await (const _ of writePiece({ ...net, sessions }, knownSpeech(net.form)))
    if (++steps === STEPS) break;
  return answer;
}

/**
 * Part by which a level may differ: a thousandth more sound moves what is rounded to 8 bits on the
 * way so far that the levels move by a hundredth.
 */
const TOLERANCE = 0.05;

/** Whether two answers are the same but for rounding. */
export const isSameSpeechAnswer = (found: readonly number[], wanted: readonly number[]): boolean =>
  // Not the other way round: a comparison with NaN is false.
  found.length === wanted.length &&
  found.every((level, at) => Math.abs(level - wanted[at]!) <= TOLERANCE * wanted[at]!);
