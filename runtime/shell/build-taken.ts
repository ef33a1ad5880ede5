const KEY = "toolkit_build_shown";

/**
 * Whether the tab shows another build than at its last page load (ANL-1): a newer or republished
 * one.
 * @param id of the build shown
 * @param storage of the tab; if it is blocked, the answer is no
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
