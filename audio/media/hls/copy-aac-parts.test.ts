import {
  AdtsOutputFormat,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  Input,
  MP4,
  Mp4OutputFormat,
  MpegTsOutputFormat,
  Output,
} from "mediabunny";
import { describe, expect, it } from "vitest";
import { boxesIn, boxOf } from "../containers/mp4-boxes.ts";
import { copyAacParts } from "./copy-aac-parts.ts";

const RATE = 44_100;
const FRAME = 1024 / RATE;
/** Bytes of a frame that identify it. */
const frameOf = (number: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    { length: 150 + ((number * 37) % 400) },
    (_, at) => (number * 7 + at * 13) & 0xff,
  );

interface PartOptions {
  readonly channels?: number;
  /** Start time in seconds. */
  readonly at?: number;
  readonly kind?: "ts" | "adts";
}

/** A part with frames of these numbers, as a muxer writes it. */
async function part(
  numbers: readonly number[],
  { channels = 2, at = numbers[0]! * FRAME, kind = "ts" }: PartOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const target = new BufferTarget();
  const format = kind === "ts" ? new MpegTsOutputFormat() : new AdtsOutputFormat();
  const output = new Output({ format, target });
  const source = new EncodedAudioPacketSource("aac");
  output.addAudioTrack(source);
  await output.start();
  const description = Uint8Array.of(0x12, channels << 3);
  for (const [index, number] of numbers.entries())
    await source.add(new EncodedPacket(frameOf(number), "key", at + index * FRAME, FRAME), {
      decoderConfig: {
        codec: "mp4a.40.2",
        sampleRate: RATE,
        numberOfChannels: channels,
        description,
      },
    });
  await output.finalize();
  return new Uint8Array(target.buffer!);
}

/**
 * A fragmented file in its parts, initialization segment first. @param seconds minimum duration of
 * a part
 */
async function fragments(numbers: readonly number[], seconds: number, channels = 2) {
  const target = new BufferTarget();
  const format = new Mp4OutputFormat({ fastStart: "fragmented", minimumFragmentDuration: seconds });
  const output = new Output({ format, target });
  const source = new EncodedAudioPacketSource("aac");
  output.addAudioTrack(source);
  await output.start();
  const description = Uint8Array.of(0x12, channels << 3);
  const decoderConfig = {
    codec: "mp4a.40.2",
    sampleRate: RATE,
    numberOfChannels: channels,
    description,
  };
  for (const [index, number] of numbers.entries())
    await source.add(new EncodedPacket(frameOf(number), "key", index * FRAME, FRAME), {
      decoderConfig,
    });
  await output.finalize();
  const parts: Uint8Array<ArrayBuffer>[] = [new Uint8Array(0)];
  for (const { name, box } of boxesIn(new Uint8Array(target.buffer!))) {
    if (name === "mfra") continue;
    if (name === "moof") parts.push(new Uint8Array(0));
    parts[parts.length - 1] = new Uint8Array([...parts.at(-1)!, ...box]);
  }
  return parts;
}
const mapped = (parts: readonly unknown[], map = 1): string =>
  `#EXT-X-MAP:URI="${map}"\n${parts
    .map((_, at) => line(at + map))
    .slice(1)
    .join("")}`;

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, at) => from + at);

const line = (number: number): string => `#EXTINF:6,\n${number}\n`;
const listOf = (parts: readonly unknown[]): string =>
  `#EXTM3U\n${parts.map((_, at) => line(at + 1)).join("")}#EXT-X-ENDLIST\n`;

interface Copied {
  readonly file: Uint8Array<ArrayBuffer>;
  readonly progress: readonly number[];
}

async function copy(
  parts: readonly Uint8Array<ArrayBuffer>[],
  options: {
    readonly playlist?: string;
    readonly chapters?: readonly { readonly start: number; readonly title: string }[];
  } = {},
): Promise<Copied | null> {
  let file = new Uint8Array(0);
  const progress: number[] = [];
  const isCopied = await copyAacParts({
    playlist: listOf(parts),
    read: async (number) => parts[number - 1]!.slice(),
    tags: { title: "Zwölf" },
    chapters: [],
    async write(position, bytes) {
      if (position + bytes.length > file.length) {
        const more = new Uint8Array(position + bytes.length);
        more.set(file);
        file = more;
      }
      file.set(bytes, position);
    },
    onProgress: (done) => progress.push(done),
    ...options,
  });
  return isCopied ? { file, progress } : null;
}

