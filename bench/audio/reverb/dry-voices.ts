import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const STAMPS = "/usr/share/tuxpaint/stamps";
const POTATOES = "/usr/share/ktuberling/sounds";
const FESTIVAL = "/usr/share/festival/voices";

/** Debian packages of these voices, each with a file that shows that it is there. */
export const VOICE_PACKAGES = {
  "espeak-ng": "/usr/bin/espeak-ng",
  festival: "/usr/bin/text2wave",
  "festival-te": "/usr/share/festival/telugu_scm/telugu_phones.scm",
  "festvox-te-nsk": path.join(FESTIVAL, "telugu/telugu_NSK_diphone"),
  "festvox-us-slt-hts": path.join(FESTIVAL, "us/cmu_us_slt_arctic_hts"),
  "ktuberling-data": POTATOES,
  "tuxpaint-stamps-default": STAMPS,
};

const READ = {
  cs: "Loď opustila přístav před svítáním a nikdo na molu ji neviděl.",
  cy: "Gadawodd y llong yr harbwr cyn y wawr, ac ni welodd neb hi.",
  eo: "La ŝipo forlasis la havenon antaŭ la aŭroro, kaj neniu vidis ĝin.",
  et: "Laev lahkus sadamast enne koitu ja keegi ei näinud seda.",
  eu: "Itsasontzia egunsentia baino lehen atera zen portutik, eta inork ez zuen ikusi.",
  fi: "Laiva lähti satamasta ennen aamunkoittoa, eikä kukaan nähnyt sitä.",
  hu: "A hajó hajnal előtt elhagyta a kikötőt, és senki sem látta.",
  is: "Skipið fór úr höfninni fyrir dögun og enginn sá það.",
  ja: "ふねは よあけまえに みなとを でて、だれも みていなかった。",
  ka: "გემმა ნავსადგური გათენებამდე დატოვა და არავის დაუნახავს.",
  lv: "Kuģis atstāja ostu pirms rītausmas, un neviens to neredzēja.",
  ro: "Nava a plecat din port înainte de răsărit și nimeni nu a văzut-o.",
} as const;
const TELUGU = [
  "పడవ ఉదయాన్నే రేవు నుండి బయలుదేరింది, ఎవరూ దానిని చూడలేదు.",
  "ఇంటి పక్కన పాత చెట్టు ఉంది, దాని కింద కుక్క నిద్రపోతుంది.",
];
const ENGLISH = [
  "The lamp in the hall was still on when they came back from the lake.",
  "Most of the seeds we planted in April came up within two weeks.",
];

type Source =
  /** A person who names things on stamps: language. */
  | { readonly stamps: string }
  /** A person who names parts of a face and toys: language. */
  | { readonly potatoes: string }
  | { readonly festival: string; readonly text: readonly string[] }
  /** Language with variant, text, pitch from 0 to 99. */
  | { readonly espeak: readonly [string, keyof typeof READ, number] };

const SOURCES: Readonly<Record<"fit" | "judge", Readonly<Record<string, Source>>>> = {
  fit: {
    "stamps-fr": { stamps: "fr" },
    "stamps-ca": { stamps: "ca" },
    "stamps-bg": { stamps: "bg" },
    "stamps-el": { stamps: "el" },
    "toys-da": { potatoes: "da" },
    "toys-fr": { potatoes: "fr" },
    "toys-gl": { potatoes: "gl" },
    "toys-nl": { potatoes: "nl" },
    "toys-uk": { potatoes: "uk" },
    telugu: { festival: "telugu_NSK_diphone", text: TELUGU },
    "cs-f2": { espeak: ["cs+f2", "cs", 60] },
    "hu-m4-low": { espeak: ["hu+m4", "hu", 10] },
    "ja-child": { espeak: ["ja+f3", "ja", 99] },
    "eo-whisper": { espeak: ["eo+whisper", "eo", 50] },
    "fi-klatt3": { espeak: ["fi+klatt3", "fi", 45] },
    "cy-grandpa": { espeak: ["cy+grandpa", "cy", 40] },
  },
  judge: {
    "stamps-ru": { stamps: "ru" },
    "stamps-ro": { stamps: "ro" },
    "stamps-es": { stamps: "es" },
    "stamps-be": { stamps: "be" },
    "stamps-lt": { stamps: "lt" },
    "toys-de": { potatoes: "de" },
    "toys-en": { potatoes: "en" },
    "toys-es": { potatoes: "es" },
    "toys-it": { potatoes: "it" },
    "toys-nn": { potatoes: "nn" },
    "toys-pt": { potatoes: "pt" },
    "toys-sl": { potatoes: "sl" },
    "toys-sr": { potatoes: "sr" },
    "toys-wa": { potatoes: "wa" },
    "slt-hts": { festival: "cmu_us_slt_arctic_hts", text: ENGLISH },
    "et-m1": { espeak: ["et+m1", "et", 45] },
    "ka-f4": { espeak: ["ka+f4", "ka", 65] },
    "lv-child": { espeak: ["lv+f2", "lv", 99] },
    "is-whisperf": { espeak: ["is+whisperf", "is", 50] },
    "ro-klatt2": { espeak: ["ro+klatt2", "ro", 50] },
    "eu-grandma": { espeak: ["eu+grandma", "eu", 50] },
  },
};

function readByFestival(voice: string, texts: readonly string[]): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), "festival-"));
  return texts.map((sentence, i) => {
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

/** Files of a voice. */
function filesOf(source: Source): string[] {
  if ("stamps" in source) return globSync(`${STAMPS}/**/*_desc_${source.stamps}.ogg`).sort();
  if ("potatoes" in source)
    return globSync(`${POTATOES}/${source.potatoes}/*.{ogg,wav,opus}`).sort();
  if ("festival" in source) return readByFestival(source.festival, source.text);
  return readByEspeak(source.espeak);
}

/**
 * Voices that no other program here uses; none of `judge` speaks in `fit`.
 *
 * @returns files of each voice
 */
export const dryVoices = (set: keyof typeof SOURCES): [name: string, files: string[]][] =>
  Object.entries(SOURCES[set]).map(([name, source]) => [name, filesOf(source)]);
