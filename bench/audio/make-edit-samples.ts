// Makes the sounds on the pages of tools that cut, copy or change the volume, from samples that are
// published already. See README.md beside this file.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
const published = path.join(root, "runtime/public/samples");
const folder = mkdtempSync(path.join(os.tmpdir(), "toolkit-samples-"));
const sample = (name: string): string => path.join(published, `${name}.mp3`);
const encode = (from: string, to: string, ...filter: readonly string[]): void => {
  const coding = ["-c:a", "libmp3lame", "-b:a", "48k", "-fflags", "+bitexact"];
  execFileSync("ffmpeg", ["-v", "error", "-y", "-i", from, ...filter, ...coding, sample(to)]);
};
const processFile = (effect: string, from: string, to: string, ...set: readonly string[]): void => {
  const toolkit = path.join(root, "bin/toolkit.mjs");
  execFileSync(process.execPath, [toolkit, "process", effect, from, "-o", to, "--force", ...set]);
};
const wav = path.join(folder, "result.wav");

try {
  // Seconds of the pauses, as in `parts/sample/tool-samples.ts`.
  processFile("trim", sample("voice-before"), wav, "--set", "end=2.9", "--set", "fadeOut=0.1");
  encode(wav, "trim-after");
  processFile("trim", sample("silence-before"), wav, "--set", "ranges=0-3,4.3-9");
  encode(wav, "edit-after");

  encode(sample("voice-before"), "volume-before", "-af", "volume=-16dB");
  processFile("volume", sample("volume-before"), wav, "--set", "mode=loudness");
  encode(wav, "volume-after");

  processFile("trim", sample("song-before"), sample("song-copy-after"), "--copy");
} finally {
  rmSync(folder, { recursive: true });
}
