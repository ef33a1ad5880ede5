import path from "node:path";
import { babble, listFiles, rms, roomNoise, scaled, SONGS, readAudio } from "../material.ts";
import { createRandom, type Random } from "../random.ts";
import { judgedCrowd, KEYS, LOOPS } from "./voices.ts";

/** Noises that are judged by: recordings, and what no made noise is made like. */
export const JUDGED_NOISES = [
  "keyboard",
  "breakbeat",
  "vinyl",
  "printer",
  "tabla",
  "doors",
  "babble",
  "speaker",
  "music",
  "ventilation",
] as const;
export type JudgedNoise = (typeof JUDGED_NOISES)[number];

interface NoiseTarget {
  readonly length: number;
  readonly sampleRate: number;
  readonly random: Random;
}

/** Sounds one after the other, in drawn order, with drawn rests (seconds). */
function inTurn(
  files: readonly string[],
  [min, max]: readonly [number, number],
  { length, sampleRate, random }: NoiseTarget,
): Float32Array {
  const out = new Float32Array(length);
  const sounds = files.map((file) => readAudio(file, sampleRate));
  for (let at = 0; at < length;) {
    const sound = sounds[Math.floor(random.uniform() * sounds.length)]!;
    for (let i = 0; i < sound.length && at + i < length; i++)
      out[at + i] = out[at + i]! + sound[i]!;
    at += Math.ceil((min + (max - min) * random.uniform()) * sampleRate);
  }
  return out;
}

/** A loop from a drawn place on. */
function loop(file: string, { length, sampleRate, random }: NoiseTarget): Float32Array {
  const sound = readAudio(path.join(LOOPS, file), sampleRate);
  const start = Math.floor(random.uniform() * sound.length);
  return Float32Array.from({ length }, (_, i) => sound[(start + i) % sound.length]!);
}

const sounds = (...names: readonly string[]) =>
  names.map((name) => path.join(LOOPS, `${name}.flac`));

export function makeJudgedNoise(noise: JudgedNoise, target: NoiseTarget): Float32Array {
  const { length, sampleRate, random } = target;
  switch (noise) {
    case "keyboard":
      return inTurn(listFiles(KEYS, ".wav").slice(0, 100), [0.05, 0.3], target);
    case "breakbeat":
      return loop(random.uniform() < 0.5 ? "loop_amen.flac" : "loop_breakbeat.flac", target);
    case "vinyl": {
      const scratches = inTurn(sounds("vinyl_scratch", "vinyl_backspin"), [1.5, 4], target);
      const hiss = loop("vinyl_hiss.flac", target);
      const [one, other] = [0.4 / rms(scratches), 1 / rms(hiss)];
      return hiss.map((x, i) => other * x + one * scratches[i]!);
    }
    case "printer":
      return loop("loop_3d_printer.flac", target);
    case "tabla":
      return loop("loop_tabla.flac", target);
    case "doors":
      return inTurn(
        sounds("perc_door", "perc_till", "perc_snap", "perc_impact1", "misc_crow", "elec_wood"),
        [0.3, 1.2],
        target,
      );
    case "babble":
      return babble(judgedCrowd(), length, sampleRate, random);
    case "speaker":
      return inTurn(judgedCrowd().slice(0, 40), [3, 4], target);
    case "music":
      return readAudio(path.join(SONGS, "Feelings/song.ogg"), sampleRate).slice(
        30 * sampleRate,
        30 * sampleRate + length,
      );
    case "ventilation":
      return roomNoise(length, sampleRate, createRandom(911), 60);
  }
}

export const leveled = (samples: Float32Array) => scaled(samples, 1 / (rms(samples) || 1));
