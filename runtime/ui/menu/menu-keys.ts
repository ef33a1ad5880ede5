/** Movements of the focus by arrow keys in a list of controls. */
export type Way = "next" | "previous" | "first" | "last";

/**
 * The movement for a key in a list with an orientation.
 * @param axis `y` for a vertical list
 */
export function wayOf(key: string, axis: "x" | "y", isRtl: boolean): Way | null {
  if (key === "Home") return "first";
  if (key === "End") return "last";
  const [previous, next] =
    axis === "y"
      ? ["ArrowUp", "ArrowDown"]
      : isRtl
        ? ["ArrowRight", "ArrowLeft"]
        : ["ArrowLeft", "ArrowRight"];
  return key === next ? "next" : key === previous ? "previous" : null;
}

/** Target index among `count` items, from `at` (−1: no item); does not wrap around. */
export function nextIndex(way: Way, at: number, count: number): number {
  if (way === "first" || at < 0) return way === "previous" || way === "last" ? count - 1 : 0;
  if (way === "last") return count - 1;
  return Math.max(0, Math.min(count - 1, at + (way === "next" ? 1 : -1)));
}

/** Focuses the target item of a movement. */
export function walk(items: readonly HTMLElement[], way: Way): void {
  const at = items.findIndex((item) => item === item.ownerDocument.activeElement);
  items[nextIndex(way, at, items.length)]?.focus();
}
