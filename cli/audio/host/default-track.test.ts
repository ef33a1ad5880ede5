import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { peakOf } from "#audio/signal/sample-kernel.ts";
import { needs } from "#tests/left-out.ts";
import { openAudioFile } from "../open-file.ts";

const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;
const folder = mkdtempSync(path.join(os.tmpdir(), "default-track-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A file with a silent mono track of 1 s and a stereo tone of 0.5 s, one of them the default. */
function makeFile(name: string, codec: string, standard: number): string {
  const file = path.join(folder, name);
  const sources = [
    "anullsrc=r=44100:cl=mono:d=1",
    "aevalsrc=sin(3000*t)|sin(3000*t):s=44100:d=0.5",
  ];
  const inputs = sources.flatMap((source) => ["-f", "lavfi", "-i", source]);
  const maps = sources.flatMap((_, track) => ["-map", String(track)]);
  const defaults = sources.flatMap((_, track) => [
    `-disposition:a:${track}`,
    track === standard ? "default" : "0",
  ]);
  execFileSync("ffmpeg", [
    "-v",
    "error",
    "-y",
    ...inputs,
    ...maps,
    ...defaults,
    "-c:a",
    codec,
    file,
  ]);
  return file;
}

it.each([
  ["mkv", "aac"],
  ["mkv", "flac"],
  ["mp4", "aac"],
])(
  "TLS-18 the default audio track of %s with %s is read",
  needs(hasFfmpeg, "ffmpeg"),
  async (ending, codec) => {
    for (const standard of [0, 1]) {
      const source = await openAudioFile(
        makeFile(`${codec}-${standard}.${ending}`, codec, standard),
      );
      let [peak, frames] = [0, 0];
      for await (const [plane] of source.blocks()) {
        peak = Math.max(peak, peakOf(plane!));
        frames += plane!.length;
      }
      source.close();
      expect([source.format.channels, peak > 0.5]).toEqual([standard + 1, standard === 1]);
      expect(Math.abs(frames - (standard === 0 ? 44_100 : 22_050))).toBeLessThan(2048);
    }
  },
);
