import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRandom, type Random } from "../random.ts";
import { type Midi, readMidi } from "./midi.ts";
import type { Note } from "./multitracks.ts";

/** Debian's `mma` plays chords in hundreds of styles, as files of notes. */
const STYLES = "/usr/share/doc/mma/html/lib";
/** Beginnings, ends and the like, which are not played throughout. */
const SHORT = /(?:end|intro\d*|fill\d*|metronome\w*|walk|break|tag)\.html$/;

export function listStyles(): string[] {
  const names = readdirSync(STYLES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(join(STYLES, name)));
  const styles = names
    .filter((name) => name.includes("_") && !SHORT.test(name))
    .map((name) => name.slice(name.indexOf("_") + 1, -".html".length));
  return [...new Set(styles)].sort();
}

const KEYS = ["C", "Db", "D", "Eb", "E", "F", "Gb", "G", "Ab", "A", "Bb", "B"] as const;
/** Chords by steps over the keynote. */
const PROGRESSIONS = [
  ["0", "7", "9m", "5"],
  ["9m", "5", "0", "7"],
  ["0", "9m", "5", "7"],
  ["0m", "8", "3", "10"],
  ["0m", "5m", "7", "0m"],
  ["2m7", "77", "0M7", "0M7"],
  ["07", "07", "57", "07", "77", "57"],
  ["0", "10", "5", "0"],
  ["0m", "10", "8", "7"],
  ["0", "4m", "5", "5m"],
] as const;
const MAJOR = [0, 2, 4, 5, 7, 9, 11] as const;
const MINOR = [0, 2, 3, 5, 7, 8, 10] as const;

const pick = <T>(random: Random, all: readonly T[]): T =>
  all[Math.floor(random.uniform() * all.length)]!;

/** A tune of steps and a few leaps, with rests: seconds and numbers of notes. */
function inventMelody(
  random: Random,
  scale: readonly number[],
  seconds: number,
  beat: number,
): Note[] {
  const notes: Note[] = [];
  let step = 14 + Math.floor(6 * random.uniform());
  for (let start = 0; start < seconds;) {
    const length = beat * pick(random, [0.5, 0.5, 1, 1, 1.5, 2, 3]);
    step += pick(random, [-3, -2, -1, -1, 0, 1, 1, 2, 4]);
    step = Math.min(21, Math.max(9, step));
    const key = 36 + 12 * Math.floor(step / 7) + scale[step % 7]!;
    if (random.uniform() < 0.85) notes.push({ start, end: start + 0.95 * length, key });
    start += length;
  }
  return notes;
}

export interface Accompaniment {
  readonly name: string;
  readonly midi: Midi;
  readonly melody: readonly Note[];
}

/** A song of chords in a style, with a tune over it; null where the style does not play alone. */
export function accompany(style: string, seed: number, seconds: number): Accompaniment | null {
  const random = createRandom(seed);
  const keynote = Math.floor(12 * random.uniform());
  const tempo = Math.round(70 + 90 * random.uniform());
  const chords = pick(random, PROGRESSIONS);
  const isMinor = chords[0].startsWith("0m");
  const bars = Math.ceil((seconds * tempo) / 60 / 3);
  const lines = Array.from({ length: bars }, (_, bar) => {
    const [, steps, kind] = /^(10|\d)(.*)$/.exec(chords[bar % chords.length]!)!;
    return `${bar + 1} ${KEYS[(keynote + Number(steps)) % 12]}${kind}`;
  });
  const folder = mkdtempSync(join(tmpdir(), "style-"));
  try {
    const source = join(folder, "song.mma");
    const file = join(folder, "song.mid");
    writeFileSync(
      source,
      [`RndSeed ${seed}`, `Tempo ${tempo}`, `Groove ${style}`, ...lines, ""].join("\n"),
    );
    execFileSync("mma", [source, "-f", file], { stdio: "ignore", timeout: 30_000 });
    const scale = (isMinor ? MINOR : MAJOR).map((step) => step + keynote);
    const melody = inventMelody(random, scale, seconds, 60 / tempo);
    return { name: style, midi: readMidi(readFileSync(file)), melody };
  } catch {
    return null;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
