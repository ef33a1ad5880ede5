import { fetchMessages, find, findAll, siteData } from "./document.ts";

/** Translates the error page to the language of the URL, and shows the requested path. */
export function startErrorPage(): void {
  document.addEventListener("click", ({ target }) => {
    if ((target as Element).closest?.("[data-reload]")) location.reload();
  });
  const page = find("[data-error-page]");
  if (!page) return;
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
    .then((text) => {
      const path = find("[data-i18n-path]", page);
      if (path) {
        const address = isolated(decoded(location.pathname), shown?.dir);
        const words = text(path.dataset["i18nPath"]!);
        path.textContent = words === null ? address : words.replace("{{path}}", address);
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
    });
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
