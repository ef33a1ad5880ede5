import { EncodedPacket, EncodedPacketSink, InputAudioTrack } from "mediabunny";
import { afterEach, expect, it, vi } from "vitest";
import { packetReader, plainDecoder } from "./packet-decoder.ts";

const RATE = 48_000;
/** Seconds of a packet. */
const PACKET = 0.06;

afterEach(() => {
  vi.restoreAllMocks();
});

/** Start times in seconds of the decoded blocks of packets, given as time and duration. */
async function timesOf(packets: readonly (readonly [number, number])[]): Promise<number[]> {
  vi.spyOn(EncodedPacketSink.prototype, "packets").mockImplementation(async function* () {
    for (const [timestamp, duration] of packets)
      yield new EncodedPacket(new Uint8Array(1), "key", timestamp, duration);
  });
  const track = Object.create(InputAudioTrack.prototype, {
    input: { value: { getFormat: async () => null } },
    getDecoderConfig: {
      value: async () => ({ codec: "opus", sampleRate: RATE, numberOfChannels: 1 }),
    },
  }) as InputAudioTrack;
  const read = packetReader(() => plainDecoder(RATE, () => [new Float32Array(PACKET * RATE)]));
  const times: number[] = [];
  for await (const { time } of read(track, {
    channels: 1,
    start: 0,
    onCut: () => {},
    onHole: () => {},
    isPadded: true,
  }))
    times.push(Number(time.toFixed(3)));
  return times;
}

it("TLS-18 a gap after a Matroska packet whose duration includes it is kept", async () => {
  const packets = [
    [0, 0.06],
    [0.06, 0.56],
    [0.62, 0.06],
    [0.68, 0.06],
  ] as const;
  expect(await timesOf(packets)).toEqual([0, 0.06, 0.62, 0.68]);
});

it("TLS-18 laced packets that all have the time of their block leave no gap after them", async () => {
  const packets = [
    [0, 0.06],
    [0.06, 0],
    [0.06, 0],
    [0.06, 0],
    [0.06, 0],
    [0.3, 0.06],
  ] as const;
  expect(await timesOf(packets)).toEqual([0, 0.06, 0.12, 0.18, 0.24, 0.3]);
});
