import { find, findAll } from "./document.ts";

/**
 * What `<details>` alone does not do for a menu: it closes by Escape, by a click elsewhere and when
 * the focus leaves, and the arrow keys walk through it.
 */
export function startMenus(): void {
  const menus = findAll("details[data-menu]") as HTMLDetailsElement[];
  const openMenu = () => menus.find((menu) => menu.open);
  document.addEventListener("click", ({ target }) => {
    for (const menu of menus) if (menu.open && !menu.contains(target as Node)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    const menu = openMenu();
    if (event.key !== "Escape" || !menu) return;
    menu.open = false;
    find("summary", menu)?.focus();
  });
  for (const menu of menus) {
    menu.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget && !menu.contains(relatedTarget as Node)) menu.open = false;
    });
    menu.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
      if (step === undefined) return;
      if (!menu.open && Math.abs(step) > 1) return;
      event.preventDefault();
      menu.open = true;
      const items = findAll("summary ~ * a, summary ~ * button", menu);
      const at = items.indexOf(document.activeElement as HTMLElement);
      const next = at < 0 && step < 0 ? items.length - 1 : at + step;
      items[Math.max(0, Math.min(items.length - 1, next))]?.focus();
    });
  }
}
