import { execFileSync } from "node:child_process";
import { mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { installMaterial, listFiles, listMaterial, readAudio, rms, scaled } from "../material.ts";
import type { Random } from "../random.ts";

export const PROMPTS = "/usr/share/asterisk/sounds";
export const RUSSIAN = "/usr/share/festival/voices/russian/msu_ru_nsh_clunits/wav";
export const KEYS = "/usr/share/buckle/wav";
export const LOOPS = "/usr/share/sonic-pi/samples";

/** Debian packages of the mixtures, each with a file that shows that it is there. */
export const PACKAGES = {
  "asterisk-core-sounds-it-wav": path.join(PROMPTS, "it_IT_m_Carlo"),
  "asterisk-core-sounds-fr-wav": path.join(PROMPTS, "fr_CA_f_June"),
  "asterisk-core-sounds-es-wav": path.join(PROMPTS, "es_MX_f_Allison"),
  "asterisk-core-sounds-ru-wav": path.join(PROMPTS, "ru_RU_f_IvrvoiceRU"),
  "asterisk-prompt-it-menardi-wav": path.join(PROMPTS, "it_IT_f_Menardi"),
  "asterisk-prompt-es-co": path.join(PROMPTS, "es"),
  "asterisk-prompt-fr-armelle": path.join(PROMPTS, "fr"),
  "bucklespring-data": KEYS,
  "festvox-ru": RUSSIAN,
  flite: "/usr/bin/flite",
  "fretsonfire-songs-muldjord": "/usr/share/games/fretsonfire/data/songs/muldjord",
  "sonic-pi-samples": LOOPS,
};

export function installAll(log: (line: string) => void): void {
  installMaterial(log);
  installMaterial(log, PACKAGES);
}

/** Read by flite's voices of 16 kHz. */
const SENTENCES = [
  "The boat left the harbor before sunrise, and nobody on the pier saw which way it went.",
  "She keeps a list of every book that she has borrowed, with the date and a short opinion.",
  "Put the kettle on, would you? I have been outside since five and my hands are frozen.",
  "In the spring the river rises quickly, so the lower fields are planted last.",
  "He checked the figures twice, then asked his sister to check them once more.",
  "Fresh thyme, garlic, a pinch of salt, and half an hour of patience are all it takes.",
  "The museum is closed on Mondays, except when a holiday falls on the day before.",
  "What she remembered best was the sound of the sea against the wooden steps.",
  "A train of forty cars passed slowly through the station without stopping.",
  "If the pump fails again, turn the red valve and wait for the pressure to drop.",
];

export const longFiles = (folder: string, ending: string, bytes: number) =>
  listFiles(folder, ending).filter((file) => statSync(file).size > bytes);

export function fliteFiles(voice: string): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), "flite-"));
  return SENTENCES.map((sentence, i) => {
    const file = path.join(folder, `${i}.wav`);
    execFileSync("flite", ["-voice", voice, "-t", sentence, "-o", file]);
    return file;
  });
}

/** Files of each voice by which the mixture is fitted. */
export function learnVoices(root: string): string[][] {
  const choice = listMaterial(root).sentences.filter((file) => /-(0880|0930)\.wav$/.test(file));
  const cards = listFiles("/usr/share/pocketsphinx/test/data/cards", ".wav");
  const prompts = ["it_IT_m_Carlo", "fr_CA_f_June", "es_MX_f_Allison", "ru_RU_f_IvrvoiceRU"];
  return [
    choice,
    cards,
    ...["kal16", "awb", "rms", "slt"].map(fliteFiles),
    ...prompts.map((voice) => longFiles(path.join(PROMPTS, voice), ".wav", 40_000)),
  ];
}

/** The four evaluation voices, which are not used for fitting or selection. */
export function judgedVoices(root: string): Readonly<Record<string, string[]>> {
  return {
    libri: listMaterial(root).sentences.slice(-1),
    moscow: listFiles(RUSSIAN, ".wav"),
    menardi: longFiles(path.join(PROMPTS, "it_IT_f_Menardi"), ".wav", 60_000),
    bogota: longFiles(path.join(PROMPTS, "es"), ".gsm", 6000),
  };
}

/** Who speaks in the babble that is judged by. */
export const judgedCrowd = (): string[] => [
  ...longFiles(path.join(PROMPTS, "en_US_f_Allison"), ".wav", 60_000),
  ...longFiles(path.join(PROMPTS, "fr"), ".gsm", 6000),
];

interface Speaking {
  readonly length: number;
  readonly sampleRate: number;
  readonly random: Random;
  readonly read: (file: string) => Float32Array;
}

/** Files in drawn order with pauses between them, each at −23 dBFS, until it is long enough. */
export function speak(
  files: readonly string[],
  { length, sampleRate, random, read }: Speaking,
): Float32Array {
  const out = new Float32Array(length);
  let at = Math.floor(0.3 * random.uniform() * sampleRate);
  while (at < length) {
    const samples = read(files[Math.floor(random.uniform() * files.length)]!);
    const level = rms(samples);
    if (level === 0) continue;
    out.set(scaled(samples.subarray(0, length - at), 10 ** (-23 / 20) / level), at);
    at += samples.length + Math.floor((0.1 + 0.5 * random.uniform()) * sampleRate);
  }
  return out;
}

/** Reads each file once. */
export function createReader(sampleRate: number): (file: string) => Float32Array {
  const cached = new Map<string, Float32Array>();
  return (file) => {
    const samples = cached.get(file) ?? readAudio(file, sampleRate);
    cached.set(file, samples);
    return samples;
  };
}
