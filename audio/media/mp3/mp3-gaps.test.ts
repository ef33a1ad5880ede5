import { describe, expect, it } from "vitest";
import { id3Size, readMp3Gaps } from "./mp3-gaps.ts";

/** The first frame of a stereo file of 100 frames, as LAME writes it. */
function firstFrame(encoder: string, delay: number, padding: number): Uint8Array {
  const frame = new Uint8Array(417);
  frame.set([0xff, 0xfb, 0x90, 0x00]);
  const tag = 36;
  frame.set(Buffer.from("Info"), tag);
  frame.set([0, 0, 0, 0x0f, 0, 0, 0, 100], tag + 4);
  const at = tag + 8 + 4 + 4 + 100 + 4;
  frame.set(Buffer.from(encoder), at);
  frame.set([delay >> 4, ((delay & 15) << 4) | (padding >> 8), padding & 255], at + 21);
  return frame;
}

describe("encoder delay and padding of an MP3 file", () => {
  it("TLS-2 is read from the encoder's tag", () => {
    expect(readMp3Gaps(firstFrame("LAME3.100", 576, 1000))).toEqual({
      skip: 1105,
      frames: 100 * 1152 - 1576,
    });
  });

  it("TLS-2 is unknown without one", () => {
    expect(readMp3Gaps(firstFrame("Other", 576, 0))).toBeNull();
    expect(readMp3Gaps(new Uint8Array(417))).toBeNull();
    expect(readMp3Gaps(new Uint8Array(0))).toBeNull();
    expect(readMp3Gaps(firstFrame("LAME3.100", 576, 0).subarray(0, 170))).toBeNull();
  });

  it("TLS-2 comes after a tag with title and cover", () => {
    expect(id3Size(Uint8Array.of(0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 2, 1))).toBe(257 + 10);
    expect(id3Size(firstFrame("LAME3.100", 0, 0))).toBe(0);
  });
});
