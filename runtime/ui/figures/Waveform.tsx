import { useT } from "../../i18n/context.tsx";
import { type Stroke, FIGURE } from "#core/figures/sound-figure.ts";
import type { Tone } from "#core/figures/wave.ts";
import css from "./waveform.module.css";

/** A decorative waveform; the text beside it explains its meaning. */
export function Waveform({ strokes }: { strokes: readonly Stroke[] }) {
  return (
    <svg
      className={css["wave"]}
      viewBox={`0 0 ${FIGURE.width} ${FIGURE.height}`}
      preserveAspectRatio="xMinYMid meet"
      aria-hidden="true"
    >
      <path className={css["line"]} d={`M0 ${FIGURE.height / 2}H${FIGURE.width}`} />
      {strokes.map(({ tone, path, text }, index) => (
        <path key={index} className={text ? css[`${tone}Text`] : css[tone]} d={path} />
      ))}
    </svg>
  );
}

/** Legend of a waveform's colors: a swatch and a label for each. */
export function ToneKey({ tones }: { tones: readonly Tone[] }) {
  const t = useT();
  return (
    <ul className={css["key"]}>
      {tones.map((tone) => (
        <li key={tone}>
          <svg className={css["swatch"]} viewBox="0 0 20 16" aria-hidden="true">
            <path className={css[tone]} d={SWATCHES[tone]} />
          </svg>
          {t(`common:sound.${tone}`)}
        </li>
      ))}
    </ul>
  );
}

const SWATCHES: Readonly<Record<Tone, string>> = {
  original: "M3 6v4M7 2v12M11 4v8M15 1v14",
  kept: "M3 4v8M7 1v14M11 5v6M15 3v10",
  removed: "M3 7v2M7 6.5v3M11 7v2M15 6v4M1 14L19 2",
  selected: "M6 5v6M10 3v10M14 5v6M2 1v14M18 1v14",
};
