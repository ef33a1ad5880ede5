import { ToneKey } from "../../ui/figures/Waveform.tsx";
import { bars } from "../../ui/figures/wave.ts";
import { isPlain } from "./SampleVoices.tsx";
import type { ToolSample } from "./tool-samples.ts";
import { SAMPLE_WAVES } from "./sample-waves.ts";
import css from "./sample-wave.module.css";

/** Number base of the levels in `sample-waves.ts`. */
const BASE = 36;
const PITCH = 4;
const HEIGHT = 96;
/** Position of the line between before and after, of 1; sample-wave.module.css draws it. */
const SPLIT = 0.38;
const SHAPE = { middle: HEIGHT / 2, reach: HEIGHT / 2 - 1, pitch: PITCH };

const levelsOf = (digits: string): number[] =>
  Array.from(digits, (digit) => Number.parseInt(digit, BASE) / (BASE - 1));

/**
 * The waveform of a sample: the original in ink, the part that the tool keeps in teal, over the
 * part that it removes. Until a side is played, both are shown, before and after a line. A click
 * plays from that position (`page-scripts/sample.ts`).
 */
export function SampleWave({ sample }: { readonly sample: ToolSample }) {
  const { before, after } = SAMPLE_WAVES[sample.name as keyof typeof SAMPLE_WAVES];
  const was = levelsOf(before);
  const { shortened } = sample;
  const isRetained = (index: number): boolean => {
    const at = ((index + 0.5) / was.length) * (shortened?.seconds ?? 0);
    return !shortened || at < shortened.start || at > shortened.end;
  };
  const sides = [
    ["before", was, () => true],
    ["after", shortened ? was : levelsOf(after), isRetained],
  ] as const;
  const split = Math.round(SPLIT * was.length);
  const parts = [(index: number) => index < split, (index: number) => index >= split];
  return (
    <div className={css["wave"]} data-wave="" dir="ltr">
      <svg
        viewBox={`0 0 ${was.length * PITCH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {sides.flatMap(([side, levels, shows]) =>
          parts.map((isOf, part) => (
            <path
              key={side + part}
              className={css[side]}
              data-late={part === 1 ? side : undefined}
              d={bars(levels, { ...SHAPE, when: (index) => isOf(index) && shows(index) })}
            />
          )),
        )}
      </svg>
      <span className={css["place"]} />
    </div>
  );
}

/** Legend of the waveform's colors. */
export const SampleKey = ({ sample }: { readonly sample: ToolSample }) => (
  <ToneKey tones={isPlain(sample.says) ? ["original", "kept"] : ["original", "kept", "removed"]} />
);
