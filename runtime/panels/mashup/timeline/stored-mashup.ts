import type { Mashup, MashupBlock, MashupPart } from "#audio/music/mashup.ts";
import { listOf, objectOf, within } from "#runtime/panel-kit/settings/json-values.ts";
import type { Json, JsonObject } from "#runtime/contract/json.ts";
import { CROSSFADE, DUCKING, GAIN } from "./limits.ts";

/** Maximum number of bars, more than any song has. */
const MAX_BARS = 10_000;

/** An arrangement as JSON: everything that does not come from the songs. */
export const serializeMashup = ({ parts, ducking, crossfade }: Mashup): JsonObject => ({
  parts: parts.map(({ gain, muted, blocks }) => ({
    gain,
    muted,
    blocks: blocks.map(({ at, from, bars }) => [at, from, bars]),
  })),
  ducking,
  crossfade,
});

/** Parses a stored arrangement; what is invalid keeps its initial value. */
export function parseMashup(value: Json | undefined, first: Mashup): Mashup {
  const stored = objectOf(value);
  const parts = listOf(stored["parts"]);
  return {
    ...first,
    parts: first.parts.map((part, at) => partOf(objectOf(parts[at]), part)),
    ducking: within(stored["ducking"], DUCKING, first.ducking),
    crossfade: within(stored["crossfade"], CROSSFADE, first.crossfade),
  };
}

const partOf = ({ gain, muted, blocks }: JsonObject, first: MashupPart): MashupPart => ({
  ...first,
  gain: within(gain, GAIN, first.gain),
  muted: typeof muted === "boolean" ? muted : first.muted,
  // A part without blocks was emptied by the visitor.
  blocks: (Array.isArray(blocks) ? blocksOf(listOf(blocks)) : null) ?? first.blocks,
});

/** Null if a block is invalid or two overlap. */
function blocksOf(stored: readonly Json[]): readonly MashupBlock[] | null {
  let end = 0;
  const blocks: MashupBlock[] = [];
  for (const one of stored) {
    const numbers = listOf(one).map((value) => within(value, [0, MAX_BARS], NaN));
    const [at, from, bars] = numbers;
    if (!numbers.every(Number.isInteger) || !bars || at! < end) return null;
    end = at! + bars;
    blocks.push({ at: at!, from: from!, bars });
  }
  return blocks;
}
