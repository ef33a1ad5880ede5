import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { levelsOf } from "#audio/restoration/breaths/breath-candidates.ts";
import {
  type BreathFrames,
  createBreathFrames,
  secondsOf,
} from "#audio/restoration/breaths/breath-frames.ts";
import { listFiles, readAudio } from "../material.ts";

export const RATE = 16_000;
const LABELED = "/usr/share/festival/voices/russian/msu_ru_nsh_clunits";
const PROMPTS = "/usr/share/asterisk/sounds";

/** Debian packages with speech whose sounds are labelled, and with prompts of up to 7 kHz. */
export const BREATH_PACKAGES = {
  "festvox-ru": join(LABELED, "wav/ru_0001.wav"),
  "asterisk-core-sounds-en-g722": join(PROMPTS, "en_US_f_Allison/agent-alreadyon.g722"),
  "asterisk-core-sounds-it-g722": join(PROMPTS, "it_IT_m_Carlo/agent-alreadyon.g722"),
  "asterisk-core-sounds-fr-g722": join(PROMPTS, "fr_CA_f_June/agent-alreadyon.g722"),
  "asterisk-core-sounds-ru-g722": join(PROMPTS, "ru_RU_f_IvrvoiceRU/agent-alreadyon.g722"),
};

interface Seconds {
  readonly start: number;
  readonly end: number;
}

/** A recording with what its labels say. */
export interface Labeled {
  readonly samples: Float32Array;
  /** Where no sound of speech is labelled. */
  readonly pauses: readonly Seconds[];
}

/** Every n-th recording of festvox-ru from one on (they are numbered from 1). */
export function readLabeled(from: number, every: number): Labeled[] {
  const out: Labeled[] = [];
  for (let number = from; number <= 620; number += every) {
    const name = `ru_${String(number).padStart(4, "0")}`;
    const wave = join(LABELED, "wav", `${name}.wav`);
    if (!existsSync(wave)) continue;
    const pauses: { start: number; end: number }[] = [];
    let at = 0;
    for (const line of readFileSync(join(LABELED, "lab", `${name}.lab`), "utf8").split("\n")) {
      const [end, , sound] = line.trim().split(/\s+/);
      if (sound === undefined) continue;
      const last = pauses.at(-1);
      if (sound === "pau" && last?.end === at) last.end = Number(end);
      else if (sound === "pau") pauses.push({ start: at, end: Number(end) });
      at = Number(end);
    }
    const samples = readAudio(wave, RATE);
    pauses.push({ start: at, end: samples.length / RATE });
    out.push({ samples, pauses });
  }
  return out;
}

/** Prompts of a voice that last more than 3.5 s. */
export const readPrompts = (voice: string, maxCount: number): Float32Array[] =>
  listFiles(join(PROMPTS, voice), ".g722")
    .filter((file) => readFileSync(file).length > 3.5 * 8000)
    .slice(0, maxCount)
    .map((file) => readAudio(file, RATE));

export function measureFrames(samples: Float32Array): BreathFrames {
  const analyzer = createBreathFrames(RATE);
  analyzer.push([samples]);
  return analyzer.finish();
}

/** What is heard in labelled pauses: at least 120 ms of soft dark noise, 10 dB above the background. */
export function breathsOf(frames: BreathFrames, pauses: readonly Seconds[]): Seconds[] {
  const { speech, floor } = levelsOf(frames);
  const lowest = Math.max(floor + 8, speech - 58);
  const found: Seconds[] = [];
  for (const { start, end } of pauses) {
    const samples: number[] = [];
    const close = () => {
      const mean = (values: Float32Array) =>
        samples.reduce((sum, i) => sum + values[i]!, 0) / samples.length;
      const level = mean(frames.level);
      const noise = samples.length >= 12 && mean(frames.alike) < 0.5;
      if (noise && level > floor + 10 && level < speech - 16)
        found.push({ start: secondsOf(samples[0]!), end: secondsOf(samples.at(-1)! + 1) });
      samples.length = 0;
    };
    for (let i = 0; i < frames.count && secondsOf(i) < end; i++) {
      if (secondsOf(i) <= start) continue;
      const level = frames.level[i]!;
      const counts = level > lowest && level < speech - 14 && frames.alike[i]! < 0.6;
      if (!counts || frames.dark[i]! <= 1) continue;
      if (samples.length > 0 && i - samples.at(-1)! > 3) close();
      samples.push(i);
    }
    close();
  }
  return found;
}

/** Seconds of a range that lie in labelled speech, 20 ms away from pauses. */
export function speechIn({ start, end }: Seconds, pauses: readonly Seconds[]): number {
  const silent = pauses.reduce(
    (sum, pause) =>
      sum + Math.max(0, Math.min(end, pause.end + 0.02) - Math.max(start, pause.start - 0.02)),
    0,
  );
  return Math.max(0, end - start - silent);
}
