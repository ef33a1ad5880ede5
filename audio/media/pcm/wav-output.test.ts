import { describe, expect, it } from "vitest";
import { join, u32 } from "#tests/bad-files/bytes.ts";
import { wavFile } from "#tests/bad-files/pcm-files.ts";
import { openWav } from "./wav.ts";
import { createWavOutput } from "./wav-output.ts";

const EMPTY = wavFile(new Uint8Array(0), { channels: 2, rate: 48_000 });
const LONG = join("RF64", u32(0xffff_ffff), "WAVE", "ds64", u32(28), new Uint8Array(28));

describe("writing WAV", () => {
  it.each([
    ["", EMPTY],
    [" of any length", join(LONG, EMPTY.slice(12, -4), u32(0xffff_ffff))],
  ])("TLS-2 a file%s has all samples and says how many", async (_, header) => {
    const frames = 300_000;
    const planes = [0, 1].map((channel) =>
      Float32Array.from({ length: frames }, (_, i) => ((i + channel) % 32_768) / 32_768),
    );
    const file = new Uint8Array(header.length + 4 * frames);
    const output = await createWavOutput({
      header: Uint8Array.from(header),
      codec: "pcm-s16",
      channels: 2,
      async write(position, bytes) {
        // Meanwhile, other blocks are added.
        await new Promise(setImmediate);
        file.set(bytes, position);
      },
    });
    for (let at = 0; at < frames; at += 65_001)
      await output.add(planes.map((plane) => plane.subarray(at, at + 65_001)));
    await output.finish();
    const longer = join(file, "LIST", u32(0));
    const found = (await openWav(async (from, to) => longer.slice(from, to), longer.length))!;
    expect(found.frames).toBe(frames);
    let next = 0;
    for await (const [left, right] of found.blocks()) {
      expect(left).toEqual(planes[0]!.subarray(next, next + left!.length));
      expect(right).toEqual(planes[1]!.subarray(next, next + left!.length));
      next += left!.length;
    }
    expect(next).toBe(frames);
  });

  it("TLS-4 says at the latest at its end that it could not be written", async () => {
    const output = await createWavOutput({
      header: EMPTY.slice(),
      codec: "pcm-s16",
      channels: 2,
      write: (position) => (position > 0 ? Promise.reject(new Error("full")) : Promise.resolve()),
    });
    await output.add([new Float32Array(300_000), new Float32Array(300_000)]);
    await new Promise(setImmediate);
    await expect(output.finish()).rejects.toThrow("full");
  });
});
