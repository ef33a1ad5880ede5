import css from "./state-arc.module.css";

/** States that the fermata's arc shows beside a text, which says the same. */
export type ArcState = "opening" | "done" | "partly" | "failed" | "offline" | "short";

/**
 * A state as the fermata: the arc closes when something is done, is broken while there is no
 * connection, and filled in part by what there is of what is needed. Decorative.
 */
export function StateArc({
  state,
  share = 1,
  size = 48,
}: {
  readonly state: ArcState;
  /** Filled part of the arc, 0 to 1. */
  readonly share?: number;
  /** Width in px. */
  readonly size?: number;
}) {
  return (
    <svg
      className={css["arc"]}
      width={size}
      height={(size * 72) / 120}
      viewBox="0 0 120 72"
      aria-hidden="true"
      data-arc=""
      data-state={state}
    >
      <path className={css["track"]} d="M8 64A52 52 0 0 1 112 64" pathLength={100} />
      <path
        className={css["value"]}
        d="M8 64A52 52 0 0 1 112 64"
        pathLength={100}
        strokeDasharray={`${Math.round(share * 100)} 100`}
      />
      <circle className={css["dot"]} cx="60" cy="58" r="7" />
    </svg>
  );
}
