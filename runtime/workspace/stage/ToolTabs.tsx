import { type KeyboardEvent, useEffect, useRef } from "react";
import { useLocale } from "../../i18n/context.tsx";
import { walk, wayOf } from "../../ui/menu/menu-keys.ts";
import { type MenuItem, hrefOf } from "../menu/menu.ts";
import { ToolName } from "../../ui/ToolName.tsx";
import css from "./tool-tabs.module.css";

/** Width in CSS pixels at either end of the row in which a tab is partly hidden. */
const EDGE_WIDTH = 48;

/** Scrolls only the row, until the current tab is fully visible. */
function showCurrent(list: HTMLElement): void {
  const tab = list.querySelector("[aria-current]");
  if (!tab) return;
  const [own, outer] = [tab.getBoundingClientRect(), list.getBoundingClientRect()];
  if (own.left < outer.left + EDGE_WIDTH || own.right > outer.right - EDGE_WIDTH)
    list.scrollLeft += own.left + own.width / 2 - (outer.left + outer.width / 2);
}

/** Marks the sides on which tabs are hidden. */
function markEdges(list: HTMLElement): void {
  const beyond = list.scrollWidth - list.clientWidth;
  // In right-to-left text the scroll position is negative.
  const from =
    getComputedStyle(list).direction === "rtl" ? beyond + list.scrollLeft : list.scrollLeft;
  list.toggleAttribute("data-before", from > 1);
  list.toggleAttribute("data-after", from < beyond - 1);
}

/** Tabs with links to the tools of a menu entry. */
export function ToolTabs({ item, current }: { readonly item: MenuItem; readonly current: string }) {
  const { t, locale } = useLocale();
  const row = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const list = row.current;
    if (!list) return undefined;
    // The observer also reports the initial layout, without forcing one.
    const watch = new ResizeObserver(() => {
      showCurrent(list);
      markEdges(list);
    });
    const onScroll = (): void => markEdges(list);
    watch.observe(list);
    list.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      watch.disconnect();
      list.removeEventListener("scroll", onScroll);
    };
  }, [current]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const way = wayOf(event.key, "x", locale.dir === "rtl");
    if (!way || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    walk(Array.from(event.currentTarget.querySelectorAll("a")), way);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys walk through its links
    <nav className={css["tabs"]} aria-label={t(item.label)} onKeyDown={onKeyDown}>
      <ul ref={row} className={css["row"]}>
        {item.tools.map((tool) => (
          <li key={tool.slug}>
            <a
              className={css["tab"]}
              href={hrefOf(tool)}
              {...(tool.slug === current && { "aria-current": "page" })}
            >
              <ToolName tool={tool} />
              {!tool.available && <small>{`\u00a0· ${t("common:building")}`}</small>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
