import { fadeAt } from "#audio/signal/fade.ts";
import css from "./lane.module.css";

/** Segments of the line. */
const POINTS = 16;

/** The curve of a fade at one end of a clip. */
export function FadeLine({
  ratio,
  curve,
  side,
}: {
  /** Length of the fade, from 0 to 1 of the clip. */
  readonly ratio: number;
  readonly curve: Parameters<typeof fadeAt>[0];
  readonly side: "in" | "out";
}) {
  if (ratio <= 0) return null;
  const points = Array.from({ length: POINTS + 1 }, (_, at) => {
    const x = at / POINTS;
    const level = fadeAt(curve, side === "in" ? x : 1 - x);
    return `${(100 * x).toFixed(1)},${(100 * (1 - level)).toFixed(1)}`;
  });
  const width = `${100 * ratio}%`;
  return (
    <svg
      className={css["fade"]}
      aria-hidden="true"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      style={side === "in" ? { left: 0, width } : { right: 0, width }}
    >
      <polyline points={points.join(" ")} />
    </svg>
  );
}
