import type { SiteData } from "./site-data.ts";

/** The first element that matches, or null. */
export const find = <E extends HTMLElement = HTMLElement>(
  selector: string,
  root: ParentNode = document,
): E | null => root.querySelector<E>(selector);

export const findAll = (selector: string, root: ParentNode = document): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>(selector),
];

export const siteData = (): SiteData =>
  JSON.parse(document.getElementById("toolkit-site")!.textContent) as SiteData;

/** Reads from local storage; null if storage is blocked. */
export const remembered = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};
/** Reads from session storage; null if storage is blocked. */
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
    // Storage is blocked; nothing depends on the value.
  }
};

/** Runs when the document has loaded and the browser is idle. */
export function whenRested(run: () => void): void {
  const rest = (): void => {
    if ("requestIdleCallback" in window) requestIdleCallback(run, { timeout: 4000 });
    else setTimeout(run, 200);
  };
  if (document.readyState === "complete") rest();
  else addEventListener("load", rest, { once: true });
}

/** Marks the placeholder of the live part: the application could not be loaded. */
export const markFailed = (): void => {
  find("[data-live]:not([data-filled])")?.setAttribute("data-failed", "");
};

interface Tree {
  readonly [key: string]: string | Tree;
}

/**
 * A locale's messages of one file, as a map from `a.b.c` to the text; null if a text is missing.
 */
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
