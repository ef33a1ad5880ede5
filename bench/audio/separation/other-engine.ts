import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { createResult } from "#cli/audio/write-file.ts";
import type { Stereo } from "./multitracks.ts";
import { addUp, readStereo, SAMPLE_RATE, SECONDS, type Song } from "./songs.ts";

/** Stems of four-stem nets. */
const STEMS = ["vocals", "drums", "bass", "other"] as const;
export type NetStems = Record<(typeof STEMS)[number], Stereo>;

const fileOf = (folder: string, song: Song, stem = ""): string =>
  path.join(folder, `${song.name.replaceAll(/\W+/g, "-")}${stem}.wav`);

/** Writes a mix into the folder, so that another engine can take it apart. */
export async function keepMix(folder: string, song: Song): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const file = fileOf(folder, song);
  if (existsSync(file)) return;
  const result = createResult({ file, output: "wav32f", tags: {}, duration: SECONDS });
  await result.write(addUp(Object.values(song.stems)), { sampleRate: SAMPLE_RATE, channels: 2 });
  await result.finish();
}

/** What another engine has made of a mix: `<mix>-<stem>.wav` beside it; null where it has not. */
export function readNetStems(folder: string, song: Song): NetStems | null {
  if (!STEMS.every((stem) => existsSync(fileOf(folder, song, `-${stem}`)))) return null;
  return Object.fromEntries(
    STEMS.map((stem) => [stem, readStereo(fileOf(folder, song, `-${stem}`), [0, SECONDS])]),
  ) as NetStems;
}
