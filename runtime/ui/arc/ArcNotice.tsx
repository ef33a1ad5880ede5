import type { ReactNode } from "react";
import css from "./arc-notice.module.css";

/** The fermata's arc in the view box of 800 by 300. */
const EDGE = "M1 300C1 112 170 1 400 1s399 111 399 299h-3C790 122 626 15 400 15S10 122 4 300z";

/**
 * What went wrong in a place where work is done, within the arc and with its remedy.
 * @param props.share what succeeded of all, 0 to 1; that part of the arc is teal
 */
export function ArcNotice({
  state,
  share = 0,
  children,
}: {
  readonly state: "failed" | "partly" | "offline";
  readonly share?: number;
  /** One or more `ArcEntry`. */
  readonly children: ReactNode;
}) {
  const width = Math.round(share * 800);
  return (
    <div className={css["notice"]} role="alert" data-state={state}>
      <svg
        className={`${css["edge"]} flip`}
        viewBox="0 0 800 300"
        preserveAspectRatio="none"
        aria-hidden="true"
        data-arc=""
      >
        <path d={EDGE} />
        {width > 0 && (
          <svg width={width} height={300} viewBox={`0 0 ${width} 300`}>
            <path className={css["done"]} d={EDGE} />
          </svg>
        )}
      </svg>
      {children}
    </div>
  );
}

/** A title, why, and what can be done. */
export const ArcEntry = ({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) => (
  <div className={css["entry"]}>
    <strong>
      <bdi>{title}</bdi>
    </strong>
    <div className={css["text"]}>{children}</div>
    {actions && <div className={css["actions"]}>{actions}</div>}
  </div>
);
