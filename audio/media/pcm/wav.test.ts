import { describe, expect, it } from "vitest";
import { join, put, u16, u32 } from "#tests/bad-files/bytes.ts";
import { samples16, wavFile } from "#tests/bad-files/pcm-files.ts";
import { openWav } from "./wav.ts";

const COUNT = 1000;
const tone = samples16(COUNT);
const HUGE = 0xffff_ffff;
const LIST = join("LIST", u32(4), "INFO");

const openBytes = (bytes: Uint8Array) =>
  openWav(async (from, to) => bytes.slice(from, to), bytes.length);

/** An extensible format chunk. @param kind 1: integers, 3: floats */
const extensible = (kind: number, bits: number): Uint8Array =>
  join(
    u16(0xfffe),
    u16(2),
    u32(48_000),
    u32(0),
    u16(0),
    u16(bits),
    u16(22),
    u16(bits),
    u32(3),
    u16(kind),
    new Uint8Array(14),
  );
const fileOf = (format: Uint8Array, samples: Uint8Array): Uint8Array =>
  join(
    "RIFF",
    u32(0),
    "WAVEfmt ",
    u32(format.length),
    format,
    "data",
    u32(samples.length),
    samples,
  );

/** A `ds64` chunk: sizes of the file, of the data, number of frames; no table. */
const longSizes = (size: number): Uint8Array =>
  join("ds64", u32(28), u32(0), u32(0), u32(size), u32(0), u32(0), u32(0), u32(0));

