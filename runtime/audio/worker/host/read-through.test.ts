import { BufferSource, Input, MP3 } from "mediabunny";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Block } from "#audio/effect.ts";
import type { ReadBytes } from "#audio/media/bytes/read-bytes.ts";
import { MediaError } from "#audio/media/problems/media-error.ts";
import { type PacketReader, readTrack } from "#audio/media/tracks/read-track.ts";
import { copyFrames, joinBlocks } from "#audio/signal/blocks.ts";
import { readerFrom, readerThrough } from "./read-through.ts";

const RATE = 32_000;
/** Bytes of a packet: 32 kb/s, one channel, 1152 samples. */
const PACKET = 144;
const PACKETS = 3000;
/**
 * A file of numbered packets: the number after each packet's header is read by the stub decoder.
 */
const file = new Uint8Array(PACKET * PACKETS);
for (let at = 0; at < PACKETS; at++) {
  file.set([0xff, 0xfb, 0x18, 0xc0], at * PACKET);
  new DataView(file.buffer).setUint32(at * PACKET + 40, at);
}
const read: ReadBytes = async (from, to) => file.subarray(from, to);

interface Chunk {
  readonly data: Uint8Array;
  readonly timestamp: number;
}
let open = 0;
let max = 0;

/**
 * Stubs a decoder that outputs a ramp for each packet, and fails at the packet with the number
 * `broken`.
 */
function stubDecoder(broken = Infinity): void {
  class EncodedAudioChunk {
    readonly data: Uint8Array;
    readonly timestamp: number;
    constructor({ data, timestamp }: Chunk) {
      this.data = data.slice();
      this.timestamp = timestamp;
    }
  }
  class AudioData {
    readonly format = "f32-planar";
    readonly sampleRate = RATE;
    readonly numberOfChannels = 1;
    readonly numberOfFrames = 1152;
    readonly first: number;
    readonly timestamp: number;
    constructor(first: number, timestamp: number) {
      this.first = first;
      this.timestamp = timestamp;
      max = Math.max(max, ++open);
    }
    allocationSize = () => 4 * 1152;
    copyTo(plane: Float32Array, { frameOffset = 0 }): void {
      for (let i = 0; i < plane.length; i++) plane[i] = this.first + (frameOffset + i) / 2048;
    }
    close(): void {
      open--;
    }
  }
  class AudioDecoder {
    static isConfigSupported = async () => ({ supported: true });
    state = "configured";
    decodeQueueSize = 0;
    ondequeue = (): void => {};
    last: Promise<void> = Promise.resolve();
    readonly to: { output: (data: unknown) => void; error: (error: unknown) => void };
    constructor(to: AudioDecoder["to"]) {
      this.to = to;
    }
    configure(): void {}
    addEventListener(): void {}
    decode({ data, timestamp }: Chunk): void {
      this.decodeQueueSize++;
      this.last = this.last.then(() => {
        if (this.state === "closed") return;
        this.decodeQueueSize--;
        const number = new DataView(data.buffer).getUint32(40);
        if (number === broken) {
          this.state = "closed";
          return this.to.error(new DOMException("No", "EncodingError"));
        }
        this.to.output(new AudioData(number, timestamp));
        this.ondequeue();
      });
    }
    flush = () => this.last;
    close(): void {
      this.state = "closed";
    }
  }
  for (const [name, value] of Object.entries({ AudioData, AudioDecoder, EncodedAudioChunk }))
    vi.stubGlobal(name, value);
}

/** The decoded samples from a frame to the end. */
async function soundBy(reader: PacketReader | null, from: number): Promise<Float32Array> {
  const input = new Input({ formats: [MP3], source: new BufferSource(file) });
  const track = (await input.getPrimaryAudioTrack())!;
  const all: Block[] = [];
  const blocks = readTrack(track, {
    format: { sampleRate: RATE, channels: 1 },
    from,
    origin: 0,
    minFrames: 0,
    reader,
    fallback: async () => null,
    onCut: () => {},
    onHole: () => {},
  });
  for await (const block of blocks) all.push(copyFrames(block, 0));
  return joinBlocks(all, 1)![0]!;
}

describe("reading a long MP3 file through", () => {
  beforeEach(() => {
    [open, max] = [0, 0];
    stubDecoder();
  });
  afterEach(() => void vi.unstubAllGlobals());

  it("TLS-3 gives the sound that packet by packet gives, of few packets at a time", async () => {
    const found = await soundBy(readerFrom(read, 0), 1105);
    expect(max).toBeLessThan(64);
    expect(open).toBe(0);
    const expected = await soundBy(null, 1105);
    expect(found).toHaveLength(1152 * PACKETS - 1105);
    expect(found.findIndex((value, at) => value !== expected[at])).toBe(-1);
    expect(expected).toHaveLength(found.length);
  });

  it("TLS-2 says where it is damaged", async () => {
    stubDecoder(2000);
    await expect(soundBy(readerFrom(read, 0), 0)).rejects.toThrow(MediaError);
    expect(open).toBe(0);
  });

  it("TLS-3 is for long MP3 files with nothing else in them", async () => {
    const bytes = { read, source: () => new BufferSource(file), close: () => {} };
    expect(await readerThrough(MP3, { ...bytes, size: file.length })).toBeNull();
    const long = (from: number, to: number): Uint8Array => {
      const start = from % PACKET;
      const end = Math.min(to, 20_000_160) - from;
      return file.subarray(start, start + Math.min(file.length - start, end));
    };
    const size = 20_000_160;
    const whole = { ...bytes, read: async (from: number, to: number) => long(from, to) };
    expect(await readerThrough(MP3, { ...whole, size })).not.toBeNull();
    expect(await readerThrough(MP3, { ...whole, size: size + 50 })).toBeNull();
  });
});
