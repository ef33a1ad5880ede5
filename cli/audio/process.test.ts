import { execFileSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ALL_FORMATS, BufferSource, Input } from "mediabunny";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Block, Format } from "#audio/effect.ts";
import { copyFrames, framesOf, joinBlocks } from "#audio/signal/blocks.ts";
import { describeParameter, type Parameter } from "#audio/parameters.ts";
import { createLoudnessMeter } from "#audio/signal/loudness.ts";
import { main } from "../run.ts";
import type { OutputFormat } from "#audio/media/writers/output-formats.ts";
import { openAudioFile } from "./open-file.ts";
import { createProgressBar, describeFiles } from "./progress-bar.ts";
import { createResult } from "./write-file.ts";
import { needs } from "#tests/left-out.ts";

let folder: string;
const at = (name: string): string => path.join(folder, name);

const STEREO: Format = { sampleRate: 44_100, channels: 2 };
const tone = (frames: number, channels = 2): Block =>
  Array.from({ length: channels }, (_, channel) =>
    Float32Array.from({ length: frames }, (_, i) => {
      const swing = Math.sin(i / (20 + 3 * channel)) * 0.25;
      // Adding 0 turns −0 into 0: a file has no −0.
      return Math.round(swing * 32_768) / 32_768 + 0;
    }),
  );

async function write(name: string, output: OutputFormat, block: Block, format = STEREO) {
  const tags = { title: "Täst", artist: "Nobody" };
  const writer = createResult({ file: at(name), output, tags, duration: 0 });
  await writer.write(block, format);
  await writer.finish();
}

/** A WAV file of 32-bit floats in mono at 44.1 kHz. */
function floatWav(frames: number, valueAt: (frame: number) => number): Buffer {
  const file = Buffer.alloc(44 + 4 * frames);
  file.write("RIFF", 0, "latin1");
  file.writeUInt32LE(36 + 4 * frames, 4);
  file.write("WAVEfmt ", 8, "latin1");
  file.writeUInt32LE(16, 16);
  for (const [index, value] of [3, 1, 44_100, 0, 0, 0, 4, 32].entries())
    if (value > 0) file.writeUInt16LE(value, 20 + 2 * index);
  file.writeUInt32LE(176_400, 28);
  file.write("data", 36, "latin1");
  file.writeUInt32LE(4 * frames, 40);
  for (let i = 0; i < frames; i++) file.writeFloatLE(valueAt(i), 44 + 4 * i);
  return file;
}

async function read(name: string) {
  const file = await openAudioFile(at(name));
  const blocks: Block[] = [];
  for await (const block of file.blocks()) blocks.push(copyFrames(block, 0));
  file.close();
  return { ...file, block: joinBlocks(blocks, file.format.channels) };
}

