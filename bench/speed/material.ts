import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { wavBytes } from "#audio/media/pcm/wav-bytes.ts";
import { loadSpeech, makeNoise, mix, readAudio, rms, scaled } from "../audio/material.ts";

export const SAMPLE_RATE = 44_100;
const SONG = "/usr/share/games/fretsonfire/data/songs/sectoid/Feelings/song.ogg";

/** Read speech with a room's noise under it, then a song, in turns; two channels that differ. */
function makeSound(seconds: number, root: string): readonly Float32Array[] {
  const speech = loadSpeech(SAMPLE_RATE, root);
  const spoken = mix(speech, makeNoise("room", speech.length, SAMPLE_RATE), 15);
  const song = readAudio(SONG, SAMPLE_RATE).slice(0, speech.length >> 1);
  const music = scaled(song, (0.8 * rms(speech)) / rms(song));
  const left = new Float32Array(Math.round(seconds * SAMPLE_RATE));
  const parts = [spoken, spoken, spoken, music];
  for (let at = 0, turn = 0; at < left.length; turn++) {
    const part = parts[turn % parts.length]!;
    left.set(part.subarray(0, left.length - at), at);
    at += part.length;
  }
  const right = left.map((x, i) => 0.8 * x + 0.1 * (left[i - 9] ?? 0));
  return [left, right];
}

/** Writes a file of 16 bits, two channels, 44.1 kHz, and the same as MP3 of 192 kbit/s. */
export function writeMaterial(folder: string, name: string, seconds: number, root: string) {
  const bytes = wavBytes(makeSound(seconds, root), { sampleRate: SAMPLE_RATE, codec: "pcm-s16" });
  const wav = join(folder, `${name}.wav`);
  const mp3 = join(folder, `${name}.mp3`);
  writeFileSync(wav, bytes);
  execFileSync("ffmpeg", ["-v", "error", "-y", "-i", wav, "-b:a", "192k", mp3]);
  return { wav, mp3 };
}