describe("WAV", () => {
  it("TLS-4 a list of samples and pauses cannot be read, and is not called empty", async () => {
    const format = join(u16(1), u16(1), u32(48_000), u32(96_000), u16(2), u16(16));
    const head = join("RIFF", u32(0), "WAVEfmt ", u32(16), format);
    const data = join("data", u32(tone.length), tone);
    const pause = join("slnt", u32(4), u32(COUNT));
    const list = join("LIST", u32(4 + data.length + pause.length), "wavl", data, pause);
    await expect(openBytes(join(head, list))).rejects.toMatchObject({ problem: "unreadable" });
    await expect(openBytes(join(head, LIST))).rejects.toMatchObject({ problem: "noSamples" });
  });

  it("TLS-4 of several chunks of samples, the first one that has any is read", async () => {
    const format = join(u16(1), u16(1), u32(48_000), u32(96_000), u16(2), u16(16));
    const head = join("RIFF", u32(0), "WAVEfmt ", u32(16), format);
    const [none, data] = [join("data", u32(0)), join("data", u32(tone.length), tone)];
    const single = await openBytes(join(head, data));
    for (const chunks of [join(none, data), join(data, LIST, data)])
      expect(await openBytes(join(head, chunks))).toMatchObject({ frames: single!.frames });
  });

  it.each([
    [1, 16, "pcm-s16"],
    [1, 24, "pcm-s24"],
    [1, 32, "pcm-s32"],
    [1, 8, "pcm-u8"],
    [3, 32, "pcm-f32"],
    [3, 64, "pcm-f64"],
  ])("TLS-2 names its format by an identifier: %d of %d bits", async (kind, bits, codec) => {
    const found = await openBytes(
      fileOf(extensible(kind, bits), new Uint8Array((COUNT * bits) / 4)),
    );
    expect(found).toMatchObject({
      codec,
      frames: COUNT,
      format: { channels: 2, sampleRate: 48_000 },
    });
  });

  it.each([
    ["is 0", wavFile(tone, { size: 0 })],
    ["is 0, as the file's", put(wavFile(tone, { size: 0 }), 4, u32(0))],
    ["is unknown", put(wavFile(tone, { size: HUGE }), 4, u32(HUGE))],
    ["is the largest with a sign", wavFile(tone, { size: 0x7fff_ffff })],
    ["lies in no long form", put(wavFile(tone, { size: HUGE }), 0, join("RF64", u32(HUGE)))],
  ])("TLS-2 goes to the file's end where the size of its samples %s", async (_, bytes) => {
    expect((await openBytes(bytes))!.frames).toBe(COUNT);
  });

  it("TLS-2 of more than 4 GB has its size elsewhere", async () => {
    const whole = join(wavFile(tone, { size: HUGE }), LIST);
    const bytes = join("RF64", u32(HUGE), "WAVE", longSizes(tone.length), whole.slice(12));
    expect((await openBytes(bytes))!.frames).toBe(COUNT);
  });

  it("TLS-2 has no sound in what follows its samples", async () => {
    expect((await openBytes(join(wavFile(tone), LIST)))!.frames).toBe(COUNT);
    const empty = join(wavFile(new Uint8Array(0)), LIST);
    await expect(openBytes(empty)).rejects.toMatchObject({ problem: "noSamples" });
  });

  it("TLS-2 leaves other codes to others", async () => {
    expect(await openBytes(wavFile(tone, { tag: 6, bits: 8 }))).toBe(null);
  });

  const wider = [8, 16, 24].flatMap((bits) =>
    [2, 3, 4]
      .filter((size) => 8 * size > bits)
      .flatMap((size) =>
        [1, 2, 6].flatMap((channels) =>
          (["upper", "lower"] as const).map((end) => ({ bits, size, channels, end })),
        ),
      ),
  );
  it.each(wider)(
    "TLS-2 reads $bits bits in the $end ones of $size bytes, $channels channels",
    async ({ bits, size, channels, end }) => {
      const values = Array.from({ length: channels * 50 }, (_, at) => Math.sin(at) * 0.9);
      const full = 2 ** (bits - 1);
      const bytes = Buffer.alloc(values.length * size);
      const shift = end === "upper" ? 8 * size - bits : 0;
      for (const [at, value] of values.entries())
        bytes.writeIntLE(Math.round(value * full) * 2 ** shift, at * size, size);
      const file = wavFile(new Uint8Array(bytes), { channels, bits, align: channels * size });
      const read = await openBytes(file);
      expect(read!.frames).toBe(50);
      for await (const block of read!.blocks())
        for (const [channel, plane] of block.entries())
          expect([...plane]).toEqual(
            Array.from(
              { length: 50 },
              (_, frame) => Math.round(values[frame * channels + channel]! * full) / full,
            ),
          );
    },
  );

  it.each([
    [12, 2],
    [20, 3],
    [12, 4],
    [20, 4],
    [0, 2],
    [0, 3],
  ])("TLS-18 reads samples whose %d stated bits do not fill their %d bytes", async (bits, size) => {
    const values = [0.5, -0.25, 0, 0.75];
    const bytes = Buffer.alloc(values.length * size);
    for (const [at, value] of values.entries())
      bytes.writeIntLE(value * 2 ** (8 * size - 1), at * size, size);
    const head = { channels: 2, bits, align: 2 * size };
    const found = await openBytes(wavFile(new Uint8Array(bytes), head));
    for await (const block of found!.blocks())
      expect(block.map((plane) => [...plane])).toEqual([
        [0.5, 0],
        [-0.25, 0.75],
      ]);
    expect(found!.frames).toBe(2);
  });

  it("TLS-18 derives the bits from the size of a frame if the format has no field for them", async () => {
    const { buffer } = new Uint8Array(wavFile(tone));
    const format = new Uint8Array(buffer, 20, 14);
    expect(await openBytes(fileOf(format, tone))).toMatchObject({
      codec: "pcm-s16",
      frames: COUNT,
    });
  });

  it.each([
    ["LIST", 0x7fff_ffff],
    ["junk", HUGE],
    ["bext", 1e6],
  ])("TLS-2 finds its samples behind a chunk %s whose size is wrong: %d", async (name, size) => {
    const plain = wavFile(tone);
    const chunk = join(name, u32(size), new Uint8Array(30));
    expect((await openBytes(join(plain.slice(0, 36), chunk, plain.slice(36))))!.frames).toBe(COUNT);
    expect((await openBytes(join(plain.slice(0, 12), chunk, plain.slice(12))))!.frames).toBe(COUNT);
  });

  /** Swaps all numbers of a WAV file to big-endian. @param size bytes per sample */
  function bigEndian(file: Uint8Array, size: number): Uint8Array {
    const bytes = Buffer.from(file);
    const fields = [4, 16, 24, 28, 40].map((at) => [at, 4]);
    fields.push(...[20, 22, 32, 34].map((at) => [at, 2]));
    for (let at = 44; at < bytes.length; at += size) fields.push([at, size]);
    for (const [at, length] of fields) bytes.subarray(at, at! + length!).reverse();
    return put(new Uint8Array(bytes), 0, join("RIFX"));
  }
  it.each(
    [8, 16, 24, 32]
      .flatMap((bits) =>
        [0, 1, 2].map((wide) => ({ bits, size: bits / 8 + wide, channels: 1 + wide })),
      )
      .filter(({ size }) => size <= 4),
  )(
    "TLS-2 reads big-endian samples of $bits bits in $size bytes as little-endian ones",
    async ({ bits, size, channels }) => {
      const samples = Uint8Array.from({ length: 60 * size * channels }, (_, at) => (at * 37) % 251);
      const file = wavFile(samples, { channels, bits, align: channels * size });
      const read = async (bytes: Uint8Array) => {
        const found = await openBytes(bytes);
        const blocks: number[][] = [];
        for await (const block of found!.blocks()) blocks.push(...block.map((plane) => [...plane]));
        return blocks;
      };
      const expected = await read(file);
      expect(expected.flat().length).toBe(60 * channels);
      expect(await read(bigEndian(file, size))).toEqual(expected);
    },
  );

  const odd = ["JUNK", "LIST", "bext", "abcd"].flatMap((name) =>
    [1, 15, 27].flatMap((size) => ["", "\0", "x"].map((pad) => ({ name, size, pad }))),
  );
  it.each(odd)(
    "TLS-2 finds its samples behind a chunk $name of $size bytes and the padding '$pad'",
    async ({ name, size, pad }) => {
      const plain = wavFile(tone);
      const chunk = join(name, u32(size), new Uint8Array(size).fill(120), pad);
      const bytes = join(plain.slice(0, 36), chunk, plain.slice(36));
      expect((await openBytes(bytes))!.frames).toBe(COUNT);
    },
  );
});
