import type { Mashup, MashupBlock, MashupPart } from "#audio/music/mashup.ts";
import { listOf, objectOf, within } from "#runtime/panel-kit/settings/kept.ts";
import type { Json, JsonObject } from "#runtime/workspace/contract/json.ts";
import { CROSSFADE, DUCKING, GAIN } from "./limits.ts";

/** Bars: more than the longest song has. */
const MOST = 10_000;

/** What is kept of an arrangement: all that does not come from the songs. */
export const keptMashup = ({ parts, ducking, crossfade }: Mashup): JsonObject => ({
  parts: parts.map(({ gain, muted, blocks }) => ({
    gain,
    muted,
    blocks: blocks.map(({ at, from, bars }) => [at, from, bars]),
  })),
  ducking,
  crossfade,
});

/** An arrangement as it was left; what cannot be read is as at first. */
export function mashupOfKept(value: Json | undefined, first: Mashup): Mashup {
  const kept = objectOf(value);
  const parts = listOf(kept["parts"]);
  return {
    ...first,
    parts: first.parts.map((part, at) => partOf(objectOf(parts[at]), part)),
    ducking: within(kept["ducking"], DUCKING, first.ducking),
    crossfade: within(kept["crossfade"], CROSSFADE, first.crossfade),
  };
}

const partOf = ({ gain, muted, blocks }: JsonObject, first: MashupPart): MashupPart => ({
  ...first,
  gain: within(gain, GAIN, first.gain),
  muted: typeof muted === "boolean" ? muted : first.muted,
  // A part without blocks was emptied.
  blocks: (Array.isArray(blocks) ? blocksOf(listOf(blocks)) : null) ?? first.blocks,
});

/** Null where one cannot be read, or two overlap. */
function blocksOf(kept: readonly Json[]): readonly MashupBlock[] | null {
  let end = 0;
  const blocks: MashupBlock[] = [];
  for (const one of kept) {
    const numbers = listOf(one).map((value) => within(value, [0, MOST], NaN));
    const [at, from, bars] = numbers;
    if (!numbers.every(Number.isInteger) || !bars || at! < end) return null;
    end = at! + bars;
    blocks.push({ at: at!, from: from!, bars });
  }
  return blocks;
}
