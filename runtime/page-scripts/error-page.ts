import type { SiteData } from "./site-data.ts";
import { fetchMessages, find, findAll, siteData } from "./document.ts";

/**
 * Translates the error page to the language of the URL, and shows the requested path.
 * @param page its content
 * @param onReplaced called when controls were replaced by those of another language
 */
export function startErrorPage(page: HTMLElement, onReplaced: () => void): void {
  if (page.dataset["errorPage"] === "offline")
    import("./offline-page.ts").then((it) => it.waitForConnection(window)).catch(() => {});
  const { locale, locales } = siteData();
  const code = location.pathname.split("/", 2)[1]!.toLowerCase();
  const requestedPath =
    locales.find((other) => other.code === code) ??
    locales.find(({ home }) => home === `${location.origin}/`);
  const shown = requestedPath && requestedPath.code !== locale ? requestedPath : undefined;
  void fetchMessages(shown?.code ?? locale, "pages")
    .catch(() => () => null)
    .then(async (text) => {
      const path = find("[data-i18n-path]", page);
      if (path) {
        const address = isolated(decoded(location.pathname), shown?.dir);
        // The words repeat the heading, so that they are not shown.
        const [before = "", after = ""] = text(path.dataset["i18nPath"]!)?.split("{{path}}") ?? [];
        path.replaceChildren(hiddenText(before), address, hiddenText(after));
        path.hidden = false;
      }
      if (!shown) return;
      document.documentElement.lang = shown.language;
      document.documentElement.dir = shown.dir;
      for (const element of findAll("[data-i18n]", page))
        element.textContent = text(element.dataset["i18n"]!) ?? element.textContent;
      for (const link of findAll("a[data-home]", page) as HTMLAnchorElement[])
        link.href = shown.home + link.dataset["home"]!;
      const title = text(`error.${page.dataset["errorPage"]}.title`);
      if (title !== null) document.title = document.title.replace(/^[^|]*(?=\|)/, `${title} `);
      if (find("[data-tools]", page)) await showToolsOf(shown).then(onReplaced);
    })
    // The tools stay in the default language.
    .catch(() => {});
}

/** Shows header, footer, search and tools as the home page of a language has them. */
async function showToolsOf({ code, home }: SiteData["locales"][number]): Promise<void> {
  const response = await fetch(home);
  if (!response.ok) throw new RangeError(`No home page for ${code}`);
  const there = new DOMParser().parseFromString(await response.text(), "text/html");
  const groups = findAll("[data-tools] > [data-tool-group]:not(#coming)", there);
  for (const figure of groups.flatMap((group) => findAll("figure", group))) figure.remove();
  const tools = find("[data-tools]")!;
  tools.replaceChildren(find("h2", tools)!, ...groups);
  for (const part of ["body > header", "body > footer", "[data-search]"]) {
    const own = find(part, there);
    if (own) find(part)?.replaceWith(own);
  }
  const data = document.getElementById("toolkit-site")!;
  data.textContent = JSON.stringify({ ...siteData(), locale: code });
}

function hiddenText(text: string): HTMLElement {
  const hidden = document.createElement("span");
  hidden.className = "visually-hidden";
  hidden.textContent = text;
  return hidden;
}

/** Isolates the direction of a URL inside right-to-left text. */
const isolated = (text: string, dir: string | undefined): string =>
  dir === "rtl" ? `\u2066${text}\u2069` : text;

const decoded = (path: string): string => {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
};
