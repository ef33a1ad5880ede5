import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { SPOKEN_LANGUAGES } from "#audio/speech/languages.ts";

const DATA_FOLDER = "/usr/share/espeak-ng-data/";
/**
 * Data that every language needs: phonemes, rules of the languages, and English for words in Latin
 * letters.
 */
const SHARED = /^(?:phon|intonations|lang\/|voices\/|en_dict$)/;

type ByteRange = readonly [start: number, end: number];

/** Byte ranges of the package's data. */
export interface EspeakRanges {
  /** Total bytes. */
  readonly total: number;
  /** By the names in `SPOKEN_LANGUAGES`, and `base`. */
  readonly groups: Readonly<Record<string, readonly ByteRange[]>>;
}

export interface EspeakPackage {
  readonly version: string;
  /** Absolute path of the script. */
  readonly script: string;
  /** Absolute path of its license. */
  readonly license: string;
  readonly ranges: EspeakRanges;
  /** Reads the bytes of a group. */
  readonly read: (group: string) => Uint8Array<ArrayBuffer>;
}

/** Merges adjacent ranges. */
function joined(ranges: readonly ByteRange[]): ByteRange[] {
  const out: [number, number][] = [];
  for (const [start, end] of ranges) {
    const last = out.at(-1);
    if (last?.[1] === start) last[1] = end;
    else out.push([start, end]);
  }
  return out;
}

/** Reads the byte ranges of data files from the package's script. */
export function readRanges(script: string): EspeakRanges {
  const fileList = script.slice(script.lastIndexOf("loadPackage({files:"));
  const total = Number(/remote_package_size:(\d+)/.exec(fileList)?.[1]);
  const files = [...fileList.matchAll(/\{filename:"([^"]+)",start:(\d+),end:(\d+)/g)].map(
    ([, name, start, end]) => ({
      name: name!.slice(DATA_FOLDER.length),
      range: [Number(start), Number(end)] as const,
    }),
  );
  const groupOf = (belongs: (name: string) => boolean): ByteRange[] =>
    joined(files.filter(({ name }) => belongs(name)).map(({ range }) => range));
  const names = new Set(Object.values(SPOKEN_LANGUAGES).map(({ data }) => data));
  names.delete("base");
  const groups = {
    base: groupOf((name) => SHARED.test(name)),
    ...Object.fromEntries(
      [...names].sort().map((data) => [data, groupOf((name) => name === `${data}_dict`)]),
    ),
  };
  const missing = Object.entries(groups).filter(([, ranges]) => ranges.length === 0);
  if (!(total > 0) || missing.length > 0)
    throw new Error(`eSpeak NG is laid out otherwise: ${missing.map(([name]) => name).join()}`);
  return { total, groups };
}

/** The installed eSpeak NG. */
export function openEspeakPackage(): EspeakPackage {
  const script = fileURLToPath(import.meta.resolve("@echogarden/espeak-ng-emscripten"));
  const folder = path.dirname(script);
  const ranges = readRanges(fs.readFileSync(script, "utf8"));
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8")) as {
    version: string;
  };
  const data = path.join(folder, "espeak-ng.data");
  return {
    version,
    script,
    license: path.join(folder, "COPYING"),
    ranges,
    read(group) {
      const all = ranges.groups[group]!;
      const bytes = new Uint8Array(all.reduce((sum, [start, end]) => sum + end - start, 0));
      const file = fs.openSync(data, "r");
      let at = 0;
      try {
        for (const [start, end] of all) at += fs.readSync(file, bytes, at, end - start, start);
      } finally {
        fs.closeSync(file);
      }
      return bytes;
    },
  };
}
