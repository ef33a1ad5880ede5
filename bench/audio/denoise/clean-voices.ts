import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { listFiles, listMaterial } from "../material.ts";
import { PANGRAMS } from "../speech/pangrams.ts";
import { fliteFiles, longFiles, PROMPTS, RUSSIAN } from "./voices.ts";

/** Voices of eSpeak NG: its language and variant, the locale of the text, and pitch from 0 to 99. */
const SYNTHESIZED = {
  fit: {
    "espeak-en": ["en-us", "en", 50],
    "espeak-de-low": ["de+m3", "de", 20],
    "espeak-fr-f2": ["fr-fr+f2", "fr", 60],
    "espeak-nl-child": ["nl+f4", "nl", 95],
    "espeak-es-m7": ["es+m7", "es", 40],
    "espeak-ko": ["ko", "ko", 50],
    "espeak-id-klatt": ["id+klatt2", "id", 45],
    "espeak-en-whisper": ["en-gb+whisper", "en", 50],
    "espeak-yue-f1": ["yue+f1", "zh-tw", 70],
    "espeak-ru-child": ["ru+f2", "ru", 95],
    "espeak-ar-steph": ["ar+steph", "ar", 80],
    "espeak-it-andy": ["it+Andy", "it", 60],
    "espeak-de-klatt5": ["de+klatt5", "de", 30],
  },
  judge: {
    "espeak-ar": ["ar", "ar", 50],
    "espeak-zh-f3": ["cmn+f3", "zh", 60],
    "espeak-ru-m5": ["ru+m5", "ru", 35],
    "espeak-pt-child": ["pt-br+f5", "pt-br", 99],
    "espeak-it-croak": ["it+croak", "it", 30],
    "espeak-fr-m1-low": ["fr-fr+m1", "fr", 5],
    "espeak-de-grandma": ["de+grandma", "de", 50],
    "espeak-es-klatt4": ["es+klatt4", "es", 50],
    "espeak-nl-whisperf": ["nl+whisperf", "nl", 50],
    "espeak-en-shelby": ["en-gb-scotland+shelby", "en", 55],
  },
} as const;

/** Prompts that are sounds of animals. */
const NO_SPEECH = /tt-(?:monkeys|weasels)/;

function espeakFiles([voice, locale, pitch]: readonly [string, string, number]): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), "espeak-"));
  return [140, 175].map((pace) => {
    const file = path.join(folder, `${pace}.wav`);
    const settings = ["-v", voice, "-p", String(pitch), "-s", String(pace), "-w", file];
    execFileSync("espeak-ng", [...settings, PANGRAMS[locale]!]);
    return file;
  });
}

/**
 * Speech without audible noise: files of each voice. Nothing in the effects may be chosen on the
 * voices of `judge`.
 */
export function cleanVoices(
  root: string,
  set: keyof typeof SYNTHESIZED,
): Readonly<Record<string, string[]>> {
  const { sentences } = listMaterial(root);
  const prompts = (voice: string) =>
    longFiles(path.join(PROMPTS, voice), ".wav", 40_000).filter((file) => !NO_SPEECH.test(file));
  const synthesized = Object.entries(SYNTHESIZED[set]).map(([name, voice]) => [
    name,
    espeakFiles(voice),
  ]);
  const recorded =
    set === "fit"
      ? {
          librivox: sentences.filter((file) => /-(0880|0930)\.wav$/.test(file)),
          slt: fliteFiles("slt"),
          rms: fliteFiles("rms"),
          kal16: fliteFiles("kal16"),
          carlo: prompts("it_IT_m_Carlo"),
          june: prompts("fr_CA_f_June"),
          "allison-es": prompts("es_MX_f_Allison"),
        }
      : {
          librispeech: sentences.slice(-1),
          librivox: sentences.slice(0, -1).filter((file) => !/-(0880|0930)\.wav$/.test(file)),
          awb: fliteFiles("awb"),
          kal: fliteFiles("kal"),
          menardi: prompts("it_IT_f_Menardi"),
          moscow: listFiles(RUSSIAN, ".wav"),
          ivr: prompts("ru_RU_f_IvrvoiceRU"),
          "allison-en": prompts("en_US_f_Allison"),
        };
  return { ...recorded, ...(Object.fromEntries(synthesized) as Record<string, string[]>) };
}
