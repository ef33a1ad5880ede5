const KEY = "toolkit_build_shown";

/**
 * Whether a tab shows another build than at its last page load (ANL-1): it has taken a newer one, or
 * one that was published again.
 * @param id of the build that is shown
 * @param storage of the tab; where it is refused nothing is known, and the answer is no
 */
export function takesBuild(
  id: string,
  storage: () => Pick<Storage, "getItem" | "setItem">,
): boolean {
  try {
    const before = storage().getItem(KEY);
    if (before !== id) storage().setItem(KEY, id);
    return before !== null && before !== id;
  } catch {
    return false;
  }
}
