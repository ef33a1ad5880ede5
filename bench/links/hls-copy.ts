/**
 * Two hours of HLS to M4A without encoding: CPU time of this program against `ffmpeg -c copy`, in one run.
 * `node bench/links/hls-copy.ts [seconds] [mpegts|fmp4]`
 */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { FilePathSource } from "mediabunny";
import { openPartedInput } from "#audio/media/open-parts.ts";
import { copyAacParts } from "#audio/media/hls/copy-aac-parts.ts";
import { type RemuxWriting, planRemux, remux } from "#audio/media/remux.ts";
import { parsePlaylist } from "#server/download/lists/hls.ts";

type Writing = Omit<RemuxWriting, "pictures">;

const seconds = Number(process.argv[2] ?? 7200);
const kind = process.argv[3] ?? "mpegts";
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-hls-"));
const LIST = path.join(folder, "list.m3u8");

function ffmpeg(...args: readonly string[]): string {
  const done = spawnSync("ffmpeg", ["-v", "info", "-nostdin", "-y", ...args], { cwd: folder });
  if (done.status !== 0) throw new Error(done.stderr.toString().slice(-2000));
  return done.stderr.toString();
}
const words = (text: string): string[] => text.split(" ");

try {
  // A minute of noise at 128 kb/s, as often as it takes.
  ffmpeg(...words("-f lavfi -i anoisesrc=d=60:c=pink:r=44100 -ac 2 -c:a aac -b:a 128k minute.m4a"));
  ffmpeg(
    ...words(`-stream_loop ${Math.ceil(seconds / 60) - 1} -i minute.m4a -c copy -t ${seconds}`),
    ...words(`-f hls -hls_segment_type ${kind} -hls_time 6 -hls_playlist_type vod list.m3u8`),
  );
  const bench = ffmpeg("-benchmark", ...words("-i list.m3u8 -c copy theirs.m4a"));
  const [, user, system] = /utime=([\d.]+)s stime=([\d.]+)s/.exec(bench)!;
  const theirs = Number(user) + Number(system);

  const { parts, playlist, duration } = parsePlaylist(
    fs.readFileSync(LIST, "utf8"),
    new URL("http://media.example/"),
  );
  const own = path.join(folder, "parts.m3u8");
  fs.writeFileSync(own, playlist);
  const fileOf = (part: number): string => path.join(folder, path.basename(parts[part - 1]!.url));
  const openInput = () =>
    openPartedInput(new FilePathSource(own), (part) => new FilePathSource(fileOf(part)));
  /** Seconds of the processor that something takes. */
  async function cost(name: string, run: (options: Writing) => Promise<unknown>): Promise<number> {
    const target = fs.openSync(path.join(folder, name), "w");
    const used = process.cpuUsage();
    await run({
      tags: {},
      chapters: [],
      write: async (position, data) => void fs.writeSync(target, data, 0, data.length, position),
      onProgress: () => {},
    });
    const { user: ownUser, system: ownSystem } = process.cpuUsage(used);
    fs.closeSync(target);
    return (ownUser + ownSystem) / 1e6;
  }
  // As a visitor's browser does it: what it will be, then its frames.
  const before = process.resourceUsage().maxRSS;
  const ours = await cost("ours.m4a", async (options) => {
    const input = openInput();
    await planRemux([input], { pictures: "none" });
    const isCopied = await copyAacParts({
      ...options,
      playlist,
      read: async (part) => new Uint8Array(await fs.promises.readFile(fileOf(part))),
    });
    if (!isCopied) throw new Error("The parts were left to the demuxer");
  });
  const grown = (process.resourceUsage().maxRSS - before) / 1024;
  const demuxed = await cost("demuxed.m4a", (options) =>
    remux([openInput()], { ...options, pictures: "none" }),
  );
  const lengthOf = (name: string): number =>
    Number(
      spawnSync("ffprobe", [...words("-v error -show_entries format=duration -of csv=p=0"), name], {
        cwd: folder,
      }).stdout.toString(),
    );
  console.table([
    { what: "ffmpeg -c copy", "CPU s": theirs, "length s": lengthOf("theirs.m4a") },
    { what: "this program", "CPU s": ours, "length s": lengthOf("ours.m4a") },
    { what: "by a demuxer", "CPU s": demuxed, "length s": lengthOf("demuxed.m4a") },
  ]);
  console.log(
    `${kind}, ${duration.toFixed(0)} s, ${parts.length} parts: ratio ${(ours / theirs).toFixed(2)}, at most ${grown.toFixed(0)} MB more memory`,
  );
} finally {
  fs.rmSync(folder, { recursive: true });
}