async function run(...argv: string[]) {
  const out: string[] = [];
  const log: string[] = [];
  let interrupt: () => void = () => undefined;
  const exitCode = await main(["process", ...argv], {
    stdout: { write: (text) => out.push(text) },
    stderr: {
      write(text) {
        log.push(text);
        if (text.includes("interrupt me")) interrupt();
      },
    },
    stdin: {},
    env: {},
    cwd: () => folder,
    on: (event, listener) => {
      if (event === "SIGINT") interrupt = listener;
    },
  });
  return { exitCode, out: out.join(""), log: log.join("") };
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "process-"));
  await write("a.wav", "wav16", tone(44_100));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("toolkit process", () => {
  it("CLI-9 changes the volume and keeps format and tags", async () => {
    const { exitCode, log } = await run(
      "volume",
      at("a.wav"),
      "-o",
      at("soft.wav"),
      "--set",
      "gain=-6",
    );
    expect(log).toContain("soft.wav, 1.00 s");
    expect(exitCode).toBe(0);
    const soft = await read("soft.wav");
    expect(soft).toMatchObject({ format: STEREO, codec: "pcm-s16" });
    expect(soft.tags).toMatchObject({ title: "Täst", artist: "Nobody" });
    expect(soft.block[1]![1000]! / tone(1001)[1]![1000]!).toBeCloseTo(10 ** (-6 / 20), 3);
  });

  it("CLI-9 neutral values give the samples back bit for bit", async () => {
    await run("volume", at("a.wav"), "-o", at("same.wav"), "--set", "limiter=false");
    expect((await read("same.wav")).block).toEqual(tone(44_100));
  });

  it.each(["mp3", "flac", "m4a", "wav", "ogg", "opus"])(
    "CLI-9 keeps the cover in %s",
    async (ending) => {
      const data = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 1, 2, 3);
      const images = [{ data, mimeType: "image/png", kind: "unknown" as const }];
      const tags = { title: "Covered", images };
      const writer = createResult({ file: at("cover.mp3"), output: "mp3", tags, duration: 0 });
      await writer.write(tone(10_000), STEREO);
      await writer.finish();
      await run("volume", at("cover.mp3"), "-o", at(`cover-2.${ending}`), "--set", "gain=-1");
      const { tags: written } = await read(`cover-2.${ending}`).catch(() => ({ tags: null }));
      // Without ffmpeg there is no M4A decoder.
      if (written)
        expect(written).toMatchObject({ title: "Covered", images: [{ data, kind: "coverFront" }] });
      else expect(readFileSync(at(`cover-2.${ending}`)).includes(Buffer.from(data))).toBe(true);
    },
  );

  it("CLI-9 trims to the sample, and prints what it did as JSON", async () => {
    const settings = ["--set", "start=0.25", "--set", "end=0.5", "--json"];
    const { exitCode, out, log } = await run(
      "trim",
      at("a.wav"),
      "-o",
      at("part.wav"),
      ...settings,
    );
    expect([exitCode, log]).toEqual([0, ""]);
    const { results, ...report } = JSON.parse(out) as { results: unknown[]; ok: boolean };
    expect(report).toMatchObject({ ok: true, effect: "trim", values: { start: 0.25, end: 0.5 } });
    expect(results).toMatchObject([{ seconds: 0.25, sampleRate: 44_100, channels: 2 }]);
    expect((await read("part.wav")).block[0]).toEqual(tone(22_050)[0]!.slice(11_025));
  });

  it.each([
    [44_100, 0.25, 0.75],
    [44_100, 0, 0.5],
    [44_100, 0.5, 9],
    [44_100, 0.02, 0.03],
    [22_050, 0.31, 0.7],
  ])("CLI-9 cuts MP3 of %i Hz from %f to %f s without decoding it", async (rate, start, end) => {
    const format = { sampleRate: rate, channels: 2 };
    await write("whole.mp3", "mp3", tone(rate), format);
    const settings = ["--copy", "--force", "--set", `start=${start}`, "--set", `end=${end}`];
    const { exitCode } = await run("trim", at("whole.mp3"), "-o", at("cut.mp3"), ...settings);
    expect(exitCode).toBe(0);
    const { tags, block } = await read("cut.mp3");
    expect(tags).toMatchObject({ title: "Täst" });
    // The preceding packets that decoders need are included; rounding depends on where decoding
    // began.
    const [from, to] = [start, end].map((time) => Math.round(time * rate));
    const whole = (await read("whole.mp3")).block.map((plane) => plane.slice(from, to));
    expect(block.map(({ length }) => length)).toEqual(whole.map(({ length }) => length));
    const apart = whole.map((plane, i) => plane.map((sample, at) => block[i]![at]! - sample));
    expect(Math.max(...apart.flatMap((plane) => Array.from(plane, Math.abs)))).toBeLessThan(1e-6);
  });

  it("CLI-9 reports copies that cannot be written or would be empty", async () => {
    await write("whole.mp3", "mp3", tone(44_100));
    const cut = (out: string, start: number) =>
      run("trim", at("whole.mp3"), "-o", at(out), "--copy", "--set", `start=${start}`);
    expect((await cut("a.wav/cut.mp3", 0)).log).toContain("OUTPUT_UNWRITABLE");
    expect((await cut("none.mp3", 5)).log).toContain("OUTPUT_EMPTY");
    expect(existsSync(at("none.mp3"))).toBe(false);
  });

  it("USR-15 says that nothing was found and what to try, or that the settings do nothing", async () => {
    const process = (effect: string, ...settings: string[]) =>
      run(effect, at("a.wav"), "-o", at(`unchanged-${effect}.wav`), ...settings);
    const { log } = await process("silence", "--set", "shortest=60");
    expect(log).toContain("Nothing was found, so nothing was changed: lower shortest");
    expect((await process("volume", "--set", "limiter=off")).log).toContain("these settings leave");
    expect((await process("trim", "--set", "start=0.1")).log).not.toContain("othing was");
  });

  it("CLI-9 measures for JSON", async () => {
    const settings = ["--set", "mode=loudness", "--set", "loudness=-20", "--json"];
    const { out } = await run("volume", at("a.wav"), "-o", at("level.wav"), ...settings);
    const { results } = JSON.parse(out) as {
      results: { findings: { figures: { gain: number; integratedLufs: number } } }[];
    };
    const { gain, integratedLufs } = results[0]!.findings.figures;
    expect(gain + integratedLufs).toBeCloseTo(-20, 6);
  });

  it.each(["flac", "mp3", "m4a", "ogg", "opus", "wav24", "wav32f"])(
    "TLS-2 writes %s",
    async (format) => {
      const { exitCode } = await run(
        "volume",
        at("a.wav"),
        "-o",
        at(`in-${format}`),
        "--format",
        format,
      );
      expect(exitCode).toBe(0);
      const [file] = readdirSync(at(`in-${format}`));
      expect(readFileSync(at(`in-${format}/${file!}`)).length).toBeGreaterThan(5000);
    },
  );

  it("TLS-2 declares the delay of an AAC encoder to players", async () => {
    await write("early.m4a", "m4a", tone(44_100));
    const source = new BufferSource(readFileSync(at("early.m4a")));
    const track = (await new Input({ formats: ALL_FORMATS, source }).getPrimaryAudioTrack())!;
    expect(await track.getFirstTimestamp()).toBeCloseTo(-1024 / 44_100, 4);
    const seconds = await track.computeDuration();
    expect(seconds).toBeGreaterThanOrEqual(1);
    // Up to a packet more.
    expect(seconds).toBeLessThan(1 + 1024 / 44_100);
  });

  it("TLS-2 reads MP3 that it wrote", async () => {
    await write("b.mp3", "mp3", tone(44_100));
    await run("volume", at("b.mp3"), "-o", at("b.wav"));
    const { block, format, tags } = await read("b.wav");
    expect(format).toEqual(STEREO);
    expect(tags).toMatchObject({ title: "Täst" });
    expect(Math.max(...block[0]!.subarray(5000, 40_000))).toBeCloseTo(0.25, 1);
  });

  it("TLS-2 reads FLAC bit for bit, in 24 bits, too", async () => {
    const fine = tone(50_000).map((samples) =>
      samples.map((sample, i) => sample + ((i * 7919) % 256) / 2 ** 23),
    );
    await write("fine.flac", "flac", fine);
    const { block, codec } = await read("fine.flac");
    expect(codec).toBe("flac");
    expect(block).toEqual(fine);
  });

  it.each([
    ["ogg", "vorbis"],
    ["opus", "opus"],
    ["mp3", "mp3"],
  ] as const)(
    "TLS-4 reads %s files that were written behind each other",
    async (ending, output) => {
      const [one, both] = [at(`one.${ending}`), at(`both.${ending}`)];
      await write(`one.${ending}`, output, tone(44_100));
      writeFileSync(both, Buffer.concat([readFileSync(one), readFileSync(one)]));
      const { block } = await read(`both.${ending}`);
      const { block: single } = await read(`one.${ending}`);
      expect(framesOf(block)).toBe(2 * framesOf(single));
      expect(block.map((plane) => plane.slice(framesOf(single)))).toEqual(single);
      const source = await openAudioFile(both);
      expect(source.duration * source.format.sampleRate).toBeCloseTo(framesOf(block), 0);
      source.close();
    },
  );

  it("TLS-4 drops damaged parts of a FLAC file, and reports it", async () => {
    await write("whole.flac", "flac", tone(44_100));
    const bytes = readFileSync(at("whole.flac"));
    bytes[bytes.length >> 1]! ^= 0x10;
    writeFileSync(at("broken.flac"), bytes);
    const { exitCode, log } = await run("volume", at("broken.flac"), "-o", at("mended.wav"));
    expect(exitCode).toBe(0);
    expect(log).toContain("AUDIO_HOLES");
    const { block } = await read("mended.wav");
    expect(framesOf(block)).toBe(44_100);
  });

  it.each([
    ["flac", "flac"],
    ["ogg", "vorbis"],
  ] as const)("TLS-4 gives what there is of %s that is cut off", async (ending, output) => {
    // Noise needs more than one page.
    const noise = tone(88_200).map((plane) => plane.map((x, i) => x + 0.2 * Math.sin(i * i)));
    await write(`long.${ending}`, output, noise);
    const bytes = readFileSync(at(`long.${ending}`));
    writeFileSync(at(`cut.${ending}`), bytes.subarray(0, Math.floor(0.7 * bytes.length)));
    const { exitCode, log } = await run(
      "volume",
      at(`cut.${ending}`),
      "-o",
      at(`of-${ending}.wav`),
    );
    expect(exitCode).toBe(0);
    expect(log).toContain("AUDIO_CUT_OFF");
    expect((await read(`of-${ending}.wav`)).block[0]!.length).toBeGreaterThan(22_050);
  });

  it.each([
    ["mp3", true],
    ["opus", true],
    ["ogg", true],
    ["flac", false],
    ["wav", false],
  ])("CLI-9 six channels in %s: says that they are mixed down, %s", async (ending, isReported) => {
    await write("six.wav", "wav16", tone(4410, 6), { ...STEREO, channels: 6 });
    const { exitCode, log } = await run("volume", at("six.wav"), "-o", at(`of-six.${ending}`));
    expect(exitCode).toBe(0);
    expect(log.includes("AUDIO_MIXED_DOWN")).toBe(isReported);
    expect((await read(`of-six.${ending}`)).format.channels).toBe(isReported ? 2 : 6);
  });

  it.each([
    ["volume", ["mode=loudness", "loudness=-9"], true],
    ["volume", ["mode=loudness", "loudness=-40"], false],
    ["enhance", ["target=-9"], true],
  ])(
    "CLI-9 %s with %j: says that it is softer than asked, %s",
    async (effect, values, isReported) => {
      // A click in each tenth of a second, much louder than the rest.
      const clicks = tone(88_200).map((plane) =>
        plane.map((x, i) => (i % 4410 < 40 ? 3.5 * Math.sin(i) * 0.25 : x / 100)),
      );
      await write("clicks.wav", "wav16", clicks);
      const set = values.flatMap((value) => ["--set", value]);
      const { exitCode, log } = await run(
        effect,
        at("clicks.wav"),
        "-o",
        at("of.wav"),
        "--force",
        ...set,
      );
      expect(exitCode).toBe(0);
      expect(log.includes("AUDIO_SOFTER")).toBe(isReported);
    },
  );

  it.each([
    ["noise of 16 bits", 2e-5, true],
    ["silence", 0, true],
    ["-72 LUFS", 3e-4, false],
  ])("TLS-18 %s: says that it was too quiet to measure, %s", async (_, level, isReported) => {
    const quiet = tone(88_200).map((plane) => plane.map((__, i) => level * Math.sin(i / 9)));
    await write("quiet.wav", "wav24", quiet);
    const set = ["--set", "mode=loudness", "--set", "loudness=-16"];
    const { exitCode, log } = await run(
      "volume",
      at("quiet.wav"),
      "-o",
      at("of-quiet.wav"),
      "--force",
      ...set,
    );
    expect(exitCode).toBe(0);
    expect(log.includes("AUDIO_TOO_QUIET")).toBe(isReported);
  });

  it.each(
    ["wav16", "wav24", "flac", "mp3", "ogg", "opus"].flatMap((ending) => [
      [ending, 3, true] as const,
      [ending, 0.3, true] as const,
      [ending, -0.5, false] as const,
    ]),
  )(
    "TLS-18 %s from floats with a peak of %d dBFS: says that they are cut, %s",
    async (ending, peak, isReported) => {
      const top = 10 ** (peak / 20);
      writeFileSync(
        at("float.wav"),
        floatWav(44_100, (i) => top * Math.sin(i / 9)),
      );
      const { exitCode, log } = await run(
        "trim",
        at("float.wav"),
        "-o",
        at(`of-float.${ending.replace(/\d+/, "")}`),
        "--force",
        "--format",
        ending,
        "--set",
        "end=0.5",
      );
      expect(exitCode).toBe(0);
      expect(log.includes("AUDIO_OVERLOAD")).toBe(isReported);
      if (isReported) expect(log).toContain(`reach ${peak.toFixed(1)} dBFS`);
    },
  );

  it.each(
    ["wav16", "wav24", "flac", "mp3", "opus", "ogg"].flatMap((format) =>
      [-0.5, 0.3, 7].map((peak) => [format, peak] as const),
    ),
  )("TLS-18 --fit writes %s of a peak of %d dBFS without clipping", async (format, peak) => {
    const top = 10 ** (peak / 20);
    // The true peak between samples is higher.
    writeFileSync(
      at("float.wav"),
      floatWav(44_100, (i) => top * Math.sin((Math.PI / 2) * i + 0.6)),
    );
    const name = `fit-${format}-${peak}.${format.replace(/\d+/, "")}`;
    const options = ["-o", at(name), "--force", "--fit", "--json", "--set", "end=0.9"];
    const { exitCode, out } = await run("trim", at("float.wav"), ...options, "--format", format);
    expect(exitCode).toBe(0);
    const [result] = (JSON.parse(out) as { results: Record<string, unknown>[] }).results;
    expect(result).not.toHaveProperty("clippedPeak");
    expect(result!["notes"]).not.toContain("overload");
    const { block, format: written } = await read(name);
    const meter = createLoudnessMeter(written);
    meter.push(block);
    const { truePeak } = meter.measure();
    expect(truePeak).toBeLessThan(0.05);
    // No lower than needed.
    expect(truePeak).toBeGreaterThan(-1.5);
  });

  it("TLS-18 float WAV stores peaks above full scale without a warning", async () => {
    writeFileSync(
      at("float.wav"),
      floatWav(44_100, (i) => 2 * Math.sin(i / 9)),
    );
    const options = ["-o", at("float-kept.wav"), "--format", "wav32f", "--set", "end=0.5"];
    const { log } = await run("trim", at("float.wav"), ...options, "--force");
    expect(log).not.toContain("AUDIO_OVERLOAD");
    expect(Math.max(...(await read("float-kept.wav")).block[0]!)).toBeGreaterThan(1.9);
  });

  it("TLS-2 reads Vorbis, in time and like the original", async () => {
    await write("b.ogg", "vorbis", tone(44_100));
    const { block, codec, format } = await read("b.ogg");
    expect([codec, format]).toEqual(["vorbis", STEREO]);
    expect(block[0]).toHaveLength(44_100);
    for (const [channel, original] of tone(44_100).entries()) {
      let noise = 0;
      let signal = 0;
      for (let i = 0; i < 44_000; i++) {
        noise += (block[channel]![i]! - original[i]!) ** 2;
        signal += original[i]! ** 2;
      }
      expect(signal / noise).toBeGreaterThan(100);
    }
  });

  it("TLS-4 a damaged Vorbis file ends in an error or in sound, never in a bug", async () => {
    await write("whole.ogg", "vorbis", tone(20_000));
    const whole = readFileSync(at("whole.ogg"));
    for (let offset = 30; offset < whole.length; offset += 397) {
      const bytes = Uint8Array.from(whole);
      bytes[offset] = bytes[offset]! ^ 0x55;
      writeFileSync(at("broken.ogg"), bytes);
      const { log } = await run("volume", at("broken.ogg"), "-o", at("o.wav"), "--force");
      expect(log).toMatch(/AUDIO_|o\.wav, /);
      expect(log).not.toContain("Bug in toolkit");
    }
  });

  it("TLS-2 resamples and mixes for formats that are narrower", async () => {
    await write("wide.wav", "wav32f", tone(96_000, 6), { sampleRate: 96_000, channels: 6 });
    await run("volume", at("wide.wav"), "-o", at("wide.mp3"));
    expect((await read("wide.mp3")).format).toEqual({ sampleRate: 48_000, channels: 2 });
    expect((await read("wide.wav")).block).toEqual(tone(96_000, 6));
  });

  it("CLI-9 works on several files, past one that is damaged", async () => {
    writeFileSync(at("noise.wav"), "RIFF????WAVEnothing");
    writeFileSync(at("empty.wav"), "");
    const files = ["a.wav", "noise.wav", "empty.wav", "missing.wav"].map(at);
    const { exitCode, log } = await run("volume", ...files, "-o", at("many"), "--set", "gain=1");
    expect(exitCode).toBe(1);
    expect(readdirSync(at("many"))).toEqual(["a.wav"]);
    for (const code of ["AUDIO_DAMAGED", "AUDIO_EMPTY", "INPUT_UNREADABLE"])
      expect(log).toContain(`[${code}]`);
  });

  it("CLI-9 overwrites only on request", async () => {
    writeFileSync(at("mine.wav"), "mine");
    const refused = await run("volume", at("a.wav"), "-o", at("mine.wav"));
    expect(refused.exitCode).toBe(1);
    expect(refused.log).toContain("OUTPUT_EXISTS");
    expect(refused.log.match(/nothing is overwritten/g)).toHaveLength(1);
    expect(readFileSync(at("mine.wav"), "utf8")).toBe("mine");
    expect((await run("volume", at("a.wav"), "-o", at("mine.wav"), "--force")).exitCode).toBe(0);
    expect((await read("mine.wav")).block[0]).toHaveLength(44_100);
  });

  it("CLI-9 never overwrites an input, however its path is spelled or linked", async () => {
    mkdirSync(at("own"));
    await write("own/own.wav", "wav16", tone(1000));
    await write("own/next.wav", "wav16", tone(1000));
    symlinkSync(at("own"), at("linked"));
    symlinkSync(at("own/own.wav"), at("own/symbolic.wav"));
    linkSync(at("own/own.wav"), at("own/hard.wav"));
    const before = readFileSync(at("own/own.wav"));
    const outputs = [
      at("own/own.wav"),
      `${folder}/own/../own//./own.wav`,
      path.relative(process.cwd(), at("own/own.wav")),
      at("own/symbolic.wav"),
      at("own/hard.wav"),
      at("linked/own.wav"),
      `${at("own")}/`,
    ];
    for (const out of outputs)
      for (const options of [[], ["--force"]]) {
        const argv = ["volume", at("own/own.wav"), "-o", out, "--set", "gain=-6", ...options];
        const { exitCode, log } = await run(...argv);
        expect({ out, exitCode, log }).toMatchObject({
          exitCode: 2,
          log: expect.stringContaining("[OUTPUT_IS_INPUT]"),
        });
        expect(log.match(/inputs are never overwritten/g)).toHaveLength(1);
      }
    // One input's result would replace another input.
    const both = ["volume", at("own/own.wav"), at("a.wav"), "-o", `${at("linked")}/`, "--force"];
    expect((await run(...both)).exitCode).toBe(2);
    expect(readFileSync(at("own/own.wav"))).toEqual(before);
    expect(readdirSync(at("own")).sort()).toEqual([
      "hard.wav",
      "next.wav",
      "own.wav",
      "symbolic.wav",
    ]);
  });

  it("CLI-9 reports all problems of a call, with suggestions", async () => {
    const settings = ["--set", "gian=3", "--set", "gain=loud"];
    const { exitCode, log } = await run("volume", at("a.wav"), "-o", at("no.wav"), ...settings);
    expect(exitCode).toBe(2);
    expect(log).toContain('Did you mean "gain"?');
    expect(log).toContain("a number from -96 to 60 dB");
    expect((await run("volum", at("a.wav"), "-o", "x.wav")).log).toContain('"volume"');
    expect(existsSync(at("no.wav"))).toBe(false);
  });

  it.each([
    [["volume"], "Which files?"],
    [[], "Which effect?"],
    [["volume", "a.wav"], "Where to?"],
    [["trim", "a.mp3", "-o", "b.mp3", "--copy", "--set", "fadeIn=1"], "--copy takes"],
    [["volume", "a.wav", "-o", "b.wav", "--set", "gain"], "name=value"],
  ])("CLI-9 wrong usage: %j", async (argv, message) => {
    const { exitCode, log } = await run(...argv);
    expect(exitCode).toBe(2);
    expect(log).toContain(message);
  });

  it("CLI-9 refuses a format that it cannot write, and a result without a sample", async () => {
    expect((await run("volume", at("a.wav"), "-o", at("a.xyz"))).log).toContain("OUTPUT_FORMAT");
    const { log } = await run("trim", at("a.wav"), "-o", at("none.wav"), "--set", "start=5");
    expect(log).toContain("OUTPUT_EMPTY");
    expect(readdirSync(folder).filter((name) => /none|part$/.test(name))).toEqual([]);
  });

  it("CLI-9 lists effects and their parameters", async () => {
    const { out } = await run("--list");
    expect(out).toContain("trim\tstart\ta number from 0 to 360000 s\t0\n");
    const { effects } = JSON.parse((await run("volume", "--list", "--json")).out) as {
      effects: { id: string }[];
    };
    expect(effects.map(({ id }) => id)).toEqual(["volume"]);
  });

  it("CLI-9 explains every effect in its help: parameters, what they take, and their defaults", async () => {
    const { out, exitCode } = await run("--help");
    expect(exitCode).toBe(0);
    const { effects } = JSON.parse((await run("--list", "--json")).out) as {
      effects: { id: string; parameters: Record<string, Parameter> }[];
    };
    expect(effects.length).toBeGreaterThan(9);
    for (const { id, parameters } of effects) {
      const names = Object.keys(parameters).join(", ");
      expect(out).toMatch(new RegExp(`^  ${id} +${names}$`, "m"));
      const help = (await run(id, "-h")).out;
      expect(help).toContain("Usage: toolkit process");
      for (const [name, parameter] of Object.entries(parameters))
        expect(help).toMatch(
          new RegExp(`^  ${name} +${describeParameter(parameter)}  +\\S+$`, "m"),
        );
    }
    expect((await run("enhance", "--help")).out).toMatch(/^ {2}deess +on or off +on$/m);
    expect((await run("denoize", "--help")).log).toContain('Did you mean "denoise"?');
  });

  it("CLI-9 leaves nothing when it is interrupted", async () => {
    await write("interrupt me.wav", "wav16", tone(1000));
    const files = [at("interrupt me.wav"), at("a.wav")];
    const { exitCode } = await run("volume", ...files, "-o", at("cut"), "--set", "gain=1");
    expect(exitCode).toBe(130);
    expect(readdirSync(at("cut"))).toEqual(["interrupt me.wav"]);
  });

  it("CLI-9 says which of several files are worked on", () => {
    const files = [
      { at: 1, name: "in/talk.mp3", share: 0.319 },
      { at: 2, name: "song.wav", share: 0 },
    ];
    expect(describeFiles(files, 5)).toBe("2, 3 of 5: talk.mp3 31 %, song.wav 0 %");
    expect(describeFiles(files.slice(1), 1)).toBe("song.wav");
  });

  it("CLI-9 draws a bar with the time that is left", () => {
    const drawn: string[] = [];
    let time = 0;
    const bar = createProgressBar(
      (text) => drawn.push(text),
      true,
      () => time,
    );
    const onProgress = bar.begin(() => "a.wav");
    for (; time <= 3000; time += 100) onProgress(time / 6000);
    expect(drawn.at(-1)).toContain(`${"█".repeat(12)}${"░".repeat(12)} 50 %, 3 s left · a.wav`);
    const count = drawn.length;
    time = 3010;
    onProgress(0.6);
    expect(drawn).toHaveLength(count);
    time = 4000;
    onProgress(1);
    expect(drawn.at(-1)).toContain(`${"█".repeat(24)} finishing · a.wav`);
    bar.clear();
    expect(drawn).toHaveLength(count + 2);
  });
});

