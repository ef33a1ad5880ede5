const KEY = "toolkit_build";

type Storage = Pick<globalThis.Storage, "getItem" | "setItem">;

/** Whether the visitor has entered text into the page. */
const isWritten = (document: Document): boolean =>
  Array.from(document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea"))
    .filter(({ type }) => !["checkbox", "radio", "range", "file", "hidden"].includes(type))
    .some(({ value, defaultValue }) => value !== defaultValue);

/**
 * Loads a newer build while the tab is hidden and nothing would be lost (NAV-10). Once per build: a
 * document from a stale cache would reload forever.
 * @param newest id of the newer build
 */
export function leaveWhenHidden(
  window: Window,
  newest: string,
  { busy, storage }: { readonly busy: () => boolean; readonly storage: () => Storage },
): void {
  const { document, location } = window;
  const isFirst = (): boolean => {
    try {
      if (storage().getItem(KEY) === newest) return false;
      storage().setItem(KEY, newest);
      return true;
    } catch {
      // Storage is blocked: the next navigation loads the newer build.
      return false;
    }
  };
  const leave = (): void => {
    if (document.hidden && !busy() && !isWritten(document) && isFirst()) location.reload();
  };
  document.addEventListener("visibilitychange", leave);
  leave();
}
