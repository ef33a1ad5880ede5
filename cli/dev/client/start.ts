import { morph, shapeOf } from "./morph.ts";
import { createOverlay } from "./overlay.ts";
import { watchFailures } from "./failures.ts";
import { createPanel } from "./panel.ts";
import type { ShownFinding } from "../page-facts.ts";
import type { Change, Handover } from "./types.ts";

const SCROLL = "toolkit_dev_scroll";

/** The findings embedded in a document and its revision. */
function dataOf(document: Document) {
  const data = document.getElementById("toolkit-dev")?.textContent;
  return JSON.parse(data || '{ "errors": [], "revision": 0 }') as {
    readonly errors: readonly ShownFinding[];
    readonly revision: number;
  };
}

/** ANSI color sequences, which are removed. */
const COLOR = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, "g");
const plain = (text: string): string => text.replaceAll(COLOR, "");

/** Reloads the document and keeps the scroll position. */
function reload(): void {
  sessionStorage.setItem(SCROLL, JSON.stringify([location.pathname, scrollX, scrollY]));
  location.reload();
}
function restoreScroll(): void {
  const [path, x, y] = JSON.parse(sessionStorage.getItem(SCROLL) ?? "[]") as [
    string?,
    number?,
    number?,
  ];
  sessionStorage.removeItem(SCROLL);
  if (path === location.pathname) scrollTo({ left: x!, top: y!, behavior: "instant" });
}

/**
 * Keeps an open page in sync with its files.
 * @param loadHandover loads the bridge to the site's page scripts
 */
export function start(loadHandover: (() => Promise<Handover>) | null): void {
  const hot = import.meta.hot!;
  const overlay = createOverlay(document);
  const first = location.pathname;
  let shape = shapeOf(document);
  restoreScroll();
  const panel = createPanel();
  let path = "";
  /** Client-side navigation fires no event here. */
  const followPage = (): void => {
    if (location.pathname === path) return;
    path = location.pathname;
    void renew().catch(() => {});
  };
  let { errors, revision } = dataOf(document);
  overlay.show(errors);
  watchFailures((found) => {
    errors = [found, ...errors];
    overlay.show(errors);
  });
  followPage();
  new MutationObserver(followPage).observe(document.head, { childList: true, subtree: true });

  /**
   * Requests the errors of the page, and those of the rest of the site once the server has read it.
   */
  async function renew(): Promise<void> {
    await panel.renew();
    const url = `/@toolkit/errors.json?path=${encodeURIComponent(location.pathname)}`;
    const elsewhere = (await (await fetch(url)).json()) as readonly ShownFinding[];
    panel.showElsewhere(elsewhere);
    overlay.show(errors, elsewhere);
  }

  async function enhance(changed: readonly Element[]): Promise<void> {
    if (changed.length === 0 || !loadHandover) return;
    const { handover } = await loadHandover();
    for (const part of changed) handover.enhance?.(part, new AbortController().signal);
  }

  async function refresh({ whole }: Change): Promise<void> {
    const response = await fetch(location.href, { headers: { "x-toolkit": "refresh" } });
    const next = new DOMParser().parseFromString(await response.text(), "text/html");
    ({ errors, revision } = dataOf(next));
    if (next.body.hasAttribute("data-toolkit-broken")) return overlay.show(errors);
    // React owns a page reached by client-side navigation, and application texts occur in many
    // places.
    if (whole || location.pathname !== first || document.body.hasAttribute("data-toolkit-broken"))
      return reload();
    const changed = morph(document, shape, next);
    if (!changed) return reload();
    shape = shapeOf(next);
    overlay.show(errors);
    await enhance(changed);
  }

  let queue = Promise.resolve();
  const take = (change: Change): void => {
    queue = queue
      .then(() => refresh(change))
      .then(renew)
      .catch(() => {});
  };
  hot.on("toolkit:change", take);
  // Changes before the connection was open were not received.
  async function catchUp(): Promise<void> {
    const now = (await (await fetch("/@toolkit/revision.json")).json()) as number;
    if (now !== revision) take({ files: [], whole: false });
  }
  hot.on("vite:ws:connect", () => void catchUp().catch(() => {}));
  void catchUp().catch(() => {});
  hot.on("toolkit:styles", () => {
    for (const link of document.querySelectorAll<HTMLLinkElement>(
      'link[rel="stylesheet"][href^="/@toolkit/"]',
    ))
      renewStyle(link);
  });
  hot.on("vite:beforeFullReload", () =>
    sessionStorage.setItem(SCROLL, JSON.stringify([location.pathname, scrollX, scrollY])),
  );
  hot.on("vite:error", ({ err }) => {
    const { message, loc, frame, id } = err as typeof err & { id?: string };
    const file = loc?.file ?? id ?? "";
    overlay.show([
      {
        code: "BUNDLE_FAILED",
        severity: "error",
        title: "The site's code does not build",
        message: plain(message),
        place: [file, loc?.line, loc?.column].filter(Boolean).join(":"),
        frame: plain(frame ?? ""),
        fix: "Fix the file that is named.",
      },
    ]);
  });
  hot.on("vite:beforeUpdate", () => overlay.show(dataOf(document).errors));
}

/** Reloads a stylesheet; the previous one applies until the new one has loaded. */
function renewStyle(link: HTMLLinkElement): void {
  const next = link.cloneNode() as HTMLLinkElement;
  next.href = `${link.href.replace(/\?.*/s, "")}?${Date.now()}`;
  next.addEventListener("load", () => link.remove(), { once: true });
  next.addEventListener("error", () => next.remove(), { once: true });
  link.after(next);
}
