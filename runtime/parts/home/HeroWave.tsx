import { useT } from "../../i18n/context.tsx";
import { ARC, DOT } from "../../ui/Mark.tsx";
import { ToneKey } from "../../ui/figures/Waveform.tsx";
import { HERO, HERO_STROKES, PLAYED } from "./hero-wave.ts";
import css from "./hero-wave.module.css";

/** The meaning of the site's colours, as one long wave that is held at its end. */
export function HeroWave() {
  const t = useT();
  const [from, to] = PLAYED.selected;
  return (
    <figure className={css["figure"]}>
      <svg
        className={css["wave"]}
        viewBox={`0 0 ${HERO.width} ${HERO.height}`}
        preserveAspectRatio="xMaxYMid slice"
        role="img"
        aria-label={t("pages:home.drawing")}
      >
        <path className={css["ground"]} d={`M-900 ${HERO.middle}H${HERO.width + 900}`} />
        <rect className={css["wash"]} x={from} y="30" width={to - from} height={HERO.height - 34} />
        <path
          className={css["handles"]}
          d={`M${from} 30v${HERO.height - 34}M${to} 30v${HERO.height - 34}`}
        />
        <g className={css["bars"]}>
          {HERO_STROKES.map(({ tone, path }, index) => (
            <path key={index} className={css[tone]} d={path} />
          ))}
        </g>
        <path className={css["head"]} d={`M${PLAYED.from} 22v${HERO.height - 26}`} />
        <g
          className={css["fermata"]}
          transform={`translate(${HERO.end - 96} ${HERO.middle - 108}) scale(1.5)`}
        >
          <path d={ARC} />
          <circle {...DOT} />
        </g>
      </svg>
      <figcaption className={css["key"]}>
        <ToneKey tones={["original", "kept", "removed", "selected"]} />
      </figcaption>
    </figure>
  );
}