const hasFfmpeg = ((): boolean => {
  try {
    execFileSync("ffmpeg", ["-version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

describe("with an installed ffmpeg", needs(hasFfmpeg, "ffmpeg"), () => {
  const convert = (name: string, ...options: string[]): void =>
    void execFileSync("ffmpeg", ["-v", "error", "-y", "-i", at("a.wav"), ...options, at(name)]);

  it.each(["m4a", "aiff", "mov"])("TLS-2 reads %s through it", async (ending) => {
    convert(`c.${ending}`);
    const { block, format } = await read(`c.${ending}`);
    expect(format.channels).toBe(2);
    expect(Math.abs(block[0]!.length - 44_100)).toBeLessThan(3000);
  });

  it.each(["opus", "webm", "mp4"])("TLS-2 %s has its sound in time", async (ending) => {
    convert(`d.${ending}`, "-c:a", "libopus");
    const { block, format } = await read(`d.${ending}`);
    expect(format).toEqual({ sampleRate: 48_000, channels: 2 });
    expect(block[0]!.length).toBe(48_000);
    // Both start with the same rising zero crossing.
    const rises = block[0]!.findIndex(
      (sample, i) => i > 2000 && sample >= 0 && block[0]![i - 1]! < 0,
    );
    const period = 2 * Math.PI * 20 * (48_000 / 44_100);
    const offset = rises / period - Math.round(rises / period);
    expect(Math.abs(offset * period)).toBeLessThan(3);
  });
});
