import { spawnSync } from "node:child_process";
import silence from "#audio/effects/silence.ts";
import { DEFAULT_SETTING } from "#audio/soundscape/scape.ts";
import { QUANTUM } from "#audio/soundscape/kit/layer.ts";
import { createScapePlayer } from "#audio/soundscape/play-scape.ts";
import { makeNoise, rms, scaled } from "./material.ts";
import {
  audible,
  levelsOf,
  makePauses,
  scorePauses,
  SHORTEST,
  type TimeSpan,
  withoutRumble,
} from "./pauses.ts";
import { runEffect } from "./run-effect.ts";
import type { Bench, Table } from "./table.ts";

/** What ffmpeg takes for silence below a level. */
function detect(samples: Float32Array, sampleRate: number, level: number): TimeSpan[] {
  const raw = ["-f", "f32le", "-ar", String(sampleRate), "-ac", "1", "-i", "-"];
  const filter = `silencedetect=noise=${level}dB:d=${SHORTEST}`;
  const input = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  const { stderr } = spawnSync("ffmpeg", [...raw, "-af", filter, "-f", "null", "-"], { input });
  const times = (name: string) =>
    Array.from(stderr.toString().matchAll(new RegExp(`${name}: ([\\d.]+)`, "g")), ([, time]) =>
      Math.round(Number(time) * sampleRate),
    );
  const ends = times("silence_end");
  return times("silence_start").map((start, i) => ({ start, end: ends[i] ?? samples.length }));
}

type Material = ReturnType<typeof makePauses>;

/** A row of what is found in pieces of speech with noise. */
async function judge(
  name: string,
  noise: Float32Array,
  { material, speech, known, bench }: JudgeOptions,
): Promise<string[]> {
  const { sampleRate, root } = bench;
  const input = material.samples.map((x, i) => x + noise[i]!);
  const ours = await runEffect(silence, { shortest: SHORTEST }, [input], { sampleRate, root });
  const found = (ours.findings?.ranges ?? []).map(({ start, end }) => ({
    start: start * sampleRate,
    end: end * sampleRate,
  }));
  const peers = [-40, Math.round(known)].map((at) => detect(input, sampleRate, at));
  const scores = [found, ...peers].map((one) =>
    scorePauses(one, { ...material, speech }, sampleRate),
  );
  return [name, ...scores];
}

interface JudgeOptions {
  readonly material: Material;
  /** Parts that can be heard */
  readonly speech: readonly TimeSpan[];
  /** dBFS of a limit that knows the noise */
  readonly known: number;
  readonly bench: Bench;
}

/** The site's own wind from one side, which no limit was chosen on. */
function blowWind(length: number, sampleRate: number, seed: number, character: number) {
  const layers = { wind: { ...DEFAULT_SETTING, character } };
  const player = createScapePlayer({ seed, binaural: false, layers }, sampleRate);
  const out = new Float32Array(length);
  // It rises from nothing at first.
  for (let at = 0; at < 2 * sampleRate; at += QUANTUM) player.next();
  for (let at = 0; at < length; at += QUANTUM)
    out.set(player.next()[0].subarray(0, Math.min(QUANTUM, length - at)), at);
  return out;
}

const WINDS = [
  { character: 0.2, seed: 41 },
  { character: 0.5, seed: 42 },
  { character: 0.9, seed: 43 },
] as const;

/** Pauses between pieces of speech over noise, beside ffmpeg with a level that knows the noise. */
export async function benchSilence(bench: Bench): Promise<Table> {
  const { speech, sampleRate, quick } = bench;
  const material = makePauses(speech, sampleRate);
  const { length } = material.samples;
  const room = makeNoise("room", length, sampleRate);
  const loudness = rms(withoutRumble(room, sampleRate));
  const rows: string[][] = [];
  const over = (noise: Float32Array, snr: number): Float32Array =>
    scaled(noise, rms(speech) / rms(noise) / 10 ** (snr / 20));
  for (const snr of [50, 40, 30, 20, 15]) {
    const noise = over(room, snr);
    const level = rms(noise);
    const parts = audible(material.samples, sampleRate, (level * loudness) / rms(room));
    const known = 20 * Math.log10(level) + 10;
    rows.push(await judge(`room, ${snr} dB`, noise, { material, speech: parts, known, bench }));
  }
  for (const { character, seed } of quick ? WINDS.slice(1, 2) : WINDS) {
    const wind = blowWind(length, sampleRate, seed, character);
    const floor = over(room, 50);
    for (const snr of [15, 10, 5, 0]) {
      const noise = over(wind, snr).map((x, i) => x + floor[i]!);
      const parts = audible(material.samples, sampleRate, levelsOf(noise, sampleRate));
      const known = 20 * Math.log10(rms(noise)) + 10;
      rows.push(
        await judge(`wind ${character}, ${snr} dB`, noise, {
          material,
          speech: parts,
          known,
          bench,
        }),
      );
    }
  }
  return {
    title: "silence: speech kept / pauses found / ends within 30 ms",
    header: ["speech over noise", "ours", "silencedetect −40 dB", "silencedetect, noise + 10 dB"],
    rows,
  };
}
