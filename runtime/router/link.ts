/**
 * The address to which a click leads within this site, or null when the click is the browser's: with
 * a modifier or another button, for a new tab, a download, another origin, or a file.
 */
export function linkOf(event: MouseEvent, location: Location): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = (event.target as Element | null)?.closest?.("a");
  return link && isInside(link, location) ? link : null;
}

/** Whether a link leads to a page of this site, in this tab. */
export function isInside(link: HTMLAnchorElement, location: Pick<Location, "origin">): boolean {
  if (!link.hasAttribute("href") || link.hasAttribute("download")) return false;
  if (link.target !== "" && link.target !== "_self") return false;
  if (/\bexternal\b/.test(link.rel)) return false;
  return link.origin === location.origin && isPagePath(link.pathname);
}

/**
 * Pages have no file extension and are not below the folders of files, nor the API's. A path that
 * starts with two slashes would be the address of another host.
 */
export const isPagePath = (path: string): boolean =>
  !path.startsWith("//") &&
  !/\.[a-z0-9]{1,12}$/i.test(path) &&
  !/^\/(?:assets|builds|locales|app|og|audio|igweb|logstores)\/|^\/(?:healthz|readyz|metrics)$/.test(
    path,
  );
