import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

export type Kind = "wav" | "flac" | "mp3";

/**
 * Makes, where it is not there yet, a stereo file of 44.1 kHz: tones that come and go over noise, with a pause of 3 s in every 20 s.
 * @returns its place
 */
export function makeLongFile(folder: string, kind: Kind, minutes: number): string {
  const file = path.join(folder, `long-${minutes}.${kind}`);
  if (fs.existsSync(file)) return file;
  const gate = "if(lt(mod(t,20),17),0.5+0.5*sin(2.1*t),0)";
  const left = `0.25*${gate}*sin(2*PI*(180+40*sin(0.7*t))*t)+0.002*(random(0)*2-1)`;
  const right = `0.2*${gate}*sin(2*PI*(240+30*sin(0.9*t))*t)+0.002*(random(1)*2-1)`;
  // A minute, again and again: to work out two hours would take longer than the bench.
  const minute = path.join(folder, "minute.wav");
  const source = `aevalsrc=exprs='${left}|${right}':s=44100:d=60`;
  run(["-f", "lavfi", "-i", source, minute]);
  const coding = kind === "mp3" ? ["-b:a", "160k"] : [];
  const times = ["-stream_loop", String(minutes - 1), "-i", minute];
  // Under another name until it is whole.
  const part = path.join(folder, `part-${minutes}.${kind}`);
  run([...times, "-t", String(60 * minutes), ...coding, part]);
  fs.renameSync(part, file);
  return file;
}

function run(args: readonly string[]): void {
  const { status, stderr, error } = spawnSync("ffmpeg", ["-v", "error", "-y", ...args]);
  if (status !== 0) throw error ?? new Error(String(stderr));
}
