/**
 * The address of a click that the router handles; null for clicks that are the browser's: with a
 * modifier or another button, to a new tab, a download, another origin, or a file.
 */
export function linkOf(event: MouseEvent, location: Location): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = (event.target as Element | null)?.closest?.("a");
  return link && isInside(link, location) ? link : null;
}

/** Whether a link leads to a page of this site in this tab. */
export function isInside(link: HTMLAnchorElement, location: Pick<Location, "origin">): boolean {
  if (!link.hasAttribute("href") || link.hasAttribute("download")) return false;
  if (link.target !== "" && link.target !== "_self") return false;
  if (/\bexternal\b/.test(link.rel)) return false;
  return link.origin === location.origin && isPagePath(link.pathname);
}

/**
 * Page paths have no file extension, and are not below the folders of files or of the API. A path
 * with two leading slashes would name another host.
 */
export const isPagePath = (path: string): boolean =>
  !path.startsWith("//") &&
  !/\.[a-z0-9]{1,12}$/i.test(path) &&
  !/^\/(?:assets|builds|locales|app|og|audio|igweb|logstores)\/|^\/(?:healthz|readyz|metrics)$/.test(
    path,
  );
