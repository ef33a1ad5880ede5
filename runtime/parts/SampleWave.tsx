import { ToneKey } from "../ui/figures/Waveform.tsx";
import { bars } from "../ui/figures/wave.ts";
import type { ToolSample } from "./tool-samples.ts";
import { SAMPLE_WAVES } from "./sample-waves.ts";
import css from "./tool-sample.module.css";

/** Digits of a level in `sample-waves.ts`. */
const BASE = 36;
const PITCH = 4;
const HEIGHT = 96;

const levelsOf = (digits: string): number[] =>
  Array.from(digits, (digit) => Number.parseInt(digit, BASE) / (BASE - 1));

/**
 * The sound of a sample, as loud as it is: in ink as it was; in teal what the tool keeps, over what it
 * removes. A click plays from there (`page-scripts/sample.ts`).
 */
export function SampleWave({ sample }: { readonly sample: ToolSample }) {
  const { before, after } = SAMPLE_WAVES[sample.name as keyof typeof SAMPLE_WAVES];
  const was = levelsOf(before);
  const { shortened } = sample;
  const kept = (index: number): boolean => {
    const at = ((index + 0.5) / was.length) * (shortened?.seconds ?? 0);
    return !shortened || at < shortened.start || at > shortened.end;
  };
  const shape = { middle: HEIGHT / 2, reach: HEIGHT / 2 - 1, pitch: PITCH };
  return (
    <div className={css["wave"]} data-wave="" dir="ltr">
      <svg
        viewBox={`0 0 ${was.length * PITCH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path className={css["before"]} d={bars(was, shape)} />
        <path
          className={css["after"]}
          d={shortened ? bars(was, { ...shape, when: kept }) : bars(levelsOf(after), shape)}
        />
      </svg>
      <span className={css["place"]} />
    </div>
  );
}

/** What the colours of the drawing mean. */
export const SampleKey = ({ sample }: { readonly sample: ToolSample }) => (
  <ToneKey tones={sample.damaged ? ["original", "kept", "removed"] : ["original", "kept"]} />
);
