import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Block } from "#audio/effect.ts";
import { joinBytes } from "#audio/media/bytes/byte-parts.ts";
import { mp3FrameAt } from "#audio/media/mp3/mp3-frames.ts";
import { findMp3Links } from "#audio/media/mp3/mp3-links.ts";
import { createSoundCheck } from "#audio/media/problems/notes.ts";
import { copyFrames, joinBlocks } from "#audio/signal/blocks.ts";
import { run } from "#tests/fixtures/run-toolkit.ts";
import { needs } from "#tests/left-out.ts";
import { openAudioFile } from "../open-file.ts";
import { createResult } from "../write-file.ts";
import { encodeMp3 } from "./encode-mp3.ts";

const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;
const folder = mkdtempSync(path.join(os.tmpdir(), "joined-files-"));
afterAll(() => rmSync(folder, { recursive: true }));

const FORMATS = [
  [44_100, 2],
  [44_100, 1],
  [48_000, 2],
  [22_050, 1],
  [8000, 2],
] as const;
const PAIRS = FORMATS.flatMap((one) => FORMATS.map((other) => [...one, ...other] as const));

/** A tone without a tag that states its length. */
async function stream(
  sampleRate: number,
  channels: number,
  rate = 64,
  seconds = 1,
): Promise<Uint8Array> {
  const plane = Float32Array.from(
    { length: seconds * sampleRate },
    (_, i) => 0.3 * Math.sin((2 * Math.PI * 440 * i) / sampleRate),
  );
  const planes = Array.from({ length: channels }, () => plane);
  return (await encodeMp3({ planes, sampleRate, bitrate: rate })).bytes.slice();
}

const framesIn = (bytes: Uint8Array): number[] => {
  const offsets: number[] = [];
  for (let at = 0; at < bytes.length; at += mp3FrameAt(bytes, at)!.size) offsets.push(at);
  return offsets;
};

const secondsOf = (bytes: Uint8Array): number => {
  const { samples, sampleRate } = mp3FrameAt(bytes, 0)!;
  return (framesIn(bytes).length * samples) / sampleRate;
};

async function read(bytes: Uint8Array, ending = "mp3") {
  const file = path.join(folder, `file.${ending}`);
  writeFileSync(file, bytes);
  const source = await openAudioFile(file);
  const watch = createSoundCheck(source.format);
  const blocks: Block[] = [];
  for await (const block of source.blocks()) {
    watch.push(block);
    blocks.push(copyFrames(block, 0));
  }
  const notes = watch.notes(source);
  source.close();
  const [plane] = joinBlocks(blocks, source.format.channels);
  return { plane: plane!, notes, duration: source.duration, ...source.format };
}

/** Decoders round differently, depending on the number of frames decoded at once. */
function expectSame(found: Float32Array, expected: Float32Array): void {
  expect(found.length).toBe(expected.length);
  expect(Math.max(...found.map((sample, at) => Math.abs(sample - expected[at]!)))).toBeLessThan(
    1e-6,
  );
}

const text = (value: string): Uint8Array => Buffer.from(value, "latin1");
const id3 = (content: Uint8Array): Uint8Array =>
  joinBytes([
    text("ID3\u0004\0\0"),
    Uint8Array.of(0, content.length >> 14, (content.length >> 7) & 127, content.length & 127),
    content,
  ]);
const ape = joinBytes([
  text("APETAGEX"),
  Uint8Array.of(0xd0, 7, 0, 0, 64, 0, 0, 0),
  new Uint8Array(4),
  Uint8Array.of(0, 0, 0, 0xa0),
  new Uint8Array(8 + 64),
]);
const id3v1 = joinBytes([text("TAGTitle"), new Uint8Array(120)]);

describe("MP3 files that were joined", () => {
  it.each(PAIRS)(
    "TLS-18 %i Hz in %i channels and %i Hz in %i channels are heard to their end",
    async (rate, channels, otherRate, otherChannels) => {
      const [one, other] = [await stream(rate, channels), await stream(otherRate, otherChannels)];
      const { plane, notes, duration, sampleRate } = await read(joinBytes([one, other, one]));
      const expected = 2 * secondsOf(one) + secondsOf(other);
      expect(sampleRate).toBe(rate);
      expect(duration).toBeCloseTo(expected, 3);
      expect(Math.abs(plane.length / rate - expected)).toBeLessThan(0.01);
      expect(notes).toEqual([]);
    },
  );

  it.each([
    ["ID3v2", id3(new Uint8Array(90))],
    ["ID3v1", id3v1],
    ["APE", ape],
    ["a few bytes too many", new Uint8Array(20)],
  ])("TLS-18 with %s between them have the sound of those without", async (_, between) => {
    const one = await stream(44_100, 2);
    const plain = await read(joinBytes([one, one]));
    const found = await read(joinBytes([one, between, one]));
    expectSame(found.plane, plain.plane);
    expect(found.notes).toEqual([]);
  });

  it("TLS-18 with a picture of frames between them have none of its sound", async () => {
    const one = await stream(44_100, 2);
    const found = await read(joinBytes([one, id3(one.slice(0, 9000)), one]));
    expectSame(found.plane, (await read(joinBytes([one, one]))).plane);
  });

  it("TLS-18 of several bitrates are as long as their frames", async () => {
    const parts = [await stream(44_100, 1, 32), await stream(44_100, 1, 192)];
    const { plane, notes, duration } = await read(joinBytes(parts));
    const expected = 1152 * parts.reduce((sum, part) => sum + framesIn(part).length, 0);
    expect(plane.length).toBe(expected);
    expect(duration * 44_100).toBeCloseTo(expected, 3);
    expect(notes).toEqual([]);
  });
});

