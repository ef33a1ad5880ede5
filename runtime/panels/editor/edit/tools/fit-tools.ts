/** Space of a toolbar, in CSS pixels. */
export interface ToolbarSpace {
  readonly width: number;
  /** Width of each button. */
  readonly button: number;
  /** Distance of two groups. */
  readonly gap: number;
}

/**
 * The tools that fit on one row; the others are for a menu, whose button needs room as well.
 * @param groups names of the tools, in the order of the toolbar
 * @param priority all names, the most important first
 */
export function fitTools(
  groups: readonly (readonly string[])[],
  priority: readonly string[],
  { width, button, gap }: ToolbarSpace,
): ReadonlySet<string> {
  const rankOf = new Map(priority.map((name, rank) => [name, rank]));
  const byRank = groups.flat().sort((a, b) => rankOf.get(a)! - rankOf.get(b)!);
  const lengthOf = (shown: ReadonlySet<string>): number => {
    const filled = groups.filter((group) => group.some((name) => shown.has(name))).length;
    const menu = shown.size < byRank.length ? gap + button : 0;
    return shown.size * button + Math.max(0, filled - 1) * gap + menu;
  };
  for (let count = byRank.length; count > 1; count--) {
    const shown = new Set(byRank.slice(0, count));
    if (lengthOf(shown) <= width) return shown;
  }
  return new Set(byRank.slice(0, 1));
}
