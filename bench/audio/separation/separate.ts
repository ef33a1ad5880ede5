import type { Block } from "#audio/effect.ts";
import type { SeparationPreset, StemName } from "#audio/separation/presets.ts";
import {
  createSeparator,
  createStemSeparator,
  loadNets,
  type Separator,
} from "#audio/separation/separator.ts";
import { copyFrames, joinBlocks } from "#audio/signal/blocks.ts";
import { createResources } from "../resources.ts";
import type { Stereo } from "./multitracks.ts";
import { SAMPLE_RATE } from "./songs.ts";

const BLOCK = 16_384;

/** What the built-in engine gives of a song, each stem by itself, as each preset gives it. */
export function separate<const S extends StemName>(
  stems: readonly S[],
  mix: Stereo,
): Record<S, Stereo> {
  const format = { sampleRate: SAMPLE_RATE, channels: 2 };
  return run(createStemSeparator([...stems, "rest"], format), mix) as Record<S, Stereo>;
}

/** What a preset's page gives of a sound. */
export async function separatePreset(
  preset: SeparationPreset,
  mix: Stereo,
  root: string,
): Promise<Record<string, Stereo>> {
  const nets = await loadNets(preset, createResources(root));
  return run(createSeparator({ preset }, { sampleRate: SAMPLE_RATE, channels: 2 }, nets), mix);
}

function run(separator: Separator, mix: Stereo): Record<string, Stereo> {
  const parts: (readonly Block[] | null)[] = [];
  for (let at = 0; at < mix[0].length; at += BLOCK) {
    const found = separator.push(mix.map((samples) => samples.subarray(at, at + BLOCK)));
    parts.push(found && found.map((stem) => copyFrames(stem, 0)));
  }
  parts.push(separator.flush());
  return Object.fromEntries(
    separator.stems.map((name, i) => [
      name,
      joinBlocks(
        parts.map((part) => part && part[i]!),
        2,
      ) as unknown as Stereo,
    ]),
  );
}
