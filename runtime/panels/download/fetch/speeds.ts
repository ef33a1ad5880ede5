import { createStore } from "zustand/vanilla";

/** How fast something is fetched. */
export interface Speed {
  readonly bytes: number;
  /** Null where nobody knows. */
  readonly total: number | null;
  /** Bytes a second, of the last seconds; null until it is known. */
  readonly rate: number | null;
}

/** What is being fetched now, by its link. */
export const speeds = createStore<Readonly<Record<string, Speed>>>(() => ({}));

/** ms that a speed is taken over, and between two words about it. */
const SPAN = 5000;
const PACE = 500;

/** Tells how fast a link is fetched; null ends it. @param now ms */
export function createSpeedometer(link: string, now: () => number) {
  let marks: { readonly at: number; readonly bytes: number }[] = [];
  let told = -Infinity;
  return (bytes: number | null, total: number | null = null): void => {
    if (bytes === null) {
      const { [link]: _gone, ...others } = speeds.getState();
      speeds.setState(others, true);
      return;
    }
    const at = now();
    marks = [...marks.filter((mark) => at - mark.at < SPAN), { at, bytes }].slice(-200);
    if (at - told < PACE) return;
    told = at;
    const first = marks[0]!;
    const rate = at - first.at < PACE ? null : ((bytes - first.bytes) / (at - first.at)) * 1000;
    speeds.setState({ [link]: { bytes, total, rate } });
  };
}
