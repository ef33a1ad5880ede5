import { PITCH_STEP } from "./sung-pitch.ts";

/**
 * Seconds of the song by which a take may be late or early throughout: 400 ms of wireless headphones
 * and microphone, at up to one and a half times the tempo.
 */
const MAX_LATENCY = 0.6;
/** Classes of deviations in an octave: 25 cents each. */
const CLASSES = 48;
/** Part of the frames that a second of latency must gain, so that none is found by chance. */
const COST = 0.1;

/**
 * Frames by which singing is late throughout: where most deviations of pitch agree with each other.
 * Whether the singer is in tune, and in which octave, does not matter.
 * @param original semitones; 0 without a voice
 */
export function findLatency(original: Float32Array, sung: Float32Array): number {
  const limit = Math.round(MAX_LATENCY / PITCH_STEP);
  let best = -Infinity;
  let found = 0;
  const voiced = original.reduce((sum, pitch) => sum + (pitch > 0 ? 1 : 0), 0);
  for (let late = -limit; late <= limit; late++) {
    const agreed = agreementAt(original, sung, late) - COST * Math.abs(late) * PITCH_STEP * voiced;
    if (agreed <= best) continue;
    best = agreed;
    found = late;
  }
  return voiced === 0 ? 0 : found;
}

/** Frames whose deviation is the most frequent one, or within a class of it. */
function agreementAt(original: Float32Array, sung: Float32Array, late: number): number {
  const counts = new Float64Array(CLASSES);
  for (const [at, pitch] of original.entries()) {
    const other = sung[at + late];
    if (pitch === 0 || !other) continue;
    const apart = (other - pitch) / 12;
    const index = Math.floor(CLASSES * (apart - Math.floor(apart))) % CLASSES;
    counts[index] = counts[index]! + 1;
  }
  let highest = 0;
  for (let i = 0; i < CLASSES; i++)
    highest = Math.max(
      highest,
      counts[i]! + counts[(i + 1) % CLASSES]! + counts[(i + 2) % CLASSES]!,
    );
  return highest;
}
