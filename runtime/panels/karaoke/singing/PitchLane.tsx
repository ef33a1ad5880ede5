import { useMemo, useSyncExternalStore } from "react";
import type { Melody } from "#audio/music/singing/score-singing.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { laneRange, laneShapes } from "./lane-shapes.ts";
import css from "./singing.module.css";

/** Size of the drawing; it is stretched to the lane. */
const WIDTH = 800;
const HEIGHT = 120;
const BAR = 6;

const reducedMotion = (): MediaQueryList => matchMedia("(prefers-reduced-motion: reduce)");
const subscribe = (onChange: () => void): (() => void) => {
  const query = reducedMotion();
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
};

/** The notes of the melody as bars, and the singer's pitch as a line; time runs from left to right. */
export function PitchLane({
  melody,
  hertz,
  semitones,
  time,
}: {
  readonly melody: Melody;
  /** Pitches of the singer on the time axis of the song, which are still being added. */
  readonly hertz: Float32Array;
  readonly semitones: number;
  /** Seconds. */
  readonly time: number;
}) {
  const t = useT();
  const isPaged = useSyncExternalStore(subscribe, () => reducedMotion().matches);
  const range = useMemo(() => laneRange(melody), [melody]);
  const { bars, voice, now } = laneShapes(melody, hertz, { time, range, semitones, isPaged });
  const points = (line: (typeof voice)[number]): string =>
    line.map(([x, y]) => `${(x * WIDTH).toFixed(1)},${(y * HEIGHT).toFixed(1)}`).join(" ");
  return (
    <svg
      className={css["lane"]}
      role="img"
      aria-label={t("panel-karaoke:score.lane")}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {bars.map(({ from, to, y }, at) => (
        <rect
          key={at}
          className={css["bar"]}
          x={from * WIDTH}
          y={y * HEIGHT - BAR / 2}
          width={Math.max(1, (to - from) * WIDTH)}
          height={BAR}
          rx={2}
        />
      ))}
      {voice.map((line, at) => (
        <polyline key={at} className={css["voice"]} points={points(line)} />
      ))}
      <line className={css["present"]} x1={now * WIDTH} x2={now * WIDTH} y1={0} y2={HEIGHT} />
    </svg>
  );
}
