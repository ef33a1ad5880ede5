import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run as runToolkit } from "#tests/fixtures/run-toolkit.ts";
import { isLong, needs } from "#tests/left-out.ts";

const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;
const folder = mkdtempSync(path.join(tmpdir(), "start-"));
const at = (name: string): string => path.join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const ffmpeg = (...args: readonly string[]): Buffer =>
  execFileSync("ffmpeg", ["-v", "error", "-y", "-nostdin", ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 64 * 1024 * 1024,
  });

/** Position of the only click in the sound, in seconds. */
const CLICK = 0.5;
/**
 * Tolerance in seconds: packets of some codecs begin a few milliseconds off, but less than a video
 * frame.
 */
const SLACK = 0.012;

/** Time of a file's click in seconds of the file's clock. */
function clickIn(file: string): number {
  const filter = "aresample=48000:async=1:first_pts=0";
  const bytes = ffmpeg("-copyts", "-i", file, "-af", filter, "-ac", "1", "-f", "s16le", "-");
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
  return samples.findIndex((value) => Math.abs(value) > 6000) / 48_000;
}

/** Start time of a file's first track, or of a kind of track, in seconds of the file's clock. */
function startOf(file: string, entries: "format" | "v:0"): number {
  const args =
    entries === "format"
      ? ["-show_entries", "format=start_time"]
      : ["-select_streams", entries, "-show_entries", "stream=start_time"];
  const probed = execFileSync("ffprobe", ["-v", "error", ...args, "-of", "csv=p=0", file]);
  return Math.max(0, Number(probed.toString().trim().split(",")[0]));
}

interface VideoCase {
  readonly ending: string;
  readonly codec: string;
  /** Seconds by which the audio begins after the video; negative: before. */
  readonly late: number;
  /** Start time of the first track in seconds of the file's clock. */
  readonly clock: number;
}

/** Two seconds of video with B-frames, and a click in silence. */
function makeVideo({ ending, codec, late, clock }: VideoCase): string {
  const file = at(`${codec}${late}-${clock}.${ending}`);
  const [picture, sound] = late < 0 ? [clock - late, clock] : [clock, clock + late];
  const encoder = { opus: "libopus", vorbis: "libvorbis", mp3: "libmp3lame" }[codec] ?? codec;
  const click = `aevalsrc='0.9*between(t,${CLICK},${CLICK}+0.002)':s=48000:d=1.5`;
  const inputs = ["-itsoffset", String(picture), "-f", "lavfi", "-i", "testsrc=s=64x64:r=25:d=2"];
  inputs.push(
    "-itsoffset",
    String(sound),
    "-f",
    "lavfi",
    "-i",
    click,
    "-map",
    "0:v",
    "-map",
    "1:a",
  );
  const codecs = ["-c:v", ending === "webm" ? "libvpx" : "libx264", "-pix_fmt", "yuv420p"];
  codecs.push("-c:a", encoder, "-ac", "2", "-b:a", "192k", "-strict", "-2");
  ffmpeg(...inputs, ...codecs, "-copyts", "-avoid_negative_ts", "disabled", file);
  return file;
}

const CODECS: Readonly<Record<string, readonly string[]>> = {
  mp4: ["aac", "opus", "ac3", "alac", "mp3"],
  mov: ["alac", "aac"],
  mkv: ["ac3", "opus", "flac", "aac", "alac", "vorbis", "mp3"],
  webm: ["vorbis", "opus"],
};
/** Codecs of a container in the short run: the first one is decoded by ffmpeg if any is. */
const SHORT: Readonly<Record<string, number>> = { mp4: 1, mov: 1, mkv: 3, webm: 1 };
const VIDEOS: readonly VideoCase[] = Object.entries(CODECS).flatMap(([ending, codecs]) =>
  (isLong ? codecs : codecs.slice(0, SHORT[ending])).flatMap((codec) =>
    [0.7, -0.3].map((late) => ({ ending, codec, late, clock: 0 })),
  ),
);
const RUNNING: readonly VideoCase[] = (isLong ? ["mkv", "webm"] : ["webm"]).flatMap((ending) =>
  ["opus", "vorbis"].map((codec) => ({ ending, codec, late: 0.4, clock: 7 })),
);

