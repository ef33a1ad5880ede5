import { applyLayers } from "../nets/apply-layers.ts";
import { readLayers } from "../restoration/mix/read-layers.ts";
import type { Meter } from "./bars.ts";
import { TEMPO_WEIGHTS } from "./beat-weights.ts";
import type { Chroma } from "./chroma-meter.ts";
import type { Onsets } from "./onset-meter.ts";
import type { TempoPath } from "./tempo.ts";
import { ONE_BEAT, TEMPO_FEATURES, tempoCandidates } from "./tempo-features.ts";

/** Meters in the order of the network. Bars of two quarters are those of four: they sound alike. */
export const METERS: readonly Meter[] = [
  { beatsPerBar: 4, division: 2 },
  { beatsPerBar: 3, division: 2 },
  { beatsPerBar: 2, division: 3 },
  { beatsPerBar: 4, division: 3 },
];
const HIDDEN = 24;
const LAYERS = readLayers(TEMPO_WEIGHTS, [
  { rows: HIDDEN, columns: TEMPO_FEATURES },
  { rows: METERS.length, columns: HIDDEN },
]);

/**
 * The level of a beat that people tap, and its meter: a small network scores simple multiples of a
 * tempo path with each meter.
 */
export function chooseTempo(
  onsets: Onsets,
  chroma: Chroma,
  path: TempoPath,
): { readonly tempo: TempoPath; readonly meter: Meter } {
  let best = { ratio: 1, meter: METERS[0]!, score: -Infinity };
  const candidates = tempoCandidates(onsets, chroma, path);
  // Half the period of a metronome is no beat: nothing repeats after it.
  const repeating = candidates.filter(({ features }) => features[ONE_BEAT]! > 0);
  for (const { ratio, features } of repeating.length > 0 ? repeating : candidates)
    for (const [i, score] of applyLayers(LAYERS, features).entries())
      if (score > best.score) best = { ratio, meter: METERS[i]!, score };
  const periods = path.periods.map((period) => period * best.ratio);
  return { tempo: { ...path, periods }, meter: best.meter };
}
