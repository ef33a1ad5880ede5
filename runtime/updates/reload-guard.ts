const KEY = "toolkit_reloads";
/** A path is reloaded at most once within this time, in ms (NAV-11). */
const SPAN = 10_000;

type Reloads = Record<string, number>;

/**
 * Decides whether a path may be reloaded after one of its script chunks failed to load. Each path
 * has its own limit: two failing paths cannot reload each other forever.
 * @param storage of the tab; if it is blocked, nothing is reloaded
 * @param now milliseconds
 */
export function mayReload(
  path: string,
  storage: Pick<Storage, "getItem" | "setItem">,
  now: number,
): boolean {
  try {
    const reloads = read(storage.getItem(KEY));
    const last = reloads[path];
    if (last !== undefined && now - last < SPAN && now >= last) return false;
    const recent = Object.entries(reloads).filter(([, time]) => now - time < SPAN && now >= time);
    storage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(recent), [path]: now }));
    return true;
  } catch {
    return false;
  }
}

function read(text: string | null): Reloads {
  if (text === null) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return {};
    return Object.fromEntries(Object.entries(value).filter(([, time]) => Number.isFinite(time)));
  } catch {
    return {};
  }
}
