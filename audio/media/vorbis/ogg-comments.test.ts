import { ALL_FORMATS, BlobSource, EncodedPacketSink, Input } from "mediabunny";
import { createOggEncoder } from "wasm-media-encoders";
import { expect, it } from "vitest";
import { createOggTagger } from "./ogg-comments.ts";

/** One second of a tone as Ogg Vorbis, passed through a tagger in chunks of this size. */
async function tagged(tags: Parameters<typeof createOggTagger>[0], chunkSize: number) {
  const encoder = await createOggEncoder();
  encoder.configure({ sampleRate: 44_100, channels: 1, vbrQuality: 3 });
  const tone = Float32Array.from({ length: 44_100 }, (_, at) => 0.3 * Math.sin(at / 20));
  const plain = Buffer.concat([encoder.encode([tone]).slice(), encoder.finalize().slice()]);
  const tagger = createOggTagger(tags);
  const parts: Uint8Array[] = [];
  for (let at = 0; at < plain.length; at += chunkSize)
    parts.push(tagger.push(plain.subarray(at, at + chunkSize)));
  return { plain, bytes: Buffer.concat(parts) };
}

const open = (bytes: Buffer) =>
  new Input({
    formats: ALL_FORMATS,
    source: new BlobSource(new Blob([new Uint8Array(bytes)])),
  });

async function packetsOf(bytes: Buffer) {
  const track = (await open(bytes).getPrimaryAudioTrack())!;
  const packets: [number, string][] = [];
  for await (const { timestamp, data } of new EncodedPacketSink(track).packets())
    packets.push([timestamp, Buffer.from(data).toString("base64")]);
  return packets;
}

it.each([1, 777, 1e9])(
  "TLS-2 tags are read again, and the sound is the same (%d)",
  async (chunkSize) => {
    const images = [{ data: Uint8Array.of(1, 2, 3, 4), mimeType: "image/png", kind: "coverFront" }];
    const tags = { title: "Ärger 音 🎵", artist: "Nobody", trackNumber: 3, images };
    const { plain, bytes } = await tagged(tags, chunkSize);
    const { raw: _raw, ...found } = await open(bytes).getMetadataTags();
    expect(found).toMatchObject(tags);
    expect(await packetsOf(bytes)).toEqual(await packetsOf(plain));
  },
);

it("TLS-2 a cover that fills many pages is put together again", async () => {
  const data = Uint8Array.from({ length: 200_000 }, (_, at) => at * at);
  const { plain, bytes } = await tagged({ images: [{ data, mimeType: "image/jpeg" }] }, 4096);
  const { images } = await open(bytes).getMetadataTags();
  expect(images![0]!.data).toEqual(data);
  expect(await packetsOf(bytes)).toEqual(await packetsOf(plain));
});
