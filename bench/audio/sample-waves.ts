// Draws the sounds of tool pages and voices as levels, a digit each, from their files: writes
// runtime/parts/sample/sample-waves.ts and sound-waves.ts. See README.md beside this file.
import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { openAudio } from "#audio/media/open-audio.ts";
import { copyFrames, joinBlocks } from "#audio/signal/blocks.ts";
import type { Block } from "#audio/effect.ts";
import { nodeHost } from "#cli/audio/host/node-host.ts";
import { beforeOf } from "#runtime/parts/sample/sample-sounds.ts";

const root = path.resolve(import.meta.dirname, "../..");
const published = path.join(root, "runtime/public/samples");
/** Bars of the drawing of both sides of a sample, and of that of a single sound. */
const BARS = 150;
const SOUND_BARS = 96;
/** A level is one of so many, written as a digit of this base. */
const BASE = 36;
const SIDES = ["before", "after"] as const;
/** All that is heard in a file, as one channel, −1 to 1, and its length. */
async function read(file: string): Promise<{ samples: Float32Array; seconds: number }> {
  const blocks: Block[] = [];
  const source = await openAudio(file, nodeHost);
  try {
    for await (const block of source.blocks()) blocks.push(copyFrames(block, 0));
  } finally {
    source.close();
  }
  const [first, ...others] = joinBlocks(blocks, source.format.channels);
  const samples = first!.map(
    (x, i) => others.reduce((sum, side) => sum + side[i]!, x) / (1 + others.length),
  );
  return { samples, seconds: samples.length / source.format.sampleRate };
}

/** Root mean square of each of so many stretches. */
function levelsOf(samples: Float32Array, bars: number): number[] {
  const step = samples.length / bars;
  return Array.from({ length: bars }, (_, bar) => {
    const part = samples.subarray(Math.floor(bar * step), Math.floor((bar + 1) * step));
    return Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / part.length);
  });
}

/** Both sides of a sample in one scale: the loudest stretch of both is the highest digit. */
export async function drawSample(name: string): Promise<Record<(typeof SIDES)[number], string>> {
  const [before, after] = await Promise.all(
    SIDES.map(async (side) => {
      const sound = side === "before" ? beforeOf(name) : name;
      const type = side === "after" && name === "wav" ? "wav" : "mp3";
      const { samples } = await read(path.join(published, `${sound}-${side}.${type}`));
      return levelsOf(samples, BARS);
    }),
  );
  const max = Math.max(...before!, ...after!);
  return { before: digitsOf(before!, max), after: digitsOf(after!, max) };
}

/** Levels as digits. @param max the level of the highest digit */
const digitsOf = (levels: readonly number[], max: number): string =>
  levels.map((level) => Math.round((level / max) * (BASE - 1)).toString(BASE)).join("");

/** A sound without another side: its levels, and its length in seconds. */
export async function drawSound(
  file: string,
): Promise<{ readonly levels: string; readonly seconds: number }> {
  const { samples, seconds } = await read(path.join(published, file));
  const levels = levelsOf(samples, SOUND_BARS);
  return {
    levels: digitsOf(levels, Math.max(...levels)),
    seconds: Math.round(seconds * 100) / 100,
  };
}

if (import.meta.main) {
  const names = readdirSync(published)
    .filter((file) => /-after\.(mp3|wav)$/.test(file))
    .map((file) => file.slice(0, -"-after.mp3".length))
    .sort();
  const lines = ["export const SAMPLE_WAVES = {"];
  for (const name of names) {
    const { before, after } = await drawSample(name);
    lines.push(
      `  ${JSON.stringify(name)}: {`,
      `    before:\n      "${before}",`,
      `    after:\n      "${after}",`,
      "  },",
    );
  }
  lines.push("} as const;", "");
  const file = path.join(root, "runtime/parts/sample/sample-waves.ts");
  const says =
    "/** Levels of the samples, made by `bench/audio/sample-waves.ts`: one base-36 digit each. */";
  writeFileSync(file, [says, ...lines].join("\n"));
  const sounds = readdirSync(published).filter((name) =>
    /^[^.]*(?<!-before|-after)\.mp[34]$/.test(name),
  );
  const own = ["export const SOUND_WAVES = {"];
  for (const name of sounds.sort()) {
    const { levels, seconds } = await drawSound(name);
    own.push(
      `  "${name}": {`,
      `    seconds: ${seconds},`,
      `    levels:\n      "${levels}",`,
      "  },",
    );
  }
  own.push("} as const;", "");
  const about =
    "/** Lengths and levels of sounds, made by `bench/audio/sample-waves.ts`: one base-36 digit each. */";
  writeFileSync(path.join(root, "runtime/parts/sample/sound-waves.ts"), [about, ...own].join("\n"));
}
