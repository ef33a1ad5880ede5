/** Visible range of a sound, in seconds. */
export interface View {
  readonly from: number;
  readonly to: number;
}

/** Seconds. */
const SHORTEST = 0.05;

/** Zooms to another duration; `at` keeps its position. */
export function zoomView(
  { from, to }: View,
  {
    factor,
    at,
    duration,
    shortest = SHORTEST,
  }: {
    readonly factor: number;
    readonly at: number;
    readonly duration: number;
    /** Minimum visible duration, in seconds. */
    readonly shortest?: number | undefined;
  },
): View {
  const length = Math.min(duration, Math.max(shortest, (to - from) / factor));
  const share = to > from ? (at - from) / (to - from) : 0.5;
  return moveView({ from: at - share * length, to: at + (1 - share) * length }, 0, duration);
}

/**
 * Zooms with two fingers: each stays on the moment that it touched.
 * @param held moments below the fingers, in seconds
 * @param shares present positions of the fingers, from 0 to 1
 */
export function pinchView(
  held: readonly [number, number],
  shares: readonly [number, number],
  { duration, shortest = SHORTEST }: { readonly duration: number; readonly shortest?: number },
): View {
  const apart = Math.abs((held[1] - held[0]) / (shares[1] - shares[0] || 1e-9));
  const length = Math.min(duration, Math.max(shortest, apart));
  const from = held[0] - shares[0] * length;
  return moveView({ from, to: from + length }, 0, duration);
}

/** Scrolls the visible range by seconds, within the sound. */
export function moveView({ from, to }: View, by: number, duration: number): View {
  const length = Math.min(duration, to - from);
  const start = Math.min(Math.max(0, from + by), Math.max(0, duration - length));
  return { from: start, to: start + length };
}

/** Scrolls a position into view. */
export function showPosition(view: View, at: number, duration: number): View {
  if (at >= view.from && at <= view.to) return view;
  const length = view.to - view.from;
  return moveView({ from: at - length * 0.1, to: at + length * 0.9 }, 0, duration);
}
