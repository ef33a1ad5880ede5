import { wavBytes } from "#audio/media/pcm/wav-bytes.ts";

interface Length {
  readonly seconds: number;
  /** Samples a second. */
  readonly rate?: number;
}

/** A WAV file of 16 bits. @param sampleAt samples of both channels, or more, at a time in seconds, −1 to 1 */
export function stereoWav(
  { seconds, rate = 16_000, channels = 2 }: Length & { readonly channels?: number },
  sampleAt: (time: number) => readonly number[],
): Buffer {
  const count = Math.round(seconds * rate);
  const planes = Array.from({ length: channels }, () => new Float32Array(count));
  for (let at = 0; at < count; at++) {
    const samples = sampleAt(at / rate);
    for (const [channel, plane] of planes.entries()) plane[at] = samples[channel]!;
  }
  return Buffer.from(wavBytes(planes, { sampleRate: rate, codec: "pcm-s16" }).buffer);
}

/** A WAV file of 16 bits with one channel. @param sampleAt value of a sample at a time in seconds, −1 to 1 */
export const wavOf = (length: Length, sampleAt: (time: number) => number): Buffer =>
  stereoWav({ ...length, channels: 1 }, (time) => [sampleAt(time)]);

/** A WAV file of 16 bits with one channel and a tone. */
export const toneOf = ({
  seconds,
  rate = 8000,
  hertz = 440,
}: Length & { readonly hertz?: number }) =>
  wavOf({ seconds, rate }, (time) => 0.3 * Math.sin(2 * Math.PI * hertz * time));

/** Noise that is the same each time, −1 to 1 (xorshift). */
export function createNoise(seed = 1): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state / 2 ** 31;
  };
}

/** Syllables of a buzzing voice with pauses between them: what tools for speech take for speech. */
export function voiceAt(time: number): number {
  const syllable = Math.sin(Math.PI * ((time * 3.3) % 1)) ** 2;
  const isPause = time % 3 > 2;
  if (isPause) return 0;
  const pitch = 120 + 20 * Math.sin(2 * Math.PI * 0.7 * time);
  let sum = 0;
  for (let harmonic = 1; harmonic <= 24; harmonic++) {
    const hertz = harmonic * pitch;
    const formants = 1 / (1 + ((hertz - 600) / 200) ** 2) + 0.5 / (1 + ((hertz - 1500) / 300) ** 2);
    sum += formants * Math.sin(2 * Math.PI * harmonic * (120 * time - 4.5 * Math.cos(4.4 * time)));
  }
  return 0.15 * syllable * sum;
}

export interface Pcm {
  readonly rate: number;
  readonly channels: readonly Float32Array[];
}

/** Samples of a WAV file of 16 or 24 bits, or of 32-bit floats. */
export function readWav(file: Buffer): Pcm {
  let at = 12;
  let format = { tag: 1, channels: 1, rate: 0, bits: 16 };
  while (at + 8 <= file.length) {
    const name = file.toString("latin1", at, at + 4);
    const size = file.readUInt32LE(at + 4);
    if (name === "fmt ")
      format = {
        tag: file.readUInt16LE(at + 8),
        channels: file.readUInt16LE(at + 10),
        rate: file.readUInt32LE(at + 12),
        bits: file.readUInt16LE(at + 22),
      };
    if (name === "data") {
      const { channels, bits, rate } = format;
      const bytes = bits / 8;
      const count = Math.floor(Math.min(size, file.length - at - 8) / bytes / channels);
      const planes = Array.from({ length: channels }, () => new Float32Array(count));
      for (let frame = 0; frame < count; frame++)
        for (let channel = 0; channel < channels; channel++) {
          const offset = at + 8 + (frame * channels + channel) * bytes;
          planes[channel]![frame] =
            bits === 32
              ? file.readFloatLE(offset)
              : file.readIntLE(offset, bytes) / 2 ** (bits - 1);
        }
      return { rate, channels: planes };
    }
    at += 8 + size + (size % 2);
  }
  throw new Error("There is no data in this WAV file");
}

/** Root mean square from a time to another. */
export function levelOf({ rate, channels }: Pcm, from = 0, to = Infinity): number {
  const part = channels[0]!.subarray(
    Math.round(from * rate),
    Math.min(to * rate, channels[0]!.length),
  );
  return Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / part.length);
}
