import type { SiteData } from "./site-data.ts";

/** The first element that matches, if there is one. */
export const find = <E extends HTMLElement = HTMLElement>(
  selector: string,
  root: ParentNode = document,
): E | null => root.querySelector<E>(selector);

export const findAll = (selector: string, root: ParentNode = document): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>(selector),
];

export const siteData = (): SiteData =>
  JSON.parse(document.getElementById("toolkit-site")!.textContent) as SiteData;

/** Storage may be forbidden; then nothing is remembered. */
export const remembered = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};
/** The same of what stays while the tab does. */
export const rememberedInTab = (key: string): string | null => {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
};
export const remember = (key: string, value: string | null): void => {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Nothing depends on it.
  }
};

/** Runs when the document has been loaded and the browser has nothing to do. */
export function whenRested(run: () => void): void {
  const rest = (): void => {
    if ("requestIdleCallback" in window) requestIdleCallback(run, { timeout: 4000 });
    else setTimeout(run, 200);
  };
  if (document.readyState === "complete") rest();
  else addEventListener("load", rest, { once: true });
}

/** Marks the part of the page that waits for the application: it cannot be loaded. */
export const markFailed = (): void => {
  find("[data-live]:not([data-filled])")?.setAttribute("data-failed", "");
};

interface Tree {
  readonly [key: string]: string | Tree;
}

/** A locale's messages of one file, as `a.b.c` → text; null where a text is missing. */
export async function fetchMessages(
  code: string,
  file: string,
): Promise<(key: string) => string | null> {
  const response = await fetch(`/locales/${code}/${file}.json`);
  if (!response.ok) throw new RangeError(`No messages for ${code}`);
  const tree = (await response.json()) as Tree;
  return (key) => {
    let node: string | Tree | undefined = tree;
    for (const part of key.split(".")) node = typeof node === "object" ? node[part] : undefined;
    return typeof node === "string" ? node : null;
  };
}
