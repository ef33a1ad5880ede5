import type { WorkspaceTool } from "#core/page/app-data.ts";
import { MENU } from "#core/tools/menu.ts";

type Entry = (typeof MENU)[number];
export type MenuId = Entry["id"];

/** The history entry. */
export const HISTORY: MenuId = "6";
/** The entry with the gift (WSP-3). */
export const GIFT: MenuId = "2";
/** The entry whose link states that it comes from the workspace (WSP-3). */
const ENTRY_WITH_ORIGIN: MenuId = "4-6";

export interface MenuItem {
  readonly id: MenuId;
  /** Message key. */
  readonly label: string;
  /** Address of its page; null for a group. */
  readonly href: string | null;
  /** Its tools, the main one first, then in site order. */
  readonly tools: readonly WorkspaceTool[];
  /** The tools that the menu lists below it. */
  readonly listed: readonly WorkspaceTool[];
  /** Whether neither its tools nor those of its children are available yet. */
  readonly building: boolean;
  readonly children: readonly MenuItem[];
}

/** Address of a tool's page for links in the menu. */
export const hrefOf = ({ menu, path }: Pick<WorkspaceTool, "menu" | "path">): string =>
  menu === ENTRY_WITH_ORIGIN ? `${path}?from=workspace` : path;

/** Address that opens the history over a page. */
export const historyHref = (path: string): string => `${path}?type=history`;

/**
 * The side menu (WSP-3) of a site; entries without a tool are left out.
 * @param path path of the page below the workspace
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

/** An item and its descendants that have a page, in menu order. */
export const leavesOf = (item: MenuItem): readonly MenuItem[] =>
  item.children.length > 0 ? item.children.flatMap(leavesOf) : [item];

export const findItem = (items: readonly MenuItem[], id: string): MenuItem | null =>
  items.flatMap((item) => [item, ...item.children]).find((item) => item.id === id) ?? null;

/** Whether a click opens a link in the same tab. */
export const isPlain = ({
  button,
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
}: Pick<MouseEvent, "button" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;

/**
 * Whether an address is that of the page itself, not of the history over it.
 * @param path path of the page
 */
export function leadsTo(href: string, path: string): boolean {
  const { pathname, searchParams } = new URL(href, "https://site.example");
  return pathname === path && searchParams.get("type") !== "history";
}
