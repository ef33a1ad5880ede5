import { ALL_FORMATS, BufferSource, Input } from "mediabunny";
import { describe, expect, it } from "vitest";
import type { Block } from "#audio/effect.ts";
import type { ReadBytes } from "#audio/media/bytes/read-bytes.ts";
import { joinBytes } from "#audio/media/bytes/byte-parts.ts";
import { mp3FrameAt } from "#audio/media/mp3/mp3-frames.ts";
import { copyFrames, joinBlocks } from "#audio/signal/blocks.ts";
import { encodeMp3 } from "./encode-mp3.ts";
import { MPEGDecoder } from "mpg123-decoder";
import { findPlainMp3, readPlainMp3 } from "#audio/media/mp3/plain-mp3.ts";
import { readTrack } from "#audio/media/tracks/read-track.ts";
import { decoderFor, whenReady } from "./packet-decoders.ts";

/** Eight seconds, more than is read at once. */
const sound = Float32Array.from(
  { length: 353_000 },
  (_, i) => 0.4 * Math.sin(i * (0.01 + i / 4e6)),
);

async function gather(blocks: AsyncIterable<Block>, channels: number): Promise<Float32Array[]> {
  const all: Block[] = [];
  for await (const block of blocks) all.push(copyFrames(block, 0));
  return joinBlocks(all, channels);
}
const encode = async (channels: number) => {
  const planes = [sound, sound.toReversed()].slice(0, channels);
  return (await encodeMp3({ planes, sampleRate: 44_100, bitrate: 128 * channels })).bytes;
};
const bytesIn =
  (file: Uint8Array): ReadBytes =>
  async (from, to) =>
    file.subarray(from, to);
/** Result of `findPlainMp3` for a file of these parts. */
const look = (...parts: Uint8Array[]): Promise<number | null> => {
  const file = joinBytes(parts);
  return findPlainMp3(bytesIn(file), file.length);
};
const textOf = (text: string, length: number): Uint8Array => {
  const bytes = new Uint8Array(length);
  bytes.set(Buffer.from(text));
  return bytes;
};

describe("plain MP3 files", () => {
  it.each([1, 2])("TLS-2 of %i channels have the sound that mediabunny finds", async (channels) => {
    const stream = await encode(channels);
    expect(await look(stream)).toBe(0);
    const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(stream) });
    const track = (await input.getPrimaryAudioTrack())!;
    const expected = await gather(
      readTrack(track, {
        format: { sampleRate: 44_100, channels },
        from: 0,
        origin: 0,
        minFrames: 0,
        reader: decoderFor("mp3"),
        fallback: async () => null,
        onCut: () => {},
        onHole: () => {},
      }),
      channels,
    );
    const found = readPlainMp3(bytesIn(stream), { start: 0, channels }, () =>
      whenReady(new MPEGDecoder()),
    );
    expect(await gather(found, channels)).toEqual(expected);
  });

  it("TLS-2 may have tags around them, and an info frame", async () => {
    const stream = await encode(2);
    const { size } = mp3FrameAt(stream, 0)!;
    const info = stream.slice(0, size);
    info.set(Buffer.from("Info"), 36);
    const tag = textOf("ID3\u0004\0\0\0\0\0\u0014", 30);
    const old = textOf("TAGTitle", 128);
    expect(await look(tag, stream)).toBe(30);
    expect(await look(tag, info, stream, old)).toBe(30 + size);
    expect(await look(info, old)).toBeNull();
  });

  it("TLS-2 are not those that are cut off, or have something else in them", async () => {
    const stream = await encode(2);
    const other = await encode(1);
    expect(await look(stream.subarray(0, -3))).toBeNull();
    expect(await look(stream, Buffer.from("rest"))).toBeNull();
    expect(await look(stream, Buffer.from("rest"), stream)).toBeNull();
    expect(await look(stream, other)).toBeNull();
    expect(await look(Buffer.from("no frame at all"))).toBeNull();
    expect(await look(new Uint8Array(0))).toBeNull();
  });
});
