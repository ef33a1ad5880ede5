import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import denoise from "#audio/effects/denoise.ts";
import { type StudioTask, runStudio } from "#cli/audio/studio/run-studio.ts";
import { wordErrors } from "#cli/models/word-errors.ts";
import { readAudio, rms, roomNoise, scaled } from "../material.ts";
import { createRandom } from "../random.ts";
import { runEffect } from "../run-effect.ts";
import { PROMPTS } from "./prompts.ts";

const RATE = 16_000;
const LIBRIVOX = "/usr/share/pocketsphinx/test/data/librivox";
const VOICES = "/usr/share/asterisk/sounds/en_US_f_Allison";
/** Seconds between two recordings, and dB of the noise below them. */
const REST = 0.5;
const SNR = 10;

export const NOISY_HEADER = ["", "words", "clean", "denoised", "room noise", "denoised"];

interface Utterance {
  readonly name: string;
  readonly samples: Float32Array;
  readonly truth: string;
}

/** Recordings one after the other, at the same level, with rests between them. */
function joined(name: string, parts: readonly { file: string; truth: string }[]): Utterance {
  const sounds = parts.map(({ file }) => {
    const samples = readAudio(file, RATE);
    return scaled(samples, 10 ** (-23 / 20) / rms(samples));
  });
  const rest = REST * RATE;
  const length = sounds.reduce((sum, own) => sum + own.length + rest, rest);
  const samples = new Float32Array(length);
  let at = rest;
  for (const own of sounds) {
    samples.set(own, at);
    at += own.length + rest;
  }
  return { name, samples, truth: parts.map(({ truth }) => truth).join(" ") };
}

function listUtterances(): Utterance[] {
  const sentences = readFileSync(path.join(LIBRIVOX, "transcription"), "utf8").trim().split("\n");
  const prompts = Object.entries(PROMPTS);
  return [
    joined(
      "LibriVox, 5 sentences",
      sentences.map((line) => {
        const [, truth, file] = /^<s> (.*) <\/s> \((.*)\)$/.exec(line)!;
        return { file: path.join(LIBRIVOX, `${file}.wav`), truth: truth! };
      }),
    ),
    // In halves that take some minutes each.
    ...[0, 25].map((first) =>
      joined(
        `English prompts ${first + 1} to ${first + 25}`,
        prompts.slice(first, first + 25).map(([name, truth]) => ({
          file: path.join(VOICES, `${name}.wav`),
          truth,
        })),
      ),
    ),
  ];
}

/** Speech with noise whose level lies so far below its own. */
function noisy(samples: Float32Array): Float32Array {
  const random = createRandom(7);
  const noise = roomNoise(samples.length, RATE, random);
  const gain = (10 ** (-23 / 20) / rms(noise)) * 10 ** (-SNR / 20);
  return samples.map((value, at) => value + gain * noise[at]!);
}

function writeWave(file: string, samples: Float32Array): void {
  const raw = ["-f", "f32le", "-ar", String(RATE), "-ac", "1"];
  const input = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  execFileSync("ffmpeg", ["-v", "error", ...raw, "-i", "-", "-c:a", "pcm_s16le", file], { input });
}

async function write(task: Omit<StudioTask, "input">, samples: Float32Array): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "noisy-speech-"));
  try {
    const input = path.join(folder, "speech.wav");
    writeWave(input, samples);
    let text = "";
    for await (const message of runStudio({ ...task, input }, new AbortController().signal))
      if (message.kind === "spoken" && message.value.finished) text += ` ${message.value.text}`;
    return text;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Words that a net for transcripts writes wrongly of clean and of noisy speech, as they are and after our denoise. */
export async function benchNoisySpeech(
  task: Omit<StudioTask, "input">,
  expected: readonly string[],
): Promise<string[][]> {
  const rows: string[][] = [];
  for (const { name, samples, truth } of listUtterances()) {
    if (!expected.some((one) => name.startsWith(one))) continue;
    const row: string[] = [];
    let words = 0;
    for (const sound of [samples, noisy(samples)]) {
      const cleaned = await runEffect(denoise, {}, [sound], { sampleRate: RATE });
      for (const version of [sound, cleaned.samples[0]!]) {
        const found = wordErrors(await write(task, version), truth);
        words = found.words;
        row.push(`${((100 * found.errors) / found.words).toFixed(1)} %`);
      }
    }
    rows.push([name, String(words), ...row]);
  }
  return rows;
}
