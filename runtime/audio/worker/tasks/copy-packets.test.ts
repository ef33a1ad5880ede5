import { ALL_FORMATS, BlobSource, EncodedPacketSink, Input } from "mediabunny";
import { beforeAll, describe, expect, it } from "vitest";
import { findMp3Gaps } from "#audio/media/mp3/mp3-gaps.ts";
import { createMp3Splitter } from "#audio/media/mp3/mp3-parts.ts";
import { readWav, wavOf } from "#tests/e2e/sounds.ts";
import { copyPackets } from "#audio/media/copy-packets.ts";
import { openWriter } from "#audio/media/write-audio.ts";
import type { Write } from "#audio/media/bytes/write-bytes.ts";
import { encoders } from "../host/encoders.ts";
import { bytesOf, openFile } from "../host/worker-host.ts";
import { partOfSource } from "#audio/media/part-of-source.ts";

/** Collects the output. */
function createTarget(): { readonly write: Write; readonly file: () => Blob } {
  let bytes = new Uint8Array(0);
  return {
    async write(position, data) {
      const longer = new Uint8Array(Math.max(bytes.length, position + data.length));
      longer.set(bytes);
      longer.set(data, position);
      bytes = longer;
    },
    file: () => new Blob([bytes]),
  };
}
const wav = wavOf({ seconds: 3, rate: 44_100 }, (time) => 0.5 * Math.sin(2765 * time));
const blob = new Blob([wav as Uint8Array<ArrayBuffer>]);

/** Main data of each frame, wherever the bit reservoir stores it. */
async function soundsOf(file: Blob): Promise<string[]> {
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(file) });
  const track = await input.getPrimaryAudioTrack();
  const split = createMp3Splitter();
  const sounds: string[] = [];
  for await (const { data } of new EncodedPacketSink(track!).packets())
    sounds.push(Buffer.from(split(data).data).toString("base64"));
  return sounds;
}

describe("packets that are copied", () => {
  let mp3: Blob;
  beforeAll(async () => {
    const target = createTarget();
    const source = await openFile(blob);
    const sink = await openWriter({ ...source, output: "mp3", write: target.write }, encoders);
    for await (const block of source.blocks()) await sink.add(block);
    await sink.finish();
    mp3 = target.file();
  });

  it("TLS-2 of MP3 preserve their sound, and report the position of the range in them", async () => {
    const target = createTarget();
    const done: number[] = [];
    const part = [0.5, 1.5] as const;
    const written = await copyPackets(bytesOf(mp3), part, {
      write: target.write,
      onProgress: (share) => done.push(share),
    });
    expect(written.range).toEqual(part);
    expect(done.at(-1)).toBe(1);
    const gapsOf = (file: Blob) => findMp3Gaps(bytesOf(file).read);
    const [whole, cut] = [await gapsOf(mp3), await gapsOf(target.file())];
    expect(cut!.frames).toBe(44_100);
    const [all, [silent, ...remaining]] = [await soundsOf(mp3), await soundsOf(target.file())];
    expect(silent).toBe("");
    const first = all.indexOf(remaining[0]!);
    expect(remaining).toEqual(all.slice(first, first + remaining.length));
    // One more frame precedes them.
    expect(cut!.skip).toBe(22_050 + whole!.skip - (first - 1) * 1152);
  });

  it("TLS-2 are refused for sound that is not in packets of its own", async () => {
    const copying = copyPackets(bytesOf(blob), [0, 1], {
      write: createTarget().write,
      onProgress: () => {},
    });
    await expect(copying).rejects.toMatchObject({ problem: "unsupported" });
  });
});

describe("a range of a sound", () => {
  const samples = readWav(wav).channels[0]!;

  it.each([
    [0, 3],
    [0.1234, 0.5678],
    [1, 1.00003],
    [2.5, 9],
  ])("TLS-1 from %f to %f s has its samples, and no other", async (start, end) => {
    const part = partOfSource(await openFile(blob), [start, end]);
    const got: number[] = [];
    for await (const [plane] of part.blocks()) got.push(...plane!);
    const [first, last] = [Math.round(start * 44_100), Math.round(end * 44_100)];
    expect(Float32Array.from(got)).toEqual(samples.slice(first, last));
    expect(part.duration).toBeCloseTo(Math.min(3, end) - start, 6);
  });
});
