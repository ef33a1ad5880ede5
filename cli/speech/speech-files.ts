import fs from "node:fs";
import path from "node:path";
import type { SpeechFolders } from "#core/page/app-data.ts";
import type { Config } from "#core/site/config.ts";
import { digest } from "../files/hash.ts";
import { openEspeakPackage } from "./espeak-package.ts";
import { japaneseFolder } from "./open-voice.ts";

/** A file that a site needs for speech. */
export interface SpeechFile {
  readonly key: string;
  readonly read: () => Uint8Array;
}
export interface SpeechSite {
  /** Configuration for the browser; null if the site has no voice. */
  readonly folders: SpeechFolders | null;
  /** Files by their paths below the site's root. */
  readonly files: ReadonlyMap<string, SpeechFile>;
}

const PROGRAM = path.join(import.meta.dirname, "../../programs/espeak-ng");
/** Program files that browsers load. */
const OWN = ["worker.js", "speak.js", "SOURCE.txt"] as const;

const textFile = (from: string): SpeechFile => {
  const text = fs.readFileSync(from);
  return { key: digest(text), read: () => text };
};

function programFiles(): { readonly folder: string; readonly files: Map<string, SpeechFile> } {
  const { version, script, license, ranges, read } = openEspeakPackage();
  const files = new Map<string, SpeechFile>();
  for (const name of OWN) files.set(name, textFile(path.join(PROGRAM, name)));
  const text = JSON.stringify(ranges);
  files.set("ranges.json", { key: digest(text), read: () => Buffer.from(text) });
  // The rest comes from the package, whose version identifies it.
  const ofPackage = (name: string, from: () => Uint8Array): void => {
    files.set(name, { key: digest(`${version} ${name} ${text}`), read: from });
  };
  ofPackage("espeak-ng.js", () => fs.readFileSync(script));
  ofPackage("COPYING.txt", () => fs.readFileSync(license));
  for (const group of Object.keys(ranges.groups)) ofPackage(`${group}.data`, () => read(group));
  const all = digest([...files].map(([name, { key }]) => `${name} ${key}`).join("\n"));
  return { folder: `speech/espeak-ng-${version}-${all.slice(0, 8)}`, files };
}

function japaneseFiles(): { readonly folder: string; readonly files: Map<string, SpeechFile> } {
  const dictionary = japaneseFolder();
  const text = fs.readFileSync(path.join(dictionary, "../package.json"), "utf8");
  const { version } = JSON.parse(text) as { version: string };
  const files = new Map<string, SpeechFile>();
  for (const name of fs.readdirSync(dictionary).sort()) {
    const from = path.join(dictionary, name);
    const { size } = fs.statSync(from);
    // A host that sees `.gz` may decompress it in transit.
    files.set(name.replace(/\.gz$/, ""), {
      key: digest(`${version} ${name} ${size}`),
      read: () => fs.readFileSync(from),
    });
  }
  files.set("LICENSE.txt", textFile(path.join(dictionary, "../LICENSE-2.0.txt")));
  return { folder: `speech/japanese-${version}`, files };
}

function filesOfVoice(): SpeechSite {
  const espeak = programFiles();
  const japanese = japaneseFiles();
  const files = new Map<string, SpeechFile>();
  for (const { folder, files: own } of [espeak, japanese])
    for (const [name, file] of own) files.set(`${folder}/${name}`, file);
  return {
    folders: { espeak: `/${espeak.folder}/`, japanese: `/${japanese.folder}/` },
    files,
  };
}

/** Packages do not change while a process runs. */
let found: SpeechSite | null = null;

/**
 * Files that a site publishes for speech: eSpeak NG as a separate program, with its license and
 * source, and the Japanese dictionary. Their names change with their content.
 */
export function speechSiteOf({ tts }: Pick<Config, "tts">): SpeechSite {
  return tts.espeak ? (found ??= filesOfVoice()) : { folders: null, files: new Map() };
}