describe(
  "a video whose audio and video tracks do not begin together",
  needs(hasFfmpeg, "ffmpeg"),
  () => {
    const barely = ["flac", "vorbis"].map((codec) => ({
      ending: "mkv",
      codec,
      late: 0.018,
      clock: 0,
    }));
    it.each([
      ...VIDEOS,
      ...RUNNING,
      ...barely,
      { ending: "mkv", codec: "aac", late: 0.4, clock: 7 },
    ])("TLS-6 stays in step: $codec in $ending, $late s late, from $clock s on", async (video) => {
      const source = makeVideo(video);
      const sound = at("sound.wav");
      const set = ["--set", "gain=-1", "--force"];
      expect(
        await runToolkit(folder, ["process", "volume", source, "-o", sound, ...set]),
      ).toMatchObject({ code: 0, err: expect.not.stringContaining("AUDIO_CUT_OFF") as unknown });
      const expected = clickIn(source) - startOf(source, "format");
      expect(Math.abs(clickIn(sound) - expected)).toBeLessThan(SLACK);
      const copy = at(`copy.${video.ending}`);
      const { code } = await runToolkit(folder, ["process", "volume", source, "-o", copy, ...set]);
      expect(code).toBe(0);
      const fromPicture = clickIn(source) - startOf(source, "v:0");
      expect(Math.abs(clickIn(copy) - startOf(copy, "v:0") - fromPicture)).toBeLessThan(2 * SLACK);
    });
  },
);

describe("a video whose audio ends before its video track", needs(hasFfmpeg, "ffmpeg"), () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ["wmv", "wmv2", "wmav2"],
    ["avi", "mpeg4", "libmp3lame"],
    ["avi", "mpeg4", "ac3"],
    ["flv", "flv", "aac"],
    ["mpg", "mpeg2video", "mp2"],
    ["ts", "mpeg2video", "aac"],
    ["mkv", "mpeg4", "ac3"],
  ];
  it.each(isLong ? cases : cases.slice(0, 3))(
    "TLS-6 is not said to be cut off: %s, %s, %s",
    async (ending, picture, sound) => {
      const file = at(`early-${sound}.${ending}`);
      const pictures = ["-f", "lavfi", "-i", "testsrc=s=64x64:r=25:d=4"];
      const tone = ["-itsoffset", "0.7", "-f", "lavfi", "-i", "sine=r=48000:d=2"];
      ffmpeg(...pictures, ...tone, "-c:v", picture, "-c:a", sound, file);
      const argv = ["volume", file, "-o", at("early.wav"), "--set", "gain=-1", "--force"];
      expect(await runToolkit(folder, ["process", ...argv])).toMatchObject({
        code: 0,
        err: expect.not.stringContaining("AUDIO_CUT_OFF") as unknown,
      });
      const args = [...argv.slice(0, 3), at("early.mp4"), ...argv.slice(4)];
      if (!["ts", "mkv"].includes(ending))
        expect(await runToolkit(folder, ["process", ...args])).toMatchObject({
          code: 1,
          err: expect.stringContaining("OUTPUT_PICTURE") as unknown,
        });
    },
  );
});

describe("an MP4 whose edit list ends before its samples", needs(hasFfmpeg, "ffmpeg"), () => {
  const files: readonly (readonly [string, string])[] = [
    ["mp4", "aac"],
    ["mov", "pcm_s16le"],
    ["mp4", "libopus"],
    ["mp4", "flac"],
    ["mov", "alac"],
    ["mp4", "libmp3lame"],
  ];
  it.each(isLong ? files : files.slice(0, 3))(
    "TLS-18 ends there: %s, %s",
    async (ending, codec) => {
      const file = at(`edited-${codec}.${ending}`);
      const tone = ["-f", "lavfi", "-i", "sine=r=48000:d=3"];
      ffmpeg(...tone, "-c:a", codec, "-strict", "-2", file);
      const bytes = readFileSync(file);
      // Version, number of edits, and the duration of the first one.
      const list = bytes.indexOf("elst");
      expect(bytes.readUInt32BE(list + 8)).toBe(1);
      bytes.writeUInt32BE(1500, list + 12);
      writeFileSync(file, bytes);
      const argv = ["volume", file, "-o", at("edited.wav"), "--set", "gain=-1", "--force"];
      expect(await runToolkit(folder, ["process", ...argv])).toMatchObject({
        code: 0,
        err: expect.not.stringContaining("AUDIO_CUT_OFF") as unknown,
      });
      const probe = ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0"];
      const seconds = Number(execFileSync("ffprobe", [...probe, at("edited.wav")]).toString());
      expect(Math.abs(seconds - 1.5)).toBeLessThan(0.001);
    },
  );
});

const FRAGMENTED = ["aac.mp4", "alac.mp4", "libopus.mp4"];
/** Fragments of a stream that started some seconds earlier. */
function startedAt(seconds: number, bytes: Buffer): Buffer {
  for (let at = bytes.indexOf("tfdt"); at >= 0; at = bytes.indexOf("tfdt", at + 4)) {
    const isLong = bytes[at + 4] === 1;
    const low = at + (isLong ? 12 : 8);
    bytes.writeUInt32BE(bytes.readUInt32BE(low) + seconds * 48_000, low);
  }
  return bytes;
}

