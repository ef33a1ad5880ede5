import { ALL_FORMATS, BlobSource, Input } from "mediabunny";
import { expect, it } from "vitest";
import { makeSources } from "../../../tests/bad-files/sources.ts";
import { restOfFlac } from "./rest-of-flac.ts";

async function read(bytes: Uint8Array, from: number): Promise<number[]> {
  const source = new BlobSource(new Blob([Uint8Array.from(bytes)]));
  const track = await new Input({ formats: ALL_FORMATS, source }).getPrimaryAudioTrack();
  const found: number[] = [];
  for await (const [plane] of restOfFlac(track!, from)) found.push(...plane!);
  return found;
}

it("TLS-4 FLAC that is cut off is read from any frame to its last whole packet", async () => {
  const { flac } = await makeSources();
  const whole = await read(flac, 0);
  expect(whole.length).toBe(8000);
  const cut = await read(flac.slice(0, -3), 1000);
  expect(cut.length).toBeGreaterThan(1000);
  expect(cut).toEqual(whole.slice(1000, 1000 + cut.length));
  const broken = flac.slice();
  broken[flac.length >> 1]! ^= 16;
  await expect(read(broken, 0)).rejects.toThrow(RangeError);
});
