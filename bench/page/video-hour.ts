// An hour's film by the worker of the built site, as small as encoders take, with a flash and a click every
// five minutes: how far the picture is from the sound at each of them. See README.md beside this file.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { wavBytes } from "#audio/media/pcm/wav-bytes.ts";
import { openVideoMaker } from "./video-maker.ts";

const DIST = path.resolve(import.meta.dirname, "../../dist");
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    rates: { type: "string", default: "24,30" },
    formats: { type: "string", default: "mp4,webm" },
  },
});
const seconds = 60 * Number(values.minutes);
const SAMPLE_RATE = 44_100;
const SIZE = { width: 160, height: 90 } as const;
/** Milliseconds between picture and sound. */
const LIMIT = 20;
/** Seconds of the sound that is heard again and again, and its clicks: at whole seconds every rate has a picture. */
const SEGMENT_SECONDS = 300;
const CLICK_SECONDS = [1, SEGMENT_SECONDS - 2] as const;
const CLICKS = Array.from({ length: seconds / SEGMENT_SECONDS }, (_, at) =>
  CLICK_SECONDS.map((click) => SEGMENT_SECONDS * at + click),
).flat();

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "film-hour-"));

/** Bursts of noise that fade, in silence. */
function writeSound(file: string): void {
  const samples = new Float32Array(SEGMENT_SECONDS * SAMPLE_RATE);
  for (const click of CLICK_SECONDS)
    for (let at = 0; at < 0.2 * SAMPLE_RATE; at++)
      samples[click * SAMPLE_RATE + at] =
        0.9 * (2 * Math.random() - 1) * Math.exp(-at / (0.03 * SAMPLE_RATE));
  const segment = path.join(folder, "piece.wav");
  fs.writeFileSync(segment, wavBytes([samples], { sampleRate: SAMPLE_RATE, codec: "pcm-s16" }));
  ffmpeg([
    "-stream_loop",
    String(seconds / SEGMENT_SECONDS - 1),
    "-i",
    segment,
    "-c",
    "copy",
    file,
  ]);
}

function ffmpeg(args: readonly string[]): Buffer {
  const { status, stdout, stderr } = spawnSync("ffmpeg", ["-v", "error", ...args], {
    maxBuffer: 2 ** 31 - 1,
  });
  if (status !== 0) throw new Error(String(stderr));
  return stdout;
}

/** Seconds at which the bars rise, by the times that the file gives its pictures, and how many there are. */
function readPictures(file: string) {
  const output = ffmpeg([
    "-i",
    file,
    "-map",
    "0:v",
    "-vf",
    "crop=iw:ih*0.32:0:ih*0.5,signalstats,metadata=print:key=lavfi.signalstats.YAVG:file=-",
    "-f",
    "null",
    "-",
  ]).toString();
  const pictures = Array.from(
    output.matchAll(/pts_time:([\d.]+)\s+lavfi\.signalstats\.YAVG=([\d.]+)/g),
    ([, time, light]) => ({ time: Number(time), light: Number(light) }),
  );
  const rises = pictures.map(({ light }, at) => light - (pictures[at - 1]?.light ?? light));
  const max = rises.reduce((a, b) => Math.max(a, b), 0);
  return {
    frames: pictures.length,
    seen: CLICKS.map((click) => {
      const at = pictures.findIndex(
        ({ time }, index) => Math.abs(time - click) < 0.5 && rises[index]! > 0.3 * max,
      );
      return pictures[at]?.time ?? Number.NaN;
    }),
  };
}

/** Seconds at which the clicks are heard, by the times that the file gives its sound. */
function readSound(file: string): readonly number[] {
  const rate = 8000;
  const bytes = ffmpeg([
    "-i",
    file,
    "-map",
    "0:a",
    "-af",
    `aresample=${rate}:async=1:first_pts=0`,
    "-ac",
    "1",
    "-f",
    "s16le",
    "-",
  ]);
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
  return CLICKS.map((click) => {
    const from = Math.round((click - 0.5) * rate);
    const at = samples.subarray(from, from + rate).findIndex((value) => Math.abs(value) > 5000);
    return at < 0 ? Number.NaN : (from + at) / rate;
  });
}

const sound = path.join(folder, "clicks.wav");
writeSound(sound);
const maker = await openVideoMaker(DIST);
let worst = 0;
try {
  for (const output of values.formats.split(",") as ("mp4" | "webm")[])
    for (const rate of values.rates.split(",").map(Number)) {
      const began = performance.now();
      const video = { sound, output, size: SIZE, rate, bitrate: 100_000, look: {} };
      const { file } = await maker.make(video);
      const took = (performance.now() - began) / 1000;
      const [{ frames, seen }, audio] = [readPictures(file), readSound(file)];
      const apart = seen.map((time, at) => 1000 * (time - audio[at]!));
      const error = Math.max(...apart.map(Math.abs));
      worst = Number.isNaN(error) || frames !== seconds * rate ? Infinity : Math.max(worst, error);
      process.stdout.write(
        `${output} at ${rate}: ${frames} of ${seconds * rate} pictures, made in ${took.toFixed(0)} s; ` +
          `picture after sound, ms: ${apart.map((ms) => ms.toFixed(1)).join(" ")}\n`,
      );
      fs.rmSync(file);
    }
} finally {
  await maker.close();
  fs.rmSync(folder, { recursive: true });
}
process.stdout.write(`At most ${worst.toFixed(1)} ms apart; ${LIMIT} are allowed.\n`);
process.exitCode = worst > LIMIT ? 1 : 0;
