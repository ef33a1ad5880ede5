import { type Site, siteLocale } from "../site/site.ts";
import { COST_MESSAGES } from "./cost-messages.ts";
import { inputOf } from "./tool-input.ts";
import type { Page } from "./page.ts";
import type { Messages, MessageTree } from "./render.ts";

/** Size of a page's sharing image in pixels. */
export const IMAGE_WIDTH = 1200;
export const IMAGE_HEIGHT = 630;

/** File name of the image, in the same folder as the page's HTML. */
export const IMAGE_FILE = "_image.png";

type Shared = Pick<Page, "kind" | "locale" | "route">;

/** URL of a page's sharing image; undefined if the site or the page has none. */
export function imageUrlOf(site: Site, { kind, locale, route }: Shared): string | undefined {
  if (!site.images || kind === "error" || kind === "embed") return undefined;
  const { origin, prefix } = siteLocale(site, locale);
  return `${origin}${prefix}${route === "/" ? "" : route}/${IMAGE_FILE}`;
}

/** Text in a page's image: the name of a tool, or the heading of another page. */
export const imageWords = ({ kind, name, heading }: Pick<Page, "kind" | "name" | "heading">) =>
  kind === "tool" ? name : heading;

/**
 * Line below the drawing in a tool's image: its price, and where it runs. Empty for other pages.
 * @param messages messages of the page's locale
 */
export function imageNote(page: Page, { links }: Pick<Site, "links">, messages: Messages): string {
  if (page.kind !== "tool") return "";
  const location = inputOf(page, { links }) === "link" ? "link" : "device";
  return [`cost.${COST_MESSAGES[page.cost]}.name`, `place.${location}.name`]
    .map((key) => textAt(messages["common"], key))
    .filter((text) => text !== "")
    .join(" · ");
}

function textAt(tree: MessageTree | undefined, key: string): string {
  let found: MessageTree | string | undefined = tree;
  for (const part of key.split(".")) found = typeof found === "object" ? found[part] : undefined;
  return typeof found === "string" ? found : "";
}
