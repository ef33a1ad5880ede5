import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import { createRandom, type Random } from "./random.ts";

/** Debian packages that the bench listens to, with a file that shows that they are there. */
const PACKAGES = {
  ffmpeg: "/usr/bin/ffmpeg",
  "pocketsphinx-testdata": "/usr/share/pocketsphinx/test/data/librivox",
  "asterisk-core-sounds-en-wav": "/usr/share/asterisk/sounds/en_US_f_Allison",
  "fretsonfire-songs-sectoid": "/usr/share/games/fretsonfire/data/songs/sectoid",
};

const SPEECH = PACKAGES["pocketsphinx-testdata"];
const VOICES = PACKAGES["asterisk-core-sounds-en-wav"];
/** Folder of folders of songs. */
export const SONGS = PACKAGES["fretsonfire-songs-sectoid"];

/**
 * Installs the packages that are missing; needs the rights to.
 * @param packages names, each with a file that shows that it is there
 */
export function installMaterial(
  log: (line: string) => void,
  packages: Readonly<Record<string, string>> = PACKAGES,
): void {
  const missing = Object.entries(packages).filter(([, file]) => !existsSync(file));
  if (missing.length === 0) return;
  const names = missing.map(([name]) => name);
  log(`Installing ${names.join(", ")} with apt-get.`);
  try {
    execFileSync("apt-get", ["install", "-y", "--no-install-recommends", ...names]);
  } catch (cause) {
    const command = `apt-get install ${names.join(" ")}`;
    throw new Error(`The bench needs Debian packages that could not be installed: ${command}`, {
      cause,
    });
  }
}

/** A file as mono samples of the rate. */
export function readAudio(file: string, sampleRate: number, filter?: string): Float32Array {
  const shape = ["-ac", "1", "-ar", String(sampleRate), "-f", "f32le", "-"];
  const bytes = execFileSync(
    "ffmpeg",
    ["-v", "error", "-i", file, ...(filter ? ["-af", filter] : []), ...shape],
    { maxBuffer: 2 ** 30 },
  );
  return new Float32Array(new Uint8Array(bytes).buffer);
}

/** Raw samples through a filter of ffmpeg. */
export function filterWithFfmpeg(
  samples: Float32Array,
  sampleRate: number,
  filter: string,
): Float32Array {
  const raw = ["-f", "f32le", "-ar", String(sampleRate), "-ac", "1"];
  const bytes = execFileSync(
    "ffmpeg",
    ["-v", "error", ...raw, "-i", "-", "-af", filter, ...raw, "-"],
    {
      input: new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength),
      maxBuffer: 2 ** 30,
    },
  );
  return new Float32Array(new Uint8Array(bytes).buffer);
}

export const rms = (samples: Float32Array) =>
  Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / Math.max(1, samples.length));

export const scaled = (samples: Float32Array, factor: number) => samples.map((x) => x * factor);

function join32(parts: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export const listFiles = (folder: string, ending: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(folder, name));

/** Files of each kind: read sentences, prompts of more than 5 s, songs with their guitars. */
export function listMaterial(root: string) {
  const studio = join(root, "node_modules/@vonage/noise-suppression/data/7729-102255-0000.wav");
  const songs = readdirSync(SONGS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => listFiles(join(SONGS, name), ".ogg"));
  return {
    sentences: [...listFiles(SPEECH, ".wav"), studio],
    // 8 kHz, 16 bits
    prompts: listFiles(VOICES, ".wav").filter((file) => statSync(file).size > 5 * 16_000),
    songs,
  };
}

/** Files one after the other, each at an RMS of −23 dBFS. */
export const joinSpeech = (
  files: readonly string[],
  sampleRate: number,
  maxCount = Infinity,
): Float32Array =>
  join32(
    files.map((file) => {
      const samples = readAudio(file, sampleRate).slice(0, maxCount * sampleRate);
      return scaled(samples, 10 ** (-23 / 20) / rms(samples));
    }),
  );

/** Read speech of two speakers, one after the other, at an RMS of −23 dBFS. */
export const loadSpeech = (sampleRate: number, root: string): Float32Array =>
  joinSpeech(listMaterial(root).sentences, sampleRate);

export const whiteNoise = (length: number, random: Random) =>
  Float32Array.from({ length }, () => random.normal());

/**
 * Ventilation: noise whose level falls with frequency, with a hum and slow swells.
 * @param hertz of the hum
 */
export function roomNoise(
  length: number,
  sampleRate: number,
  random: Random,
  hertz = 100,
): Float32Array {
  const out = new Float32Array(length);
  let slow = 0;
  let slower = 0;
  for (let i = 0; i < length; i++) {
    const white = random.normal();
    slow += (2 * Math.PI * 500 * (white - slow)) / sampleRate;
    slower += (2 * Math.PI * 90 * (white - slower)) / sampleRate;
    const time = i / sampleRate;
    const hum =
      0.02 * Math.sin(2 * Math.PI * hertz * time) + 0.012 * Math.sin(4 * Math.PI * hertz * time);
    out[i] =
      (slow + 2 * slower + 0.02 * white) * (1 + 0.3 * Math.sin(2 * Math.PI * 0.3 * time)) + hum;
  }
  return out;
}

/** Samples of a song from a second on, without its guitar. */
export const readExcerpt = (song: string, second: number, length: number, sampleRate: number) =>
  readAudio(join(song, "song.ogg"), sampleRate).slice(
    second * sampleRate,
    second * sampleRate + length,
  );

/** Eight voices at once, each of them prompts one after the other. */
export function babble(
  files: readonly string[],
  length: number,
  sampleRate: number,
  random: Random,
): Float32Array {
  const out = new Float32Array(length);
  for (let voice = 0; voice < 8; voice++) {
    for (let at = -Math.floor(random.uniform() * sampleRate); at < length;) {
      const samples = readAudio(files[Math.floor(random.uniform() * files.length)]!, sampleRate);
      if (samples.length < sampleRate / 2) continue;
      const level = 1 / rms(samples);
      for (let i = Math.max(0, -at); i < samples.length && at + i < length; i++)
        out[at + i] = out[at + i]! + samples[i]! * level;
      at += samples.length;
    }
  }
  return out;
}

export const NOISES = ["white", "room", "music", "babble"] as const;
export type Noise = (typeof NOISES)[number];

export function makeNoise(noise: Noise, length: number, sampleRate: number): Float32Array {
  const random = createRandom(NOISES.indexOf(noise) + 1);
  switch (noise) {
    case "white":
      return whiteNoise(length, random);
    case "room":
      return roomNoise(length, sampleRate, random);
    case "music":
      return readExcerpt(join(SONGS, "Feelings"), 20, length, sampleRate);
    case "babble":
      return babble(listFiles(VOICES, ".wav"), length, sampleRate, random);
  }
}

/** Speech with noise at a ratio in dB. */
export function mix(speech: Float32Array, noise: Float32Array, snr: number): Float32Array {
  const level = rms(speech) / rms(noise) / 10 ** (snr / 20);
  return speech.map((x, i) => x + level * noise[i]!);
}
