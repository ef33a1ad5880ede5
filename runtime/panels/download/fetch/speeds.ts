import { createStore } from "zustand/vanilla";

/** Progress and rate of a download. */
export interface Speed {
  readonly bytes: number;
  /** Null if unknown. */
  readonly total: number | null;
  /** Bytes per second during the last seconds; null until it is known. */
  readonly rate: number | null;
}

/** Present downloads by link. */
export const speeds = createStore<Readonly<Record<string, Speed>>>(() => ({}));

/** Time over which a rate is averaged, and interval between updates, in ms. */
const SPAN = 5000;
const PACE = 500;

/** Measures the rate of a download; null ends it. @param now ms */
export function createSpeedometer(link: string, now: () => number) {
  let marks: { readonly at: number; readonly bytes: number }[] = [];
  let lastReport = -Infinity;
  return (bytes: number | null, total: number | null = null): void => {
    if (bytes === null) {
      const { [link]: _removed, ...others } = speeds.getState();
      speeds.setState(others, true);
      return;
    }
    const at = now();
    marks = [...marks.filter((mark) => at - mark.at < SPAN), { at, bytes }].slice(-200);
    if (at - lastReport < PACE) return;
    lastReport = at;
    const first = marks[0]!;
    const rate = at - first.at < PACE ? null : ((bytes - first.bytes) / (at - first.at)) * 1000;
    speeds.setState({ [link]: { bytes, total, rate } });
  };
}
