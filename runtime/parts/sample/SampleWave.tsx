import { ToneKey } from "../../ui/figures/Waveform.tsx";
import { bars } from "#core/figures/wave.ts";
import { useT } from "../../i18n/context.tsx";
import { digitLevels } from "./digit-levels.ts";
import { waveOf } from "./sample-sounds.ts";
import { isPlain } from "./SampleVoices.tsx";
import type { ToolSample } from "./tool-samples.ts";
import { SAMPLE_WAVES } from "./sample-waves.ts";
import css from "./sample-wave.module.css";

const PITCH = 4;
const HEIGHT = 96;
/** Position of the line between before and after until the visitor moves it, in percent. */
const SPLIT = 38;
const SHAPE = { middle: HEIGHT / 2, reach: HEIGHT / 2 - 1, pitch: PITCH };

/**
 * The waveform of a sample on both sides of a line: the original in ink, and the part that the tool
 * keeps in teal over the part that it removes. The line can be moved, and a click plays from that
 * position (`page-scripts/sample.ts`).
 */
export function SampleWave({ sample }: { readonly sample: ToolSample }) {
  const t = useT();
  const { before, after } = SAMPLE_WAVES[waveOf(sample.name) as keyof typeof SAMPLE_WAVES];
  const was = digitLevels(before);
  const { shortened } = sample;
  const isRetained = (index: number): boolean => {
    const at = ((index + 0.5) / was.length) * (shortened?.seconds ?? 0);
    return !shortened || at < shortened.start || at > shortened.end;
  };
  const drawing = {
    viewBox: `0 0 ${was.length * PITCH} ${HEIGHT}`,
    preserveAspectRatio: "none",
    "aria-hidden": true,
  } as const;
  const id = `wave-${sample.name}`;
  return (
    <div className={css["wave"]} data-wave="" data-single={sample.after ? undefined : ""} dir="ltr">
      <svg {...drawing} className={css["before"]}>
        <path id={id} d={bars(was, SHAPE)} />
      </svg>
      {sample.after && (
        <svg {...drawing} className={css["after"]}>
          {!isPlain(sample.says) && <use href={`#${id}`} className={css["removed"]} />}
          <path d={bars(shortened ? was : digitLevels(after), { ...SHAPE, when: isRetained })} />
        </svg>
      )}
      <span className={css["place"]} />
      {sample.after && (
        <span
          className={`${css["split"]} needs-js`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- its grip moves over a drawing
          role="slider"
          tabIndex={0}
          aria-label={t("pages:tool.sample.split")}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={SPLIT}
        />
      )}
    </div>
  );
}

/** Legend of the waveform's colors. */
export const SampleKey = ({ sample }: { readonly sample: ToolSample }) => (
  <ToneKey tones={isPlain(sample.says) ? ["original", "kept"] : ["original", "kept", "removed"]} />
);
