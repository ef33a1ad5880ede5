import { bestLocale } from "#core/site/locales.ts";
import { fetchMessages, find, remember, remembered, siteData } from "./document.ts";
import { handover } from "./handover.ts";

const COOKIE = "i18n_redirected";
const DISMISSED = "toolkit_language_banner";
const CRAWLER =
  /bot|crawl|spider|slurp|mediapartners|facebookexternalhit|embedly|lighthouse|archiver/i;

const storedLocale = (): string | undefined =>
  document.cookie
    .split("; ")
    .find((part) => part.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);

/** Stores the visitor's choice of a language for a year (LOC-5). */
export const storeLocale = (code: string): void => {
  document.cookie = `${COOKIE}=${code}; Max-Age=${365 * 86400}; Path=/; SameSite=Lax`;
};

/**
 * Language links keep the query and the hash of the URL, and store the choice (LOC-5). If the
 * application runs, it switches the language before the choice is stored.
 */
export function startLanguageLinks(): void {
  document.addEventListener(
    "click",
    ({ target }) => {
      const link = (target as Element).closest?.<HTMLAnchorElement>("a[data-language]");
      if (!link) return;
      const address = new URL(link.href);
      address.search = location.search;
      address.hash = location.hash;
      link.href = address.href;
      if (!handover.running || address.origin !== location.origin)
        storeLocale(link.dataset["language"]!);
    },
    // In the capture phase, before the handlers that follow the link.
    { capture: true },
  );
}

/**
 * On every page except the unprefixed home page, a banner offers the page in the visitor's language
 * (LOC-4). Called for each page.
 */
export function offerLanguage(): void {
  const banner = find("[data-language-banner]");
  if (!banner) return;
  const { locale, offers, locales } = siteData();
  const stored = storedLocale();
  const preferred = locales.some(({ code }) => code === stored)
    ? stored
    : bestLocale(navigator.languages, locales);
  banner.hidden = true;
  if (
    preferred === undefined ||
    preferred === locale ||
    !offers.includes(preferred) ||
    banner.dataset["dismissed"] !== undefined ||
    remembered(DISMISSED) === preferred ||
    CRAWLER.test(navigator.userAgent) ||
    new URLSearchParams(location.search).has("noredirect")
  )
    return;
  const link = find<HTMLAnchorElement>(`[data-language="${preferred}"]`, banner);
  if (link) banner.hidden = false;
  else void fillBanner(banner, preferred, siteData());
}

async function fillBanner(
  banner: HTMLElement,
  preferred: string,
  { locales }: ReturnType<typeof siteData>,
): Promise<void> {
  // Without its text, the banner is not shown.
  const text = await fetchMessages(preferred, "common").catch(() => null);
  const source = find<HTMLAnchorElement>(`a[data-language="${preferred}"]`);
  // The visitor may have navigated meanwhile.
  if (!text || !source || !banner.isConnected || !siteData().offers.includes(preferred)) return;
  const { language, dir } = locales.find(({ code }) => code === preferred)!;
  const words = document.createElement("p");
  words.textContent = text("banner.text");
  const open = document.createElement("a");
  open.textContent = text("banner.open");
  open.href = source.href;
  open.hreflang = language;
  open.dataset["language"] = preferred;
  const dismiss = document.createElement("button");
  dismiss.type = "button";
  dismiss.textContent = text("banner.dismiss");
  dismiss.addEventListener("click", () => {
    remember(DISMISSED, preferred);
    banner.dataset["dismissed"] = "";
    banner.hidden = true;
  });
  banner.lang = language;
  banner.dir = dir;
  banner.setAttribute("aria-label", text("banner.label") ?? "");
  banner.replaceChildren(words, open, dismiss);
  banner.hidden = false;
}
