import { expect } from "vitest";
import { readZip } from "./read-zip.ts";
import { readWav, stereoWav, voiceAt } from "./sounds.ts";

/** Seconds of `TALK`. */
const SECONDS = 4;

/** A stereo WAV file: a voice in the middle and a quiet tone at the sides. */
export const TALK = stereoWav({ seconds: SECONDS }, (time) => {
  const voice = voiceAt(time);
  const chord = 0.05 * Math.sin(2 * Math.PI * 392 * time);
  return [voice + chord, voice - chord];
});

/** Checks that a WAV file has the length that is expected, and that it can be heard. */
export function expectSound(file: Buffer, seconds = SECONDS): void {
  const { channels, rate } = readWav(file);
  expect(channels[0]!.length / rate).toBeCloseTo(seconds, 2);
  expect(channels[0]!.some((value) => Math.abs(value) > 0.01)).toBe(true);
}

/** Checks that the stems of `TALK` in a ZIP file add up to it. */
export function expectStems(zip: Buffer): void {
  const stems = Object.values(readZip(zip));
  expect(stems.length).toBeGreaterThan(1);
  const planes = stems.map((stem) => readWav(stem).channels[0]!);
  const apart = readWav(TALK).channels[0]!.reduce((max, value, at) => {
    const sum = planes.reduce((all, plane) => all + plane[at]!, 0);
    return Math.max(max, Math.abs(value - sum));
  }, 0);
  expect(apart).toBeLessThan(1e-3);
}
