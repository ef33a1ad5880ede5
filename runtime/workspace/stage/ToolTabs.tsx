import type { KeyboardEvent } from "react";
import { useEffect, useRef } from "react";
import { useLocale } from "../../i18n/context.tsx";
import { walk, wayOf } from "../../ui/menu/menu-keys.ts";
import type { MenuItem } from "../menu/menu.ts";
import { hrefOf } from "../menu/menu.ts";
import { ToolName } from "../../ui/ToolName.tsx";
import css from "./tool-tabs.module.css";

/** The tools of an entry that has several: links to their pages, side by side. */
export function ToolTabs({ item, current }: { readonly item: MenuItem; readonly current: string }) {
  const { t, locale } = useLocale();
  const row = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const list = row.current;
    const tab = list?.querySelector<HTMLElement>("[aria-current]");
    if (!list || !tab) return;
    const [own, outer] = [tab.getBoundingClientRect(), list.getBoundingClientRect()];
    // Only along the row: what is around it stays where it is.
    if (own.left < outer.left || own.right > outer.right)
      list.scrollLeft += own.left + own.width / 2 - (outer.left + outer.width / 2);
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
