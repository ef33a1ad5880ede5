import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const words = (text: string): string[] => text.split(" ");

/** Runs ffmpeg, which has to be there. */
export const ffmpeg = (folder: string, ...args: readonly string[]): void =>
  void execFileSync("ffmpeg", ["-v", "error", "-y", "-nostdin", ...args], { cwd: folder });

export interface Probed {
  readonly format: {
    readonly format_name: string;
    readonly duration: string;
    readonly bit_rate: string;
    readonly tags?: Readonly<Record<string, string>>;
  };
  readonly chapters: readonly {
    readonly start_time: string;
    readonly tags: { readonly title: string };
  }[];
  readonly streams: readonly {
    readonly codec_type: string;
    readonly codec_name: string;
    readonly duration?: string;
    readonly height?: number;
    readonly disposition?: { readonly attached_pic: number };
  }[];
}

/** What ffprobe says of a file. */
export const probe = (file: string): Probed =>
  JSON.parse(
    execFileSync("ffprobe", [
      ...words("-v error -of json -show_format -show_streams -show_chapters"),
      file,
    ]).toString(),
  ) as Probed;

const tone = (seconds: number): string[] =>
  words(`-f lavfi -i sine=frequency=440:duration=${seconds}:sample_rate=44100`);
const videoArgs = (seconds: number): string[] => [
  ...words(`-f lavfi -i testsrc2=duration=${seconds}:size=320x180:rate=25`),
  ...tone(seconds),
];
const H264 = words("-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 25");
const AAC = words("-c:a aac -b:a 96k");
const VOD = words("-f hls -hls_playlist_type vod -hls_time 2");

/** Seconds of every media that is made. */
export const SECONDS = 12;

/** Those of the film. */
const CHAPTERS = `;FFMETADATA1
[CHAPTER]
TIMEBASE=1/1
START=0
END=5
title=One
[CHAPTER]
TIMEBASE=1/1
START=5
END=12
title=Two
`;

/** Makes media of all kinds that links lead to. @returns their folder */
export function makeMedia(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-links-"));
  const make = (...args: string[]): void => ffmpeg(folder, ...args);
  const fold = (name: string): void => fs.mkdirSync(path.join(folder, name));
  make(
    ...tone(SECONDS),
    ...words("-b:a 128k -metadata title=Tone -metadata artist=Nobody song.mp3"),
  );
  make(...tone(SECONDS), ...AAC, "song.m4a");
  make(...tone(SECONDS), "-c:a", "libopus", "-b:a", "64k", "song.webm");
  make(...tone(SECONDS), "song.wav");
  fs.writeFileSync(path.join(folder, "chapters.txt"), CHAPTERS);
  make(
    ...videoArgs(SECONDS),
    ...words("-i chapters.txt -map 0:v -map 1:a -map_metadata 2 -map_chapters 2"),
    ...H264,
    ...AAC,
    "film.mp4",
  );
  make("-f", "lavfi", "-i", "color=c=teal:size=320x200", "-frames:v", "1", "cover.jpg");
  for (const name of ["ts", "fmp4", "aes", "sound", "single", "dash"]) fold(name);
  make(...videoArgs(SECONDS), ...H264, ...AAC, ...VOD, "ts/list.m3u8");
  make(
    ...videoArgs(SECONDS),
    ...H264,
    ...AAC,
    ...VOD,
    "-hls_segment_type",
    "fmp4",
    "fmp4/list.m3u8",
  );
  make(...tone(SECONDS), ...AAC, ...VOD, "sound/list.m3u8");
  make(...tone(SECONDS), ...AAC, ...VOD, "-hls_flags", "single_file", "single/list.m3u8");
  fs.writeFileSync(path.join(folder, "aes/key.bin"), Buffer.alloc(16, 7));
  fs.writeFileSync(path.join(folder, "aes/info"), "key.bin\naes/key.bin\n");
  make(...tone(SECONDS), ...AAC, ...VOD, "-hls_key_info_file", "aes/info", "aes/list.m3u8");
  make(
    ...videoArgs(SECONDS),
    ...H264,
    ...AAC,
    ...words("-f dash -seg_duration 2 -use_template 1 -use_timeline 1 dash/manifest.mpd"),
  );
  return folder;
}