async function read(bytes: Uint8Array<ArrayBuffer>) {
  const input = new Input({ formats: [MP4], source: new BufferSource(bytes) });
  const track = (await input.getPrimaryAudioTrack())!;
  const packets: EncodedPacket[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet);
  return {
    packets,
    duration: await track.computeDuration(),
    rate: await track.getSampleRate(),
    channels: await track.getNumberOfChannels(),
    tags: await input.getMetadataTags(),
  };
}

describe("AAC in parts of HLS", () => {
  it.each(["ts", "adts"] as const)(
    "TLS-2 API-17 becomes an M4A with each frame as it was, from parts of %s",
    async (kind) => {
      const cuts = [0, 1, 97, 260, 600];
      const parts = await Promise.all(
        cuts.slice(1).map((end, at) => part(range(cuts[at]!, end), { kind })),
      );
      const { file, progress } = (await copy(parts))!;
      const { packets, rate, channels, duration, tags } = await read(file);
      expect(packets.map(({ data }) => Buffer.from(data).toString("hex"))).toEqual(
        range(0, 600).map((number) => Buffer.from(frameOf(number)).toString("hex")),
      );
      for (const [at, { timestamp }] of packets.entries())
        expect(timestamp).toBeCloseTo(at * FRAME, 6);
      expect([rate, channels]).toEqual([RATE, 2]);
      expect(duration).toBeCloseTo(600 * FRAME, 6);
      expect(tags.title).toBe("Zwölf");
      expect(progress).toEqual([0.25, 0.5, 0.75, 1]);
    },
  );

  it("API-17 reads tags before the frames of a part, and begins at 0 wherever its first part does", async () => {
    const id3 = Uint8Array.of(0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 3, 1, 2, 3);
    const first = await part(range(0, 5), { kind: "adts" });
    const { packets } = await read((await copy([new Uint8Array([...id3, ...first])]))!.file);
    expect(packets).toHaveLength(5);
    const late = await copy([await part(range(0, 50), { at: 3600 })]);
    expect((await read(late!.file)).packets[0]!.timestamp).toBe(0);
  });

  it("API-17 keeps a missing range as silence, unless the playlist declares a discontinuity", async () => {
    const parts = [await part(range(0, 100)), await part(range(100, 200), { at: 100 * FRAME + 2 })];
    const missing = await read((await copy(parts))!.file);
    expect(missing.packets[99]!.timestamp).toBeCloseTo(99 * FRAME, 6);
    expect(missing.packets[100]!.timestamp).toBeCloseTo(100 * FRAME + 2, 2);
    expect(missing.duration).toBeCloseTo(200 * FRAME + 2, 2);
    const playlist = `${line(1)}#EXT-X-DISCONTINUITY\n${line(2)}`;
    const joined = await read((await copy(parts, { playlist }))!.file);
    expect(joined.duration).toBeCloseTo(200 * FRAME, 6);
    // Times that restart without a discontinuity tag must not cause lost frames.
    const back = await read((await copy([parts[1]!, parts[0]!]))!.file);
    expect(back.packets).toHaveLength(200);
    expect(back.duration).toBeCloseTo(200 * FRAME, 6);
  });

  it("API-17 a frame that is cut between two parts is whole, and one that is cut at the end is left out", async () => {
    const bytes = await part(range(0, 20), { kind: "adts" });
    const { packets } = await read(
      (await copy([bytes.slice(0, 1000), bytes.slice(1000, bytes.length - 5)]))!.file,
    );
    expect(packets.map(({ data }) => data.length)).toEqual(
      range(0, 19).map((number) => frameOf(number).length),
    );
  });

  it("TLS-2 has chapters", async () => {
    const chapters = [
      { start: 0, title: "Eins" },
      { start: 1.5, title: "Zwölf" },
    ];
    const { file } = (await copy([await part(range(0, 100))], { chapters }))!;
    expect(new TextDecoder("latin1").decode(file)).toMatch(/chpl.*Eins/s);
    expect((await read(file)).packets).toHaveLength(100);
  });

  it("TLS-2 API-17 fragments become an M4A with each frame as it was", async () => {
    const parts = await fragments(range(0, 600), 2);
    expect(parts.length).toBeGreaterThan(4);
    const playlist = mapped(parts);
    const { packets, rate, channels, duration, tags } = await read(
      (await copy(parts, { playlist }))!.file,
    );
    expect(packets.map(({ data }) => Buffer.from(data).toString("hex"))).toEqual(
      range(0, 600).map((number) => Buffer.from(frameOf(number)).toString("hex")),
    );
    for (const [at, { timestamp }] of packets.entries())
      expect(timestamp).toBeCloseTo(at * FRAME, 6);
    expect([rate, channels, tags.title]).toEqual([RATE, 2, "Zwölf"]);
    expect(duration).toBeCloseTo(600 * FRAME, 6);
    // Without its third part there is silence of the same length.
    const short = `#EXT-X-MAP:URI="1"\n${[2, 4, 5].map(line).join("")}`;
    const rested = await read((await copy(parts, { playlist: short }))!.file);
    const whole = await read(
      (await copy(parts.slice(0, 5), { playlist: mapped(parts.slice(0, 5)) }))!.file,
    );
    expect(rested.packets.length).toBeLessThan(whole.packets.length);
    expect(rested.duration).toBeCloseTo(whole.duration, 2);
  });

  it("TLS-2 API-17 what the first fragments leave out stays left out", async () => {
    const [head, ...rest] = await fragments(range(0, 100), 1);
    const lead = 1024;
    const edits = new DataView(new ArrayBuffer(20));
    for (const [at, value] of [0, 1, 0, lead, 0x10000].entries()) edits.setUint32(4 * at, value);
    const edts = boxOf("edts", boxOf("elst", new Uint8Array(edits.buffer)));
    const withEdits = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
      new Uint8Array(
        Array.from(boxesIn(bytes), ({ name, box }) =>
          name === "moov" || name === "trak"
            ? boxOf(name, ...(name === "trak" ? [edts] : []), withEdits(box.subarray(8)))
            : box,
        ).flatMap((box) => [...box]),
      );
    const parts = [withEdits(head!), ...rest];
    const { packets, duration } = await read(
      (await copy(parts, { playlist: mapped(parts) }))!.file,
    );
    expect(packets).toHaveLength(100);
    expect(packets[0]!.timestamp).toBeCloseTo(-lead / RATE, 6);
    expect(duration).toBeCloseTo(99 * FRAME, 3);
  });

  it("API-17 leaves fragments to a demuxer that only that understands", async () => {
    const parts = await fragments(range(0, 60), 1);
    const playlist = mapped(parts);
    expect(await copy(parts, { playlist })).not.toBeNull();
    const changed = (from: string, to: string, at: number): Uint8Array<ArrayBuffer>[] =>
      parts.map((bytes, index) =>
        index === at
          ? Uint8Array.from(
              Buffer.from(Buffer.from(bytes).toString("latin1").replace(from, to), "latin1"),
            )
          : bytes,
      );
    const encrypted = changed("mp4a", "enca", 0);
    const silent = changed("soun", "vide", 0);
    const other = [...parts, ...(await fragments(range(60, 90), 1, 1))];
    expect(await copy(encrypted, { playlist })).toBeNull();
    expect(await copy(silent, { playlist })).toBeNull();
    const both = `${playlist}${mapped(other.slice(parts.length), parts.length + 1)}`;
    expect(await copy(other, { playlist: both })).toBeNull();
    expect(
      await copy([parts[0]!, parts[1]!.slice(0, 60)], { playlist: mapped([1, 2]) }),
    ).toBeNull();
    expect(
      await copy([parts[0]!, parts[1]!.slice(0, -9)], { playlist: mapped([1, 2]) }),
    ).toBeNull();
  });

  it("API-17 leaves to a demuxer what only that understands", async () => {
    const good = await part(range(0, 20));
    const scrambled = good.slice();
    for (let at = 0; at < scrambled.length; at += 188) scrambled[at + 3]! |= 0x80;
    const unsynced = good.slice();
    unsynced[188] = 0;
    const odd = await part(range(0, 3), { kind: "adts" });
    // Several blocks per frame.
    odd[6]! |= 1;
    for (const parts of [
      [good, await part(range(20, 40), { channels: 1 })],
      [good, Uint8Array.of(0, 0, 0, 24, 0x66, 0x74, 0x79, 0x70)],
      [scrambled],
      [unsynced],
      [odd],
      [good.slice(0, 100)],
      [new Uint8Array(0)],
      [],
    ])
      expect(await copy(parts)).toBeNull();
    expect(await copy([good], { playlist: `#EXT-X-MAP:URI="1"\n${line(1)}` })).toBeNull();
    expect(await copy([good], { playlist: "https://media.example/one.ts" })).toBeNull();
  });
});