describe("a recording of a running stream", needs(hasFfmpeg, "ffmpeg"), () => {
  beforeAll(() => {
    const click = `aevalsrc='0.9*between(t,${CLICK},${CLICK}+0.002)':s=48000:d=1.5`;
    const source = ["-f", "lavfi", "-i", click, "-ac", "2", "-output_ts_offset", "7"];
    ffmpeg(...source, "-c:a", "libopus", at("running.opus"));
    ffmpeg(...source, "-c:a", "libvorbis", at("running.ogg"));
    ffmpeg(...source, "-c:a", "libopus", at("running.webm"));
    ffmpeg(...source, "-c:a", "libmp3lame", at("running.mka"));
    ffmpeg(...source, "-c:a", "aac", at("running.ts"));
    ffmpeg(...source, "-c:a", "flac", at("flac.mka"));
    for (const codec of ["aac", "alac", "libopus"]) {
      const fragments = ["-movflags", "frag_keyframe+empty_moov", "-frag_duration", "300000"];
      const file = at(`${codec}.mp4`);
      ffmpeg("-f", "lavfi", "-i", click, "-ac", "2", "-c:a", codec, ...fragments, file);
      writeFileSync(file, startedAt(7, readFileSync(file)));
    }
  });

  it.each(["opus", "ogg", "webm", "mka", "ts", "flac.mka", ...FRAGMENTED])(
    "TLS-2 begins with its first sound, whatever its clock says: %s",
    async (ending) => {
      const sound = at("sound.wav");
      const argv = [
        "volume",
        at(ending.includes(".") ? ending : `running.${ending}`),
        "-o",
        sound,
        "--set",
        "gain=-1",
        "--force",
      ];
      expect(await runToolkit(folder, ["process", ...argv])).toMatchObject({
        code: 0,
        err: expect.not.stringContaining("AUDIO_CUT_OFF") as unknown,
      });
      // An encoder delay that the file does not state is part of the sound.
      expect(Math.abs(clickIn(sound) - CLICK)).toBeLessThan(0.06);
    },
  );

  it("TLS-2 cut without decoding, it is cut at the audible position", async () => {
    const cut = at("cut.opus");
    const range = ["--set", "start=0.4", "--set", "end=1"];
    const argv = ["trim", at("running.opus"), "-o", cut, "--copy", "--force", ...range];
    expect(await runToolkit(folder, ["process", ...argv])).toMatchObject({ code: 0 });
    expect(Math.abs(clickIn(cut) - 0.1)).toBeLessThan(0.03);
  });
});

/** Codecs for which ffmpeg's decoder drops packets, or whose packets all have the same time. */
const DROPPING = ["wmav1.wma", "wmav2.wma", "wmav2.wav", "wmav2.avi", "real_144.rm"];

describe("a sound whose decoder drops its first packets", needs(hasFfmpeg, "ffmpeg"), () => {
  it.each(DROPPING)("TLS-2 is whole, and no silence stands for them: %s", async (name) => {
    const file = at(name);
    const tone = ["-f", "lavfi", "-i", "sine=440:duration=3:sample_rate=44100"];
    const codec = name.split(".")[0]!;
    const format = codec === "real_144" ? ["-ar", "8000", "-ac", "1"] : [];
    ffmpeg(...tone, "-c:a", codec, ...format, file);
    const sound = at("dropped.wav");
    const ran = await runToolkit(folder, [
      "process",
      "volume",
      file,
      "-o",
      sound,
      "--force",
      "--set",
      "gain=-1",
      "--set",
      "limiter=false",
    ]);
    expect(ran).toMatchObject({
      code: 0,
      err: expect.not.stringContaining("AUDIO_CUT_OFF") as unknown,
    });
    const samplesOf = (source: string): Int16Array => {
      const bytes = ffmpeg("-i", source, "-ac", "1", "-ar", "8000", "-f", "s16le", "-");
      return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
    };
    const samples = samplesOf(sound);
    expect(Math.abs(samples.length - samplesOf(file).length)).toBeLessThan(10);
    // A tone has no pause of 5 ms, neither at its start nor after some packets.
    let quiet = 0;
    let longest = 0;
    for (const value of samples.subarray(240, -400)) {
      quiet = Math.abs(value) < 200 ? quiet + 1 : 0;
      longest = Math.max(longest, quiet);
    }
    expect(longest).toBeLessThan(40);
    expect(samples.subarray(0, 400).some((value) => Math.abs(value) > 1000)).toBe(true);
  });
});
