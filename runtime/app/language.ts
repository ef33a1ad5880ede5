import { bestLocale } from "../../core/locales.ts";
import { fetchMessages, find, findAll, remember, remembered, siteData } from "./document.ts";

const COOKIE = "i18n_redirected";
const DISMISSED = "toolkit_language_banner";
const CRAWLER =
  /bot|crawl|spider|slurp|mediapartners|facebookexternalhit|embedly|lighthouse|archiver/i;

const storedLocale = (): string | undefined =>
  document.cookie
    .split("; ")
    .find((part) => part.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);

const store = (code: string): void => {
  document.cookie = `${COOKIE}=${code}; Max-Age=${365 * 86400}; Path=/; SameSite=Lax`;
};

/** A language link remembers the choice and keeps the query and the hash of the address (LOC-5). */
function startLink(link: HTMLAnchorElement): void {
  link.addEventListener("click", () => {
    store(link.dataset["language"]!);
    const target = new URL(link.href);
    target.search = location.search;
    target.hash = location.hash;
    link.href = target.href;
  });
}

export function startLanguageLinks(): void {
  for (const link of findAll("a[data-language]") as HTMLAnchorElement[]) startLink(link);
}

/** On every page but the unprefixed home, a banner offers the page in the visitor's language (LOC-4). */
export function startLanguageBanner(): void {
  const banner = find("[data-language-banner]");
  if (!banner) return;
  const { locale, offers, locales } = siteData();
  const stored = storedLocale();
  const wanted = locales.some(({ code }) => code === stored)
    ? stored
    : bestLocale(navigator.languages, locales);
  if (
    wanted === undefined ||
    wanted === locale ||
    !offers.includes(wanted) ||
    remembered(DISMISSED) === wanted ||
    CRAWLER.test(navigator.userAgent) ||
    new URLSearchParams(location.search).has("noredirect")
  )
    return;
  const source = find<HTMLAnchorElement>(`a[data-language="${wanted}"]`);
  if (!source) return;
  void fetchMessages(wanted, "common")
    .then((text) => {
      const { language, dir } = locales.find(({ code }) => code === wanted)!;
      const words = document.createElement("p");
      words.textContent = text("banner.text");
      const open = document.createElement("a");
      open.textContent = text("banner.open");
      open.href = source.href;
      open.hreflang = language;
      open.dataset["language"] = wanted;
      const dismiss = document.createElement("button");
      dismiss.type = "button";
      dismiss.textContent = text("banner.dismiss");
      dismiss.addEventListener("click", () => {
        remember(DISMISSED, wanted);
        banner.hidden = true;
      });
      startLink(open);
      banner.lang = language;
      banner.dir = dir;
      banner.setAttribute("aria-label", text("banner.label") ?? "");
      banner.replaceChildren(words, open, dismiss);
      banner.hidden = false;
    })
    .catch(() => {
      // An offer that cannot be worded is not made.
    });
}
