import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { listFiles } from "../material.ts";

const KLETTRES = "/usr/share/klettres";
const FESTIVAL = "/usr/share/festival/voices";

/** Debian packages of these voices, each with a file that shows that it is there. */
export const VOICE_PACKAGES = {
  "espeak-ng": "/usr/bin/espeak-ng",
  festival: "/usr/bin/text2wave",
  "klettres-data": KLETTRES,
  "festvox-kdlpc16k": path.join(FESTIVAL, "english/ked_diphone"),
  "festvox-itapc16k": path.join(FESTIVAL, "italian/pc_diphone"),
  "festvox-italp16k": path.join(FESTIVAL, "italian/lp_diphone"),
  "festvox-czech-ph": path.join(FESTIVAL, "czech/czech_ph"),
  "festvox-czech-dita": path.join(FESTIVAL, "czech/czech_dita"),
  "festvox-czech-krb": path.join(FESTIVAL, "czech/czech_krb"),
  "festvox-czech-machac": path.join(FESTIVAL, "czech/czech_machac"),
  "festvox-suopuhe-mv": path.join(FESTIVAL, "finnish/hy_fi_mv_diphone"),
  "festvox-suopuhe-lj": path.join(FESTIVAL, "finnish/suo_fi_lj_diphone"),
  "festvox-ca-ona-hts": path.join(FESTIVAL, "catalan/upc_ca_ona_hts"),
};

const SENTENCES = [
  "Kolem domu vede cesta, a dole u potoka stoji mala lavka.",
  "La casa sul lago era vuota, ma il cane dormiva vicino alla porta.",
  "Meri on tyyni, ja vene tulee hitaasti kohti satamaa.",
];
const READ = {
  el: "Το πλοίο έφυγε νωρίς το πρωί και κανείς δεν το είδε.",
  fa: "کشتی صبح زود بندر را ترک کرد و هیچ کس آن را ندید.",
  hi: "नाव सुबह जल्दी बंदरगाह से निकली और किसी ने उसे नहीं देखा।",
  pl: "Statek wypłynął z portu przed świtem i nikt go nie widział.",
  sv: "Båten lämnade hamnen före gryningen, och ingen såg den.",
  sw: "Meli iliondoka bandarini alfajiri na hakuna mtu aliyeiona.",
  tr: "Gemi gün doğmadan limandan ayrıldı ve kimse onu görmedi.",
  vi: "Con tàu rời cảng trước bình minh và không ai nhìn thấy nó.",
} as const;

type Source =
  /** A person who reads letters and syllables. */
  | { readonly klettres: string }
  | { readonly festival: string }
  /** Language with variant, text, pitch from 0 to 99. */
  | { readonly espeak: readonly [string, keyof typeof READ, number] };

const SOURCES: Readonly<Record<"fit" | "judge", Readonly<Record<string, Source>>>> = {
  fit: {
    "person-de": { klettres: "de" },
    "person-fr": { klettres: "fr" },
    "person-da": { klettres: "da" },
    "person-ru": { klettres: "ru" },
    ked: { festival: "ked_diphone" },
    pc: { festival: "pc_diphone" },
    ph: { festival: "czech_ph" },
    mv: { festival: "hy_fi_mv_diphone" },
    "pl-grandpa": { espeak: ["pl+grandpa", "pl", 40] },
    "sv-child": { espeak: ["sv+f3", "sv", 99] },
    "tr-f2": { espeak: ["tr+f2", "tr", 70] },
    "hi-m6-low": { espeak: ["hi+m6", "hi", 10] },
  },
  judge: {
    "person-nds": { klettres: "nds" },
    "person-uk": { klettres: "uk" },
    "person-pt": { klettres: "pt_BR" },
    "person-tn": { klettres: "tn" },
    "person-en": { klettres: "en_GB" },
    "person-lt": { klettres: "lt" },
    lp: { festival: "lp_diphone" },
    dita: { festival: "czech_dita" },
    "krb-child": { festival: "czech_krb" },
    machac: { festival: "czech_machac" },
    lj: { festival: "suo_fi_lj_diphone" },
    ona: { festival: "upc_ca_ona_hts" },
    "el-m8": { espeak: ["el+m8", "el", 45] },
    "fa-linda": { espeak: ["fa+linda", "fa", 60] },
    "sw-low": { espeak: ["sw+m2", "sw", 5] },
    "vi-f5": { espeak: ["vi+f5", "vi", 65] },
    "pl-klatt6": { espeak: ["pl+klatt6", "pl", 50] },
    "sv-whisper": { espeak: ["sv+whisper", "sv", 50] },
    "tr-child": { espeak: ["tr+f1", "tr", 99] },
    "hi-annie": { espeak: ["hi+Annie", "hi", 55] },
  },
};

function listRecordings(language: string): string[] {
  const folder = path.join(KLETTRES, language);
  return readdirSync(folder)
    .sort()
    .map((name) => path.join(folder, name))
    .filter((name) => !path.extname(name) && existsSync(name))
    .flatMap((name) => [".ogg", ".wav", ".mp3"].flatMap((ending) => listFiles(name, ending)));
}

function readByFestival(voice: string): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), "festival-"));
  return SENTENCES.map((sentence, i) => {
    const [text, file] = [path.join(folder, `${i}.txt`), path.join(folder, `${i}.wav`)];
    writeFileSync(text, sentence);
    execFileSync("text2wave", ["-eval", `(voice_${voice})`, "-o", file, text], { stdio: "ignore" });
    return file;
  });
}

function readByEspeak([voice, text, pitch]: readonly [string, keyof typeof READ, number]) {
  const folder = mkdtempSync(path.join(tmpdir(), "espeak-"));
  return [140, 170].map((pace) => {
    const file = path.join(folder, `${pace}.wav`);
    const settings = ["-v", voice, "-p", String(pitch), "-s", String(pace), "-w", file];
    execFileSync("espeak-ng", [...settings, READ[text]], { stdio: "ignore" });
    return file;
  });
}

/**
 * Voices that no other program here uses; none of `judge` speaks in `fit`.
 *
 * @returns files of each voice
 */
export function freshVoices(set: keyof typeof SOURCES): [name: string, files: string[]][] {
  return Object.entries(SOURCES[set]).map(([name, source]) => {
    if ("klettres" in source) return [name, listRecordings(source.klettres)];
    if ("festival" in source) return [name, readByFestival(source.festival)];
    return [name, readByEspeak(source.espeak)];
  });
}
