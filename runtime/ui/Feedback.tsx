import type { ReactNode } from "react";
import css from "./feedback.module.css";

export type Weight = "plain" | "good" | "bad" | "attention";

/** A note within the content of a page. */
export function Notice({
  weight = "plain",
  title,
  children,
  actions,
}: {
  readonly weight?: Weight;
  readonly title?: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}) {
  return (
    <div className={`${css["notice"]} ${css[weight]}`} role={weight === "bad" ? "alert" : "note"}>
      {title && <strong className={css["title"]}>{title}</strong>}
      {children && <div>{children}</div>}
      {actions && <div className={css["actions"]}>{actions}</div>}
    </div>
  );
}

/** A short label beside a name. `outline` is for unavailable features. */
export function Badge({
  weight = "plain",
  children,
}: {
  readonly weight?: Weight | "outline";
  readonly children: ReactNode;
}) {
  return <span className={`${css["badge"]} ${css[`badge-${weight}`]}`}>{children}</span>;
}

/** A keyboard key. */
export const Kbd = ({ children }: { readonly children: ReactNode }) => (
  <kbd className={css["kbd"]}>{children}</kbd>
);

/**
 * Progress as the fermata's arc: the arc fills from one end to the other, and the dot marks
 * completion.
 */
export function ProgressArc({
  value,
  label,
  size = 120,
}: {
  /** 0 to 1; null if unknown. */
  readonly value: number | null;
  readonly label: string;
  readonly size?: number;
}) {
  const percent = value === null ? null : Math.round(value * 100);
  return (
    <svg
      className={css["arc"]}
      width={size}
      height={(size * 72) / 120}
      viewBox="0 0 120 72"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an arc cannot be drawn as <progress>
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(percent !== null && { "aria-valuenow": percent })}
      data-unknown={percent === null || undefined}
      data-arc=""
    >
      <path className={css["arcTrack"]} d="M8 64A52 52 0 0 1 112 64" />
      <path
        className={css["arcValue"]}
        d="M8 64A52 52 0 0 1 112 64"
        pathLength={100}
        // Rounded to tenths of a percent, so that the arc moves smoothly.
        strokeDasharray={value === null ? "18 100" : `${Math.round(value * 1000) / 10} 100`}
        {...(percent === 0 && { strokeOpacity: 0 })}
      />
      <circle
        className={percent === 100 ? css["arcDotDone"] : css["arcDot"]}
        cx="60"
        cy="58"
        r="7"
      />
    </svg>
  );
}
