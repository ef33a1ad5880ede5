/** Curves of a gain from 0 to 1. */
export const FADE_CURVES = ["linear", "smooth", "equal-power", "exponential"] as const;
export type FadeCurve = (typeof FADE_CURVES)[number];

/** Gain at `position` (0 to 1) of a fade-in; 0 before it and 1 after it. */
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
      // A constant rate in dB over 60 dB, shifted so that it ends at exactly 0.
      return (1000 ** position - 1) / 999;
  }
}
