import css from "./meter.module.css";

/** A level meter; the part above the limit is vermilion. */
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
      <rect className={css["track"]} width="200" height="8" />
      <rect className={css["good"]} width={Math.min(width, edge)} height="8" />
      {width > edge && <rect className={css["over"]} x={edge} width={width - edge} height="8" />}
      <rect className={css["limit"]} x={edge} width="1" height="8" />
    </svg>
  );
}
