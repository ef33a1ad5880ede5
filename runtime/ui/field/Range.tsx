import type { InputHTMLAttributes } from "react";
import css from "./range.module.css";

type RangeProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "style">;

/** Share of a range below a value, 0 to 1. */
export const shareOf = (value: number, min: number, max: number): number =>
  (Math.min(max, Math.max(min, value)) - min) / (max - min || 1);

/**
 * Start and end of the filled part of the track, 0 to 1: from the minimum, or from zero if the range
 * includes zero.
 */
function fillOf({
  value,
  defaultValue,
  min = 0,
  max = 100,
}: RangeProps): readonly (readonly [property: string, share: number])[] {
  const [minValue, maxValue] = [Number(min), Number(max)];
  const ends = [0, Number(value ?? defaultValue ?? minValue)].map((position) =>
    shareOf(position, minValue, maxValue),
  );
  return [
    ["--from", Math.min(...ends)],
    ["--to", Math.max(...ends)],
  ];
}

/** A range input. It runs from left to right in every language, because it measures sound. */
export function Range({ className = "", ...rest }: RangeProps) {
  return (
    <input
      {...rest}
      type="range"
      dir="ltr"
      className={`${css["range"]} ${className}`}
      // The site's policy allows no styles in HTML, which this is rendered to on some pages.
      ref={(input) => {
        if (!input) return;
        for (const [property, share] of fillOf(rest))
          input.style.setProperty(property, String(share));
      }}
    />
  );
}