describe("a tag between the frames of one MP3 file", () => {
  it.each([
    ["ID3v2", id3(new Uint8Array(9000))],
    ["APE", ape],
    ["ID3v1", id3v1],
  ])("TLS-18 ends nothing that the first frame states: %s", async (_, tag) => {
    const file = path.join(folder, "one.mp3");
    const result = createResult({ file, output: "mp3", tags: {}, duration: 0, ceiling: null });
    const tone = Float32Array.from({ length: 60_000 }, (__, i) => 0.3 * Math.sin(i / 9));
    await result.write([tone], { sampleRate: 44_100, channels: 1 });
    await result.finish();
    const whole = new Uint8Array(readFileSync(file));
    const { plane } = await read(whole);
    const start = whole.findIndex((byte, at) => byte === 0xff && mp3FrameAt(whole, at) !== null);
    const frames = framesIn(whole.subarray(start)).map((at) => start + at);
    for (const at of [frames[3]!, frames[20]!, frames.at(-1)!]) {
      const found = await read(joinBytes([whole.subarray(0, at), tag, whole.subarray(at)]));
      expectSame(found.plane, plane);
      expect(found.notes).toEqual([]);
    }
  });
});

describe("an MP3 file whose first frame states too few frames", () => {
  it.each([0, 0.1, 0.5, 0.9])("TLS-18 is heard to its end: %d of them", async (share) => {
    const file = path.join(folder, "few.mp3");
    const result = createResult({ file, output: "mp3", tags: {}, duration: 0, ceiling: null });
    const tone = Float32Array.from({ length: 90_000 }, (_, i) => 0.3 * Math.sin(i / 9));
    await result.write([tone], { sampleRate: 44_100, channels: 1 });
    await result.finish();
    const whole = readFileSync(file);
    const expected = await read(new Uint8Array(whole));
    expect(expected.plane.length).toBe(90_000);
    const count = whole.indexOf("Info") + 8;
    whole.writeUInt32BE(Math.floor(share * whole.readUInt32BE(count)), count);
    const found = await read(new Uint8Array(whole));
    expectSame(found.plane, expected.plane);
    expect(found).toMatchObject({ notes: [], duration: expected.duration });
    const cut = path.join(folder, "cut.mp3");
    writeFileSync(file, whole);
    const range = ["--set", "start=1.2", "--set", "end=2"];
    const argv = ["process", "trim", file, "-o", cut, "--copy", "--force", ...range];
    expect(await run(folder, argv)).toMatchObject({ code: 0 });
    expect((await read(new Uint8Array(readFileSync(cut)))).plane.length).toBe(0.8 * 44_100);
  });
});

describe("data before the sound of an MP3 file", () => {
  it.each([0, 1, 2, 3])("TLS-18 %i ID3v2 tags hide nothing of its length", async (count) => {
    const file = path.join(folder, "gapless.mp3");
    const result = createResult({ file, output: "mp3", tags: {}, duration: 0 });
    const plane = Float32Array.from({ length: 20_000 }, (_, i) => 0.3 * Math.sin(i / 9));
    await result.write([plane], { sampleRate: 44_100, channels: 1 });
    await result.finish();
    const whole = new Uint8Array(readFileSync(file));
    const tags = Array.from({ length: count }, () => id3(text("TIT2\0\0\0\u0002\0\0\0A")));
    const found = await read(joinBytes([...tags, whole]));
    expect(found.plane.length).toBe(20_000);
    expectSame(found.plane, (await read(whole)).plane);
  });

  it.each([0, 1])("TLS-18 a VBRI header behind %i tags is no sound", async (count) => {
    const one = await stream(44_100, 2);
    const header = one.slice(0, framesIn(one)[1]);
    header.fill(0, 4);
    header.set(text("VBRI"), 36);
    const tags = Array.from({ length: count }, () => id3(new Uint8Array(50)));
    const found = await read(joinBytes([...tags, header, one]));
    expectSame(found.plane, (await read(one)).plane);
    const twice = await read(joinBytes([...tags, header, one, header, one]));
    expect(twice.plane.length).toBe(2 * found.plane.length);
  });
});

