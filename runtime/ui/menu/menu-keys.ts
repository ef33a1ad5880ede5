/** Where the arrow keys lead in a list of controls. */
export type Way = "next" | "previous" | "first" | "last";

/**
 * What a key means in a list that runs in a direction.
 * @param axis `y` for one below the other
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

/** Place to go to among `count`, from `at` (−1: none of them); the ends hold. */
export function placeOf(way: Way, at: number, count: number): number {
  if (way === "first" || at < 0) return way === "previous" || way === "last" ? count - 1 : 0;
  if (way === "last") return count - 1;
  return Math.max(0, Math.min(count - 1, at + (way === "next" ? 1 : -1)));
}

/** Gives the focus to the item to which a way leads. */
export function walk(items: readonly HTMLElement[], way: Way): void {
  const at = items.findIndex((item) => item === item.ownerDocument.activeElement);
  items[placeOf(way, at, items.length)]?.focus();
}
