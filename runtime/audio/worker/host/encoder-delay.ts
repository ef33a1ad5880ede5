const IMPULSE_POSITION = 8192;
const FRAMES = 16_384;
/** Frames per call of the encoder. */
const STEP = 1024;
/** Half of the pulse's width. The pulse is low enough in frequency for every bitrate. */
const WIDTH = 96;
/** Minimum peak of the decoded pulse; anything quieter is not the pulse. */
const QUIETEST = 0.05;

/** A raised cosine at `PULSE_AT`. */
const pulse = Float32Array.from({ length: FRAMES }, (_, i) => {
  const distance = Math.abs(i - IMPULSE_POSITION);
  return distance < WIDTH ? 0.25 * (1 + Math.cos((Math.PI * distance) / WIDTH)) : 0;
});

/**
 * Measures the delay of the browser's own encoder in frames. The delay depends on the platform, and
 * no API reports it. A test pulse is encoded, decoded and located.
 * @returns 0 if the delay cannot be measured
 */
export async function measureEncoderDelay(config: AudioEncoderConfig): Promise<number> {
  try {
    const packets = await encodeImpulse(config);
    const samples = await decodeAll(packets);
    let best = 0;
    for (let at = 1; at < samples.length; at++) if (samples[at]! > samples[best]!) best = at;
    return (samples[best] ?? 0) < QUIETEST ? 0 : Math.max(0, best - IMPULSE_POSITION);
  } catch {
    return 0;
  }
}

interface Packets {
  readonly config: AudioDecoderConfig;
  readonly chunks: readonly EncodedAudioChunk[];
}

async function encodeImpulse(config: AudioEncoderConfig): Promise<Packets> {
  const chunks: EncodedAudioChunk[] = [];
  let decoderConfig: AudioDecoderConfig | undefined;
  const { promise, reject } = Promise.withResolvers<never>();
  const encoder = new AudioEncoder({
    output(chunk, meta) {
      chunks.push(chunk);
      decoderConfig ??= meta?.decoderConfig;
    },
    error: reject,
  });
  encoder.configure(config);
  const { numberOfChannels, sampleRate } = config;
  for (let at = 0; at < FRAMES; at += STEP) {
    const plane = pulse.subarray(at, at + STEP);
    const data = new Float32Array(STEP * numberOfChannels);
    for (let channel = 0; channel < numberOfChannels; channel++) data.set(plane, channel * STEP);
    const sound = new AudioData({
      data,
      format: "f32-planar",
      numberOfChannels,
      numberOfFrames: STEP,
      sampleRate,
      timestamp: Math.round((at * 1e6) / sampleRate),
    });
    encoder.encode(sound);
    sound.close();
  }
  await Promise.race([encoder.flush(), promise]);
  encoder.close();
  if (!decoderConfig) throw new Error("The encoder does not say what it has written.");
  return { config: decoderConfig, chunks };
}

/** The first channel, with each sample at its timestamp; samples before 0 are left out. */
async function decodeAll({ config, chunks }: Packets): Promise<Float32Array> {
  const samples = new Float32Array(2 * FRAMES);
  const { promise, reject } = Promise.withResolvers<never>();
  const decoder = new AudioDecoder({
    output(data) {
      const plane = new Float32Array(data.numberOfFrames);
      data.copyTo(plane, { planeIndex: 0, format: "f32-planar" });
      const frame = Math.round((data.timestamp * data.sampleRate) / 1e6);
      for (const [i, sample] of plane.entries())
        if (frame + i >= 0 && frame + i < samples.length) samples[frame + i] = sample;
      data.close();
    },
    error: reject,
  });
  decoder.configure(config);
  for (const chunk of chunks) decoder.decode(chunk);
  await Promise.race([decoder.flush(), promise]);
  decoder.close();
  return samples;
}