describe("damage within MP3 files", () => {
  const noise = (length: number): Uint8Array => {
    let state = length;
    return Uint8Array.from({ length }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return (state >>> 24) & 0x7f;
    });
  };

  it.each(
    [100, 900, 4000, 9000].flatMap((length) => [[length, 0.3] as const, [length, 0.71] as const]),
  )("TLS-18 of %i bytes at %d of it keeps the time of what follows", async (length, share) => {
    const whole = await stream(44_100, 2, 128, 3);
    const damaged = whole.slice();
    const offsets = framesIn(whole);
    // Overwrites a frame header, so that the frame is lost.
    const from = offsets[Math.floor(share * offsets.length)]! - 50;
    damaged.set(noise(length), from);
    const [expected, found] = [await read(whole), await read(damaged)];
    expect(found.notes).toEqual(["holes"]);
    expect(found.plane.length).toBe(expected.plane.length);
    const ends = offsets.findIndex((offset) => offset >= from + length);
    // A frame overlaps the next one, and the first frames after damage lack preceding data.
    const behind = (ends + 5) * 1152;
    for (const [begin, end] of [
      [0, (offsets.findIndex((offset) => offset > from) - 2) * 1152],
      [behind, expected.plane.length],
    ] as const)
      for (let at = begin; at < end; at++)
        if (Math.abs(found.plane[at]! - expected.plane[at]!) > 1e-3)
          expect.fail(`sample ${at} is ${found.plane[at]}, not ${expected.plane[at]}`);
    const top = found.plane.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
    expect(top).toBeLessThan(0.4);
  });

  it("TLS-18 what looks like tags and frames is read once, however much of it there is", async () => {
    const opening = await stream(44_100, 2);
    const parts = [
      Uint8Array.of(0xff),
      Uint8Array.of(0xff, 0xfb, 0x90, 0x00),
      text("ID3\u0004\0\0\0\0\0\u0001"),
      text("TAG"),
      text("APETAGEX"),
      new Uint8Array(1),
    ];
    for (const part of parts) {
      const counts: number[] = [];
      for (const size of [250_000, 500_000]) {
        const rest = new Uint8Array(size).map((_, at) => part[at % part.length]!);
        const file = joinBytes([opening, rest]);
        let count = 0;
        await findMp3Links(async (from, to) => {
          count += Math.min(to, file.length) - from;
          return file.subarray(from, to);
        }, file.length);
        counts.push(count);
      }
      expect(counts[1]! / counts[0]!).toBeLessThan(2.5);
      expect(counts[1]! / 500_000).toBeLessThan(4);
    }
  });
});

describe("FLAC files that were joined", () => {
  const FLACS = [
    [44_100, 2],
    [48_000, 1],
    [8000, 2],
  ] as const;
  it.each(FLACS.flatMap((one) => FLACS.map((other) => [...one, ...other] as const)))(
    "TLS-18 %i Hz in %i channels and %i Hz in %i channels are heard to their end",
    async (rate, channels, otherRate, otherChannels) => {
      const parts: Uint8Array[] = [];
      for (const [sampleRate, count] of [
        [rate, channels],
        [otherRate, otherChannels],
      ] as const) {
        const file = path.join(folder, `part.flac`);
        const result = createResult({ file, output: "flac", tags: {}, duration: 0 });
        const plane = Float32Array.from(
          { length: sampleRate / 2 },
          (_, i) => 0.3 * Math.sin(i / 9),
        );
        await result.write(
          Array.from({ length: count }, () => plane),
          { sampleRate, channels: count },
        );
        await result.finish();
        parts.push(new Uint8Array(readFileSync(file)));
      }
      const { plane, notes, duration } = await read(joinBytes(parts), "flac");
      expect(duration).toBeCloseTo(1, 4);
      expect(Math.abs(plane.length / rate - 1)).toBeLessThan(0.001);
      expect(notes).toEqual([]);
    },
  );
});

