import { type Site, urlOf } from "../site/site.ts";

/** Title of a shared episode (CMP-5). */
export const SHARE_TITLE = "AI Podcast Maker";

export interface Shared {
  readonly url: string;
  readonly title: string;
}

/** URLs for sharing a link; each network accepts the URL and, if supported, the title. */
const NETWORKS = {
  x: ({ url, title }: Shared) => address("https://x.com/intent/post", { text: title, url }),
  facebook: ({ url }: Shared) => address("https://www.facebook.com/sharer/sharer.php", { u: url }),
  whatsapp: ({ url, title }: Shared) => address("https://wa.me/", { text: `${title} ${url}` }),
} as const;

export type Network = keyof typeof NETWORKS;
/** In the order of the buttons. */
export const SHARE_NETWORKS = Object.keys(NETWORKS) as readonly Network[];
/** Network names, the same in all languages. */
export const NETWORK_NAMES: Readonly<Record<Network, string>> = {
  x: "X",
  facebook: "Facebook",
  whatsapp: "WhatsApp",
};

// Spaces as %20, because not every network decodes a plus sign as a space.
const address = (base: string, values: Readonly<Record<string, string>>): string =>
  `${base}?${Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
    .join("&")}`;

/** URL of a network's sharing page, to be opened without `opener`. */
export const shareAddress = (network: Network, shared: Shared): string => NETWORKS[network](shared);

export const podcastUrl = (site: Site, locale: string, id: string): string =>
  `${urlOf(site, locale, "/podcast-preview")}?id=${encodeURIComponent(id)}`;
