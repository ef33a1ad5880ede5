import { type Site, urlOf } from "../site/site.ts";

/** Title under which an episode is shared (CMP-5). */
export const SHARE_TITLE = "AI Podcast Maker";

export interface Shared {
  readonly url: string;
  readonly title: string;
}

/** Where a page is shared by a link; each network takes the address and, if it can, the title. */
const NETWORKS = {
  x: ({ url, title }: Shared) => address("https://x.com/intent/post", { text: title, url }),
  facebook: ({ url }: Shared) => address("https://www.facebook.com/sharer/sharer.php", { u: url }),
  whatsapp: ({ url, title }: Shared) => address("https://wa.me/", { text: `${title} ${url}` }),
} as const;

export type Network = keyof typeof NETWORKS;
/** In the order of the buttons. */
export const SHARE_NETWORKS = Object.keys(NETWORKS) as readonly Network[];
/** Names are the same in every language. */
export const NETWORK_NAMES: Readonly<Record<Network, string>> = {
  x: "X",
  facebook: "Facebook",
  whatsapp: "WhatsApp",
};

// Spaces as %20: not every network reads a plus sign as one.
const address = (base: string, values: Readonly<Record<string, string>>): string =>
  `${base}?${Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
    .join("&")}`;

/** Address of a network's own page for sharing. To be opened without `opener`. */
export const shareAddress = (network: Network, shared: Shared): string => NETWORKS[network](shared);

/** Public address of an episode in a locale. */
export const podcastUrl = (site: Site, locale: string, id: string): string =>
  `${urlOf(site, locale, "/podcast-preview")}?id=${encodeURIComponent(id)}`;