describe("FLAC in Ogg", needs(hasFfmpeg, "ffmpeg"), () => {
  /** A sound of ffmpeg in its own container and in Ogg, with noise so that its pages differ. */
  const encode = (
    seconds: number,
    channels: number,
    sampleRate: number,
    ending: string,
  ): Buffer => {
    const file = path.join(folder, `encoded.${ending}`);
    const source = `anoisesrc=d=${seconds}:r=${sampleRate}:a=0.2:seed=${channels}`;
    const args = ["-v", "error", "-y", "-f", "lavfi", "-i", source, "-ac", `${channels}`];
    execFileSync("ffmpeg", [
      ...args,
      "-c:a",
      "flac",
      "-f",
      ending === "oga" ? "ogg" : "flac",
      file,
    ]);
    return readFileSync(file);
  };

  it.each([
    [1, 8000],
    [2, 44_100],
    [6, 96_000],
  ])("TLS-18 has the samples of the FLAC: %i channels at %i Hz", async (channels, rate) => {
    const native = await read(encode(1, channels, rate, "flac"), "flac");
    const found = await read(encode(1, channels, rate, "oga"), "oga");
    expect(found).toMatchObject({ sampleRate: rate, channels, notes: [], duration: 1 });
    expect(found.plane).toEqual(native.plane);
  });

  it("TLS-18 is read to its end, even if its last frame is very short", async () => {
    const file = path.join(folder, "silent.oga");
    const source = ["-f", "lavfi", "-i", "aevalsrc=0:d=1.5:s=44100", "-c:a", "flac"];
    execFileSync("ffmpeg", ["-v", "error", "-y", ...source, file]);
    const { plane, notes } = await read(new Uint8Array(readFileSync(file)), "oga");
    expect(plane.length).toBe(1.5 * 44_100);
    expect(notes).toEqual([]);
  });

  it("TLS-18 is read to the end of all its links", async () => {
    const links = [
      encode(1, 2, 44_100, "oga"),
      encode(0.5, 2, 44_100, "oga"),
      encode(1, 1, 48_000, "oga"),
    ];
    const { plane, notes, duration } = await read(joinBytes(links), "oga");
    expect(duration).toBeCloseTo(2.5, 4);
    expect(Math.abs(plane.length - 2.5 * 44_100)).toBeLessThan(50);
    expect(notes).toEqual([]);
  });

  it("TLS-18 keeps its time where pages are missing", async () => {
    const whole = encode(4, 1, 44_100, "oga");
    const damaged = Buffer.concat([
      whole.subarray(0, whole.length / 3),
      whole.subarray(whole.length / 2),
    ]);
    const { plane, notes } = await read(damaged, "oga");
    expect(plane.length).toBe(4 * 44_100);
    expect(notes).toEqual(["holes"]);
    const expected = (await read(whole, "oga")).plane;
    expect(plane.slice(-44_100)).toEqual(expected.slice(-44_100));
  });
});

describe("transport streams", needs(hasFfmpeg, "ffmpeg"), () => {
  it("TLS-18 are read whole where their clock jumps, with the silence before the audio", async () => {
    const file = path.join(folder, "late.ts");
    const picture = ["-f", "lavfi", "-i", "testsrc=s=64x64:r=25:d=2"];
    const tone = ["-itsoffset", "0.4", "-f", "lavfi", "-i", "sine=r=44100:d=1.5"];
    const codecs = ["-c:v", "mpeg2video", "-c:a", "aac"];
    execFileSync("ffmpeg", ["-v", "error", "-y", ...picture, ...tone, ...codecs, file]);
    const lengthOf = async (): Promise<number> => {
      const source = await openAudioFile(file);
      let frames = 0;
      for await (const [plane] of source.blocks()) frames += plane!.length;
      source.close();
      return frames / source.format.sampleRate;
    };
    const once = await lengthOf();
    expect(once).toBeGreaterThan(1.85);
    const bytes = readFileSync(file);
    writeFileSync(file, joinBytes([bytes, bytes]));
    expect((await lengthOf()) - once).toBeGreaterThan(1.45);
    // 33 bits of a clock of 90 kHz are 95,443.7 s.
    const offset = ["-c", "copy", "-output_ts_offset", "95441.2"];
    writeFileSync(file, bytes);
    const wrapped = path.join(folder, "wrapped.ts");
    execFileSync("ffmpeg", ["-v", "error", "-y", "-i", file, ...offset, wrapped]);
    renameSync(wrapped, file);
    expect(Math.abs((await lengthOf()) - once)).toBeLessThan(0.05);
  });
});

describe("AAC without a container", needs(hasFfmpeg, "ffmpeg"), () => {
  it("TLS-18 does not end too early where a louder part follows", async () => {
    const file = path.join(folder, "joined.aac");
    const parts = ["anullsrc=d=2", "anoisesrc=d=2"].map((sound) => {
      const input = ["-f", "lavfi", "-i", sound, "-ar", "44100", "-ac", "1", "-c:a", "aac"];
      execFileSync("ffmpeg", ["-v", "error", "-y", ...input, "-b:a", "96k", file]);
      return readFileSync(file);
    });
    // The bitrate of the first part makes an estimate of the length too high.
    writeFileSync(file, joinBytes(parts));
    const source = await openAudioFile(file);
    const check = createSoundCheck(source.format);
    for await (const block of source.blocks()) check.push(block);
    expect(check.notes(source)).not.toContain("cutOff");
    source.close();
  });
});
