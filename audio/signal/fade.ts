/** How a level goes from 0 to 1. */
export const FADE_CURVES = ["linear", "smooth", "equal-power", "exponential"] as const;
export type FadeCurve = (typeof FADE_CURVES)[number];

/** Factor at `position` of a fade in, 0 to 1; outside it is 0 before and 1 after. */
export function fadeAt(curve: FadeCurve, position: number): number {
  if (position <= 0) return 0;
  if (position >= 1) return 1;
  switch (curve) {
    case "linear":
      return position;
    case "smooth":
      return 0.5 - 0.5 * Math.cos(Math.PI * position);
    case "equal-power":
      return Math.sin((Math.PI / 2) * position);
    case "exponential":
      // 60 dB in equal steps a second, with its end moved onto 0.
      return (1000 ** position - 1) / 999;
  }
}
