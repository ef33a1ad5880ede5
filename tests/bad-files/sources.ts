import { registerAacEncoder } from "@mediabunny/aac-encoder";
import { registerFlacEncoder } from "@mediabunny/flac-encoder";

import {
  type AudioCodec,
  type OutputFormat,
  AudioSample,
  AudioSampleSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  FlacOutputFormat,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  Quality,
  WebMOutputFormat,
} from "mediabunny";
import { createOggEncoder } from "wasm-media-encoders";
import { registerMp3Encoder } from "#audio/media/mp3/mp3-encoder.ts";
import { loadLame } from "#cli/audio/host/load-lame.ts";
import { join, randomBytes, u16, u32 } from "./bytes.ts";
import { aiffFile, samples16, swapped, toneAt, wavFile } from "./pcm-files.ts";

export const KINDS = ["wav", "mp3", "flac", "ogg", "opus", "m4a", "webm", "aiff"] as const;
export type Kind = (typeof KINDS)[number];

const RATE = 16_000;
const FRAMES = 8000;

/** Half a second of sound in each of the formats, whole and right. */
export async function makeSources(): Promise<Readonly<Record<Kind, Uint8Array>>> {
  registerAacEncoder();
  registerFlacEncoder();
  registerMp3Encoder(loadLame);
  const samples = samples16(FRAMES);
  return {
    wav: wavFile(samples),
    aiff: aiffFile(swapped(samples)),
    mp3: await encode("mp3", new Mp3OutputFormat()),
    flac: await encode("flac", new FlacOutputFormat()),
    m4a: await encode("aac", new Mp4OutputFormat({ fastStart: "in-memory" })),
    ogg: await encodeVorbis(),
    opus: await packOpus(new OggOutputFormat()),
    webm: await packOpus(new WebMOutputFormat()),
  };
}

async function encode(codec: AudioCodec, format: OutputFormat): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const source = new AudioSampleSource({
    codec,
    ...(codec !== "flac" && { quality: new Quality({ bitrate: 64_000 }) }),
    ...(codec === "flac" && { transform: { sampleFormat: "s16" as const } }),
  });
  output.addAudioTrack(source);
  await output.start();
  const data = Float32Array.from({ length: FRAMES }, (_, frame) => toneAt(frame));
  const shape = { format: "f32-planar" as const, numberOfChannels: 1, sampleRate: RATE };
  const sample = new AudioSample({ data, ...shape, timestamp: 0 });
  await source.add(sample);
  sample.close();
  await output.finalize();
  return new Uint8Array(target.buffer!);
}

async function encodeVorbis(): Promise<Uint8Array> {
  const encoder = await createOggEncoder();
  encoder.configure({ sampleRate: RATE, channels: 1, vbrQuality: 3 });
  const sound = encoder
    .encode([Float32Array.from({ length: FRAMES }, (_, frame) => toneAt(frame))])
    .slice();
  return join(sound, encoder.finalize());
}

/** Packets of 20 ms that are noise to a decoder: CELT takes any bytes. */
async function packOpus(format: OutputFormat): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const source = new EncodedAudioPacketSource("opus");
  output.addAudioTrack(source);
  await output.start();
  const description = join("OpusHead", Uint8Array.of(1, 1), u16(0), u32(48_000), u16(0), "\0");
  const decoderConfig = { codec: "opus", numberOfChannels: 1, sampleRate: 48_000, description };
  for (let packet = 0; packet < 25; packet++) {
    // Full band, 20 ms, one channel, one frame.
    const data = join(Uint8Array.of(0xf8), randomBytes(60, packet + 1));
    await source.add(new EncodedPacket(data, "key", packet * 0.02, 0.02), { decoderConfig });
  }
  await output.finalize();
  return new Uint8Array(target.buffer!);
}
