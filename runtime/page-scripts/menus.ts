import { find, findAll } from "./document.ts";

const MENU = "details[data-menu]";

const menuOf = (target: EventTarget | null): HTMLDetailsElement | null =>
  (target as Element | null)?.closest?.<HTMLDetailsElement>(MENU) ?? null;

/** Closes all menus except one. */
const closeOthers = (openMenu: Element | null): void => {
  for (const menu of findAll(`${MENU}[open]`) as HTMLDetailsElement[])
    if (menu !== openMenu) menu.open = false;
};

/**
 * Adds menu behavior to `<details>`: a menu closes on Escape, on a click elsewhere, when a link in
 * it is followed or a dialog opens, and when the focus leaves, and the arrow keys move through it. This includes menus
 * that are added later.
 */
export function startMenus(): void {
  document.addEventListener("click", ({ target }) => {
    const menu = menuOf(target);
    const opener = (target as Element).closest?.("a[href], [data-open]");
    // A dialog that closes returns the focus to an element that is still visible.
    if (menu && opener?.matches("[data-open]")) find("summary", menu)!.focus();
    closeOthers(opener ? null : menu);
  });
  document.addEventListener("focusout", ({ target, relatedTarget }) => {
    const menu = menuOf(target);
    if (menu && relatedTarget && !menu.contains(relatedTarget as Node)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    // The search of a menu handles its own keys.
    if (event.defaultPrevented) return;
    const open = find<HTMLDetailsElement>(`${MENU}[open]`);
    if (event.key === "Escape" && open) {
      open.open = false;
      find("summary", open)?.focus();
      return;
    }
    const menu = menuOf(event.target);
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
    if (!menu || step === undefined || (!menu.open && Math.abs(step) > 1)) return;
    event.preventDefault();
    menu.open = true;
    const items = findAll(":is(a, button, summary):not([data-menu] > summary)", menu).filter(
      (item) => item.getClientRects().length > 0,
    );
    const at = items.indexOf(document.activeElement as HTMLElement);
    const next = at < 0 && step < 0 ? items.length - 1 : at + step;
    items[Math.max(0, Math.min(items.length - 1, next))]?.focus();
  });
}
