import { applyLayer, rectify } from "../../nets/apply-layers.ts";
import { readLayers } from "../../restoration/mix/read-layers.ts";
import { BANDS, FEATURES, SCALARS } from "./beat-features.ts";
import { QUALITIES } from "./chord.ts";
import { CHORD_WEIGHTS } from "./chord-weights.ts";

const KINDS = Object.keys(QUALITIES).length;
const HIDDEN = 64;
/** States of a beat: each quality on each root, then no chord. */
export const STATES = 12 * KINDS + 1;
export const NO_CHORD = STATES - 1;
/** Outputs per root: qualities, then intervals of the bass. */
const OUTPUTS = KINDS + 12;
const [hiddenLayer, chordLayer, silenceLayer] = readLayers(CHORD_WEIGHTS, [
  { rows: HIDDEN, columns: FEATURES },
  { rows: OUTPUTS, columns: HIDDEN },
  { rows: 1, columns: HIDDEN + SCALARS },
]) as [Layer, Layer, Layer];
type Layer = ReturnType<typeof readLayers>[number];

/** Negative logarithm of the probability of a chord in silence. */
const IMPOSSIBLE = 20;

/** What a beat sounds like. */
export interface BeatScores {
  /** Logarithms of probabilities of the states. */
  readonly states: Float32Array;
  /** For each root, scores of the 12 intervals of the bass above it. */
  readonly basses: Float32Array;
}

/**
 * Scores of chords for the features of one beat. The same weights are applied to all twelve roots,
 * with the features rotated, so that a chord scores the same in every key.
 */
export function scoreBeat(features: Float32Array): BeatScores {
  const states = new Float32Array(STATES);
  const basses = new Float32Array(144);
  if (features.every((value) => value === 0)) {
    // Silence, which songs for fitting do not have.
    states.fill(-IMPOSSIBLE)[NO_CHORD] = 0;
    return { states, basses };
  }
  const input = new Float32Array(FEATURES);
  const scalars = features.subarray(12 * BANDS);
  input.set(scalars, 12 * BANDS);
  const pooled = new Float32Array(HIDDEN + SCALARS);
  pooled.set(scalars, HIDDEN);
  for (let root = 0; root < 12; root++) {
    for (let at = 0; at < 12 * BANDS; at++)
      input[at] = features[at - (at % 12) + ((at + root) % 12)]!;
    const hidden = rectify(applyLayer(hiddenLayer, input));
    for (let i = 0; i < HIDDEN; i++) pooled[i] = pooled[i]! + hidden[i]! / 12;
    const outputs = applyLayer(chordLayer, hidden);
    states.set(outputs.subarray(0, KINDS), KINDS * root);
    basses.set(outputs.subarray(KINDS), 12 * root);
  }
  states[NO_CHORD] = applyLayer(silenceLayer, pooled)[0]!;
  const highest = states.reduce((best, value) => Math.max(best, value), -Infinity);
  const total = states.reduce((sum, value) => sum + Math.exp(value - highest), 0);
  const norm = highest + Math.log(total);
  return { states: states.map((value) => value - norm), basses };
}
