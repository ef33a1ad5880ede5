import { AudioSample, AudioSampleSink, InputAudioTrack } from "mediabunny";
import { afterEach, expect, it, vi } from "vitest";
import { joinBlocks } from "../../signal/blocks.ts";
import { readTrack } from "./read-track.ts";

const RATE = 48_000;
const PACKET = 1024;

afterEach(() => {
  vi.restoreAllMocks();
});

/**
 * The platform's decoder of packets from −1024 frames on, as in an MP4 file with AAC. It returns
 * silence for the first one that it gets, because each overlaps with the one before.
 */
async function* decoded(start = -Infinity): AsyncGenerator<AudioSample, void, unknown> {
  const numbers = [-1, 0, 1, 2].filter((number) => (number + 1) * PACKET > start * RATE);
  for (const [at, number] of numbers.entries())
    yield new AudioSample({
      data: new Float32Array(PACKET).fill(at === 0 ? 0 : 1),
      format: "f32-planar",
      numberOfChannels: 1,
      sampleRate: RATE,
      timestamp: (number * PACKET) / RATE,
    });
}

it.each([0, 1, 3000])(
  "TLS-18 the platform decodes the packet before frame %i first",
  async (from) => {
    vi.spyOn(AudioSampleSink.prototype, "samples").mockImplementation(decoded);
    const track = Object.create(InputAudioTrack.prototype) as InputAudioTrack;
    const blocks = [];
    for await (const block of readTrack(track, {
      format: { sampleRate: RATE, channels: 1 },
      from,
      origin: 0,
      minFrames: 0,
      reader: null,
      fallback: async () => null,
      onCut: () => {},
      onHole: () => {},
    }))
      blocks.push(block.map((plane) => plane.slice()));
    const [samples] = joinBlocks(blocks, 1) as [Float32Array];
    expect(samples).toHaveLength(3 * PACKET - from);
    expect(samples.every((sample) => sample === 1)).toBe(true);
  },
);
