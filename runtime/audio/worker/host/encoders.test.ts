import { ALL_FORMATS, BlobSource, Input } from "mediabunny";
import { MPEGDecoder } from "mpg123-decoder";
import { expect, it } from "vitest";
import type { Format } from "#audio/effect.ts";
import { mp3FrameAt } from "#audio/media/mp3/mp3-frames.ts";
import { id3Size, readMp3Gaps } from "#audio/media/mp3/mp3-gaps.ts";
import { openWriter } from "#audio/media/write-audio.ts";
import { encoders } from "./encoders.ts";

it("TLS-2 Opus is written where the platform has no encoder for it, to the sample", async () => {
  const parts: BlobPart[] = [];
  const sink = await openWriter(
    {
      output: "opus",
      format: { sampleRate: 48_000, channels: 2 },
      duration: 1,
      tags: { title: "A title" },
      write: async (_, data) => void parts.push(data.slice()),
    },
    encoders,
  );
  const plane = Float32Array.from({ length: 50_001 }, (_, i) => 0.3 * Math.sin(i / 20));
  await sink.add([plane, plane]);
  await sink.finish();
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(new Blob(parts)) });
  const track = (await input.getPrimaryAudioTrack())!;
  expect(await track.getCodec()).toBe("opus");
  expect((await track.computeDuration()) * 48_000).toBeCloseTo(50_001, 6);
  expect((await input.getMetadataTags()).title).toBe("A title");
});

/** An MP3 file with the same samples in every channel. */
async function writeMp3(format: Format, plane: Float32Array): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(100_000);
  let size = 0;
  const sink = await openWriter(
    {
      output: "mp3",
      format,
      duration: plane.length / format.sampleRate,
      tags: { title: "A title" },
      async write(position, data) {
        bytes.set(data, position);
        size = Math.max(size, position + data.length);
      },
    },
    encoders,
  );
  await sink.add(Array.from({ length: format.channels }, () => plane));
  await sink.finish();
  return bytes.subarray(0, size);
}

it.each([
  [44_100, 1, 30_000, 30_000],
  [24_000, 2, 5000, 5000],
  // MP3 does not support this rate: the output is 48 kHz.
  [96_000, 2, 20_000, 10_000],
])(
  "TLS-2 MP3 of %i Hz and %i channels says where its sound begins and ends",
  async (sampleRate, channels, frames, expected) => {
    const plane = Float32Array.from({ length: frames }, (_, i) => 0.3 * Math.sin(i / 20));
    const file = await writeMp3({ sampleRate, channels }, plane);
    const first = id3Size(file);
    expect(readMp3Gaps(file.subarray(first))).toEqual({ skip: 576 + 529, frames: expected });
    let at = first;
    while (at < file.length) at += mp3FrameAt(file, at)!.size;
    expect(at).toBe(file.length);
    const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(new Blob([file])) });
    expect((await input.getMetadataTags()).title).toBe("A title");
  },
);

it("TLS-2 frequencies above half the output rate are removed, without aliasing", async () => {
  const tone = (hertz: number) =>
    Float32Array.from(
      { length: 40_000 },
      (_, i) => 0.3 * Math.sin((2 * Math.PI * hertz * i) / 96_000),
    );
  const format = { sampleRate: 96_000, channels: 1 };
  /** The largest sample in the middle of the file. */
  const middle = async (hertz: number): Promise<number> => {
    const decoder = new MPEGDecoder();
    await decoder.ready;
    const { channelData } = decoder.decode(await writeMp3(format, tone(hertz)));
    decoder.free();
    return Math.max(...channelData[0]!.subarray(5000, 15_000).map(Math.abs));
  };
  expect(await middle(18_000)).toBeGreaterThan(0.1);
  expect(await middle(30_000)).toBeLessThan(1e-4);
});
