import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  type InputAudioTrack,
  type InputVideoTrack,
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MkvOutputFormat,
  Output,
} from "mediabunny";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { remux } from "#audio/media/remux.ts";
import { openWriter } from "#audio/media/write-audio.ts";
import { nodeEncoders } from "./host/encoders.ts";
import { openBytes } from "./host/node-host.ts";
import { openAudioFile } from "./open-file.ts";
import { createResult } from "./write-file.ts";
import { run as runToolkit } from "#tests/fixtures/run-toolkit.ts";
import { needs } from "#tests/left-out.ts";

const VIDEOS = path.join(import.meta.dirname, "../../tests/fixtures/films");
let folder: string;
const at = (name: string): string => path.join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "film-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const open = (file: string): Input =>
  new Input({ formats: ALL_FORMATS, source: new BufferSource(readFileSync(file)) });

/** All video parameters, and every packet. */
async function pictureOf(file: string) {
  const input = open(file);
  const track = (await input.getPrimaryVideoTrack())!;
  const packets: unknown[] = [];
  for await (const packet of new EncodedPacketSink(track).packets())
    packets.push([
      createHash("sha1").update(packet.data).digest("hex"),
      Math.round(packet.timestamp * 1000),
      packet.type,
    ]);
  return { ...(await factsOf(track)), packets };
}
async function factsOf(track: InputVideoTrack) {
  const { description, ...config } = (await track.getDecoderConfig())!;
  return {
    config,
    description: description && Buffer.from(description as Uint8Array).toString("hex"),
    rotation: await track.getRotation(),
    seconds: Math.round((await track.computeDuration()) * 100) / 100,
  };
}

const soundOf = async (track: InputAudioTrack): Promise<string[]> => {
  const packets: string[] = [];
  for await (const { data } of new EncodedPacketSink(track).packets())
    packets.push(createHash("sha1").update(data).digest("hex"));
  return packets;
};

/** A video with two audio tracks, in two languages. */
async function writeBilingual(file: string): Promise<void> {
  const input = open(path.join(VIDEOS, "film.webm"));
  const video = (await input.getPrimaryVideoTrack())!;
  const audio = (await input.getPrimaryAudioTrack())!;
  const target = new BufferTarget();
  const output = new Output({ format: new MkvOutputFormat(), target });
  const picture = new EncodedVideoPacketSource((await video.getCodec())!);
  output.addVideoTrack(picture);
  const sounds = ["eng", "deu"].map((languageCode) => {
    const source = new EncodedAudioPacketSource("opus");
    output.addAudioTrack(source, { languageCode, name: `in ${languageCode}` });
    return source;
  });
  await output.start();
  const [videoConfig, audioConfig] = [
    (await video.getDecoderConfig())!,
    (await audio.getDecoderConfig())!,
  ];
  for await (const packet of new EncodedPacketSink(video).packets())
    await picture.add(packet, { decoderConfig: videoConfig });
  for (const source of sounds)
    for await (const packet of new EncodedPacketSink(audio).packets())
      await source.add(packet, { decoderConfig: audioConfig });
  await output.finalize();
  writeFileSync(file, new Uint8Array(target.buffer!));
}

const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;

/** Time of a click in seconds, by the timestamps that ffmpeg reads. */
function clickIn(file: string): number {
  const sound = ["-af", "aresample=48000:async=1:first_pts=0", "-ac", "1", "-f", "s16le", "-"];
  const { stdout } = spawnSync("ffmpeg", ["-v", "error", "-copyts", "-i", file, ...sound]);
  const samples = new Int16Array(stdout.buffer, stdout.byteOffset, stdout.length >> 1);
  return samples.findIndex((value) => Math.abs(value) > 8000) / 48_000;
}

const run = (...argv: readonly string[]) => runToolkit(folder, ["process", ...argv]);

