import type { WorkspaceTool } from "#core/page/app-data.ts";
import { MENU } from "#core/tools/menu.ts";

type Entry = (typeof MENU)[number];
export type MenuId = Entry["id"];

/** The entry that opens what has been done. */
export const HISTORY: MenuId = "6";
/** The entry with the gift (WSP-3). */
export const GIFT: MenuId = "2";
/** The entry whose link says that it comes from the workspace (WSP-3). */
const TOLD: MenuId = "4-6";

export interface MenuItem {
  readonly id: MenuId;
  /** Message key. */
  readonly label: string;
  /** Address of the page to which it leads; null for a group. */
  readonly href: string | null;
  /** Its tools, the main one first, then in the site's order. */
  readonly tools: readonly WorkspaceTool[];
  /** Those of its tools that the menu lists below it. */
  readonly listed: readonly WorkspaceTool[];
  /** Whether none of its tools, and of those of its children, works yet. */
  readonly building: boolean;
  readonly children: readonly MenuItem[];
}

/** Address of a tool's page as the menu links it. */
export const hrefOf = ({ menu, path }: Pick<WorkspaceTool, "menu" | "path">): string =>
  menu === TOLD ? `${path}?from=workspace` : path;

/** An address that opens the history over a page. */
export const historyHref = (path: string): string => `${path}?type=history`;

/**
 * The side menu (WSP-3) of a site: entries without a tool are left out.
 * @param path of the page under the workspace
 */
export function menuOf(tools: readonly WorkspaceTool[], path: string): readonly MenuItem[] {
  const byId = new Map<string, Entry>(MENU.map((entry) => [entry.id, entry]));
  const itemOf = (entry: Entry): MenuItem | null => {
    const main = "main" in entry ? entry.main : null;
    const own = tools
      .filter(({ menu }) => menu === entry.id)
      .sort((a, b) => Number(b.slug === main) - Number(a.slug === main));
    const ids: readonly string[] = "children" in entry ? entry.children : [];
    const children = ids.flatMap((id) => {
      const child = itemOf(byId.get(id)!);
      return child ? [child] : [];
    });
    const first = own.find(({ available }) => available) ?? own[0];
    const href = entry.id === HISTORY ? historyHref(path) : first ? hrefOf(first) : null;
    if (href === null && children.length === 0) return null;
    const slugs: readonly string[] = "listed" in entry ? entry.listed : [];
    return {
      id: entry.id,
      label: `workspace:menu.${entry.key}`,
      href,
      tools: own,
      listed: slugs.flatMap((slug) => own.find((tool) => tool.slug === slug) ?? []),
      building:
        entry.id !== HISTORY &&
        !own.some(({ available }) => available) &&
        children.every(({ building }) => building),
      children,
    };
  };
  return MENU.filter(({ id }) => !id.includes("-")).flatMap((entry) => {
    const item = itemOf(entry);
    return item ? [item] : [];
  });
}

/** An item and those below it that have a page, in the order of the menu. */
export const leavesOf = (item: MenuItem): readonly MenuItem[] =>
  item.children.length > 0 ? item.children.flatMap(leavesOf) : [item];

export const findItem = (items: readonly MenuItem[], id: string): MenuItem | null =>
  items.flatMap((item) => [item, ...item.children]).find((item) => item.id === id) ?? null;

/** Whether a click opens a link where one is, and not in another tab. */
export const isPlain = ({
  button,
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
}: Pick<MouseEvent, "button" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;

/**
 * Whether an address is that of a page itself, and does not ask for the history over it.
 * @param path of the page
 */
export function leadsTo(href: string, path: string): boolean {
  const { pathname, searchParams } = new URL(href, "https://site.example");
  return pathname === path && searchParams.get("type") !== "history";
}
