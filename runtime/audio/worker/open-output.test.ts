import { ALL_FORMATS, BlobSource, Input } from "mediabunny";
import { expect, it } from "vitest";
import { openSink } from "./open-output.ts";

it("TLS-2 Opus is written where the platform has no encoder for it, to the sample", async () => {
  const parts: BlobPart[] = [];
  const sink = await openSink({
    output: "opus",
    format: { sampleRate: 48_000, channels: 2 },
    duration: 1,
    tags: { title: "A title" },
    write: async (_, data) => void parts.push(data.slice()),
  });
  const plane = Float32Array.from({ length: 50_001 }, (_, i) => 0.3 * Math.sin(i / 20));
  await sink.add([plane, plane]);
  await sink.finish();
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(new Blob(parts)) });
  const track = (await input.getPrimaryAudioTrack())!;
  expect(await track.getCodec()).toBe("opus");
  expect((await track.computeDuration()) * 48_000).toBeCloseTo(50_001, 6);
  expect((await input.getMetadataTags()).title).toBe("A title");
});