describe("a video", () => {
  it.each([
    ["film.mp4", "mp4", "opus", 50],
    ["film.webm", "webm", "opus", 50],
    ["film.mp4", "mkv", "opus", 50],
    ["film.mp4", "mov", "aac", 50],
  ])(
    "TLS-6 %s comes out as %s with every packet of its picture as it was",
    async (name, ending, codec, count) => {
      const source = path.join(VIDEOS, name);
      const out = at(`soft.${ending}`);
      const { code, err } = await run("volume", source, "-o", out, "--set", "gain=-6");
      expect([code, err.includes("2.0")]).toEqual([0, true]);
      const [before, after] = [await pictureOf(source), await pictureOf(out)];
      expect(before.packets).toHaveLength(count);
      // Matroska does not state the duration of the last frame.
      const { seconds, ...picture } = after;
      expect(Math.abs(seconds - 2)).toBeLessThan(0.05);
      expect({ ...picture, seconds: before.seconds }).toEqual(before);
      const sound = (await open(out).getPrimaryAudioTrack())!;
      expect(await sound.getCodec()).toBe(codec);
      expect(await sound.computeDuration()).toBeCloseTo(2, 1);
    },
  );

  it("TLS-6 is written for a folder, and only its audio for an audio format", async () => {
    const source = path.join(VIDEOS, "film.webm");
    await run("volume", source, "-o", at("films/"), "--set", "gain=-6");
    expect((await pictureOf(at("films/film.webm"))).packets).toHaveLength(50);
    const { code } = await run("volume", source, "-o", at("sound.opus"), "--set", "gain=-6");
    expect(code).toBe(0);
    expect(await open(at("sound.opus")).getPrimaryVideoTrack()).toBeNull();
  });

  it("TLS-6 keeps its other tracks of sound as they are, and the languages of all", async () => {
    await writeBilingual(at("two.mkv"));
    const { code } = await run("volume", at("two.mkv"), "-o", at("softer.mkv"), "--set", "gain=-6");
    expect(code).toBe(0);
    const [before, after] = await Promise.all(
      ["two.mkv", "softer.mkv"].map(async (name) => {
        const tracks = await open(at(name)).getAudioTracks();
        return Promise.all(
          tracks.map(async (track) => ({
            language: await track.getLanguageCode(),
            name: await track.getName(),
            packets: await soundOf(track),
          })),
        );
      }),
    );
    expect(after!.map(({ language, name }) => [language, name])).toEqual([
      ["eng", "in eng"],
      ["deu", "in deu"],
    ]);
    expect(after![1]).toEqual(before![1]);
    expect(after![0]!.packets).not.toEqual(before![0]!.packets);
  });

  it.each(["film.webm", "film.mp4"] as const)(
    "TLS-6 %s keeps its picture and its sound, and gets another language as a second track",
    async (name) => {
      const source = path.join(VIDEOS, name);
      const out = at(`dubbed-${name}`);
      const format = { sampleRate: 48_000, channels: 2 };
      const bytes = Buffer.alloc(200_000);
      let size = 0;
      const writer = await openWriter(
        {
          output: name === "film.mp4" ? "mp4" : "webm",
          format,
          duration: 2,
          tags: {},
          write: async (position, data) => {
            bytes.set(data, position);
            size = Math.max(size, position + data.length);
          },
        },
        nodeEncoders,
        { videoFile: await openBytes(source), addedTrack: { language: "deu", name: "Deutsch" } },
      );
      const tone = Float32Array.from({ length: 96_000 }, (_, i) => 0.2 * Math.sin(i / 20));
      await writer.add([tone, tone]);
      await writer.finish();
      writeFileSync(out, bytes.subarray(0, size));
      const [before, after] = [await pictureOf(source), await pictureOf(out)];
      expect(after.packets).toEqual(before.packets);
      const [own] = await open(source).getAudioTracks();
      const tracks = await open(out).getAudioTracks();
      expect(tracks).toHaveLength(2);
      expect(await soundOf(tracks[0]!)).toEqual(await soundOf(own!));
      expect(await tracks[1]!.getLanguageCode()).toBe("deu");
      expect(await tracks[1]!.computeDuration()).toBeCloseTo(2, 1);
    },
  );

  it("TLS-6 says that a picture cannot go into a container, and writes nothing", async () => {
    const { code, err } = await run(
      "volume",
      path.join(VIDEOS, "film.mp4"),
      "-o",
      at("no.webm"),
      "--set",
      "gain=-6",
    );
    expect(code).toBe(1);
    expect(err).toContain("OUTPUT_PICTURE");
    expect(err).toContain("avc");
    expect(() => readFileSync(at("no.webm"))).toThrow();
  });

  it("TLS-6 is not written where the sound would leave its picture; the sound alone is", async () => {
    const source = path.join(VIDEOS, "film.mp4");
    const video = await run("silence", source, "-o", at("short.mp4"));
    expect(video.err).toContain("OUTPUT_OUT_OF_STEP");
    const sound = await run("silence", source, "-o", at("shorter/"));
    expect(sound.code).toBe(0);
    expect(readFileSync(at("shorter/film.wav")).toString("latin1", 0, 4)).toBe("RIFF");
  });

  it("TLS-18 is written where there is no picture that the sound could leave, decoded or copied", async () => {
    const seconds = async (file: string): Promise<number> => {
      const source = await openAudioFile(file);
      source.close();
      expect(source.film).toBeUndefined();
      return source.duration;
    };
    const made = createResult({ file: at("sound.webm"), output: "webm", tags: {}, duration: 1 });
    await made.write([new Float32Array(48_000).fill(0.1)], { sampleRate: 48_000, channels: 1 });
    await made.finish();
    const whole = await seconds(at("sound.webm"));
    for (const [name, copy] of [
      ["cut.webm", []],
      ["copied.webm", ["--copy"]],
      ["copied.mkv", ["--copy"]],
    ] as const) {
      const { code, err } = await run(
        "trim",
        at("sound.webm"),
        "-o",
        at(name),
        "--set",
        "start=0.25",
        ...copy,
      );
      expect([code, err]).toEqual([0, expect.not.stringContaining("Error")]);
      expect(Math.abs((await seconds(at(name))) - (whole - 0.25))).toBeLessThan(0.03);
    }
    const video = path.join(VIDEOS, "film.mp4");
    const copied = await run("trim", video, "-o", at("film.mkv"), "--set", "start=0.25", "--copy");
    expect(copied.err).toContain("OUTPUT_OUT_OF_STEP");
  });

  it.each(["mp4", "webm", "mkv"] as const)(
    "TLS-6 the sound of %s begins with its picture: what encoders put before it is told",
    async (output) => {
      const sampleRate = 48_000;
      const result = createResult({ file: at(`click.${output}`), output, tags: {}, duration: 1 });
      await result.write([new Float32Array(sampleRate).fill(0.9, 24_000, 24_048)], {
        sampleRate,
        channels: 1,
      });
      await result.finish();
      const sound = (await open(at(`click.${output}`)).getPrimaryAudioTrack())!;
      expect(await sound.getFirstTimestamp()).toBeLessThanOrEqual(0);
      expect(await sound.getFirstTimestamp()).toBeGreaterThan(-0.1);
    },
  );

  it.each(["webm", "mkv"] as const)(
    "TLS-6 in %s, made and copied, players hear each sound when it is to be",
    needs(hasFfmpeg, "ffmpeg"),
    async (output) => {
      const [made, copied] = [at(`heard.${output}`), at(`copied.${output}`)];
      const video = await openBytes(path.join(VIDEOS, "film.webm"));
      const result = createResult({ file: made, video, output, tags: {}, duration: 2 });
      const click = new Float32Array(96_000).fill(0.9, 24_000, 24_048);
      await result.write([click], { sampleRate: 48_000, channels: 1 });
      await result.finish();
      const bytes = Buffer.alloc(100_000);
      const write = async (position: number, data: Uint8Array): Promise<void> => {
        bytes.set(data, position);
      };
      const options = { pictures: "any", tags: {}, chapters: [], onProgress() {} } as const;
      await remux([open(made)], { ...options, write });
      writeFileSync(copied, bytes);
      for (const file of [made, copied]) expect(Math.abs(clickIn(file) - 0.5)).toBeLessThan(0.001);
    },
  );
});
