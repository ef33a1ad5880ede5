import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import css from "./feedback.module.css";

type Weight = "plain" | "good" | "bad" | "attention";

/** A note in the flow of a page. */
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

const WEIGHT_ICONS = {
  plain: Info,
  good: CircleCheck,
  bad: TriangleAlert,
  attention: CircleAlert,
} as const;

/** A short message above everything; where it is shown decides how it is announced. */
export function Toast({
  weight = "plain",
  title,
  children,
  actions,
  corner,
  brief = false,
}: {
  readonly weight?: Weight;
  readonly title?: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  /** Beside the text: what dismisses it. */
  readonly corner?: ReactNode;
  /** On a narrow screen only title and actions are seen. */
  readonly brief?: boolean;
}) {
  const Icon = WEIGHT_ICONS[weight];
  return (
    <div className={`${css["toast"]} ${css[weight]}`} data-brief={brief || undefined}>
      <Icon className={css["toastIcon"]} size={18} aria-hidden="true" />
      <div className={css["toastText"]}>
        {title && <strong className={css["title"]}>{title}</strong>}
        <div className={css["toastWords"]}>{children}</div>
        {actions && <div className={css["actions"]}>{actions}</div>}
      </div>
      {corner && <div className={css["toastCorner"]}>{corner}</div>}
    </div>
  );
}

/** The look of a dialog; `Dialog` puts it into a `<dialog>`. */
export function DialogPanel({
  titleId,
  title,
  children,
  actions,
  corner,
}: {
  readonly titleId: string;
  readonly title: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  /** Beside the title: what closes it. */
  readonly corner?: ReactNode;
}) {
  return (
    <div className={css["dialog"]}>
      <div className={css["dialogHead"]}>
        <h2 className={css["dialogTitle"]} id={titleId} tabIndex={-1} data-title="">
          {title}
        </h2>
        {corner}
      </div>
      {children && <div className={css["dialogBody"]}>{children}</div>}
      {actions && <div className={css["actions"]}>{actions}</div>}
    </div>
  );
}

/** A short remark beside a name. `outline` is for what is not there yet. */
export function Badge({
  weight = "plain",
  children,
}: {
  readonly weight?: Weight | "outline";
  readonly children: ReactNode;
}) {
  return <span className={`${css["badge"]} ${css[`badge-${weight}`]}`}>{children}</span>;
}

/** A key of the keyboard. */
export const Kbd = ({ children }: { readonly children: ReactNode }) => (
  <kbd className={css["kbd"]}>{children}</kbd>
);

/** Progress as the fermata's arc: it fills from one end to the other, and the dot marks that it is done. */
export function ProgressArc({
  value,
  label,
  size = 120,
}: {
  /** 0 to 1; null while it cannot be known. */
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
    >
      <path className={css["arcTrack"]} d="M8 64A52 52 0 0 1 112 64" />
      <path
        className={css["arcValue"]}
        d="M8 64A52 52 0 0 1 112 64"
        pathLength={100}
        strokeDasharray={percent === null ? "18 100" : `${percent} 100`}
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

/** A level, with the part above the limit in vermilion. */
export function Meter({
  value,
  limit = 0.9,
  label,
}: {
  /** 0 to 1. */
  readonly value: number;
  readonly limit?: number;
  readonly label: string;
}) {
  const width = Math.round(value * 200);
  const edge = Math.round(limit * 200);
  return (
    <svg
      className={css["meter"]}
      viewBox="0 0 200 8"
      preserveAspectRatio="none"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <meter> cannot show its limit
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={1}
      aria-valuenow={value}
    >
      <rect className={css["meterTrack"]} width="200" height="8" />
      <rect className={css["meterGood"]} width={Math.min(width, edge)} height="8" />
      {width > edge && (
        <rect className={css["meterOver"]} x={edge} width={width - edge} height="8" />
      )}
      <rect className={css["meterLimit"]} x={edge} width="1" height="8" />
    </svg>
  );
}
