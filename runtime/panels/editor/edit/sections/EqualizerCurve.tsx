import { equalizerGain } from "#audio/edit/inserts/equalizer.ts";
import type { EffectValues } from "#audio/edit/inserts/track-effects.ts";
import own from "./track-effects.module.css";

/** Size of the drawing, and the gain in dB at its upper edge. */
const [WIDTH, HEIGHT, RANGE] = [240, 72, 24];

/** The gain of an equalizer by frequency, from 20 Hz to 20 kHz on a logarithmic scale. */
export function EqualizerCurve({
  values,
  sampleRate,
}: {
  readonly values: EffectValues<"equalizer">;
  readonly sampleRate: number;
}) {
  const points: string[] = [];
  for (let x = 0; x <= WIDTH; x += 2) {
    const frequency = 20 * 1000 ** (x / WIDTH);
    if (frequency >= sampleRate / 2) break;
    const gain = equalizerGain(values, sampleRate, frequency);
    points.push(`${x},${(HEIGHT / 2) * (1 - gain / RANGE)}`);
  }
  return (
    <svg
      className={own["curve"]}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <line x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
      <polyline points={points.join(" ")} />
    </svg>
  );
}
