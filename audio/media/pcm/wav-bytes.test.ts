import { describe, expect, it } from "vitest";
import { wavFile } from "#tests/bad-files/pcm-files.ts";
import type { PcmOutput } from "./pcm.ts";
import { openWav } from "./wav.ts";
import { wavBytes } from "./wav-bytes.ts";

describe("a WAV file in memory", () => {
  it.each<[PcmOutput, number, number]>([
    ["pcm-s16", 1, 0],
    ["pcm-s16", 3, 0],
    ["pcm-s24", 2, 0],
    ["pcm-f32", 2, 1e-9],
  ])("TLS-2 has what was given, as %s with %i channels", async (codec, channels, more) => {
    const planes = Array.from({ length: channels }, (_, channel) =>
      Float32Array.from({ length: 700 }, (__, at) => (at - 350) / 512 + channel / 1024 + more),
    );
    const bytes = wavBytes(planes, { sampleRate: 22_050, codec });
    const found = (await openWav(async (from, to) => bytes.slice(from, to), bytes.length))!;
    expect(found).toMatchObject({ codec, frames: 700, format: { sampleRate: 22_050, channels } });
    for await (const block of found.blocks()) expect(block).toEqual(planes);
  });

  it("TLS-2 has the header that others write", () => {
    const samples = new Float32Array(3);
    expect(wavBytes([samples], { sampleRate: 16_000, codec: "pcm-s16" })).toEqual(
      wavFile(new Uint8Array(6)),
    );
  });
});
