import ChevronDown from "lucide-react/icons/chevron-down";
import PanelLeftClose from "lucide-react/icons/panel-left-close";
import PanelLeftOpen from "lucide-react/icons/panel-left-open";
import { type KeyboardEvent, type MouseEvent, memo, useId, useRef, useState } from "react";
import { useLocale, useT } from "../../i18n/context.tsx";
import { IconButton } from "../../ui/Button.tsx";
import { useWorkspace } from "../../contract/context.ts";
import { useCurrentEntry } from "./use-current-entry.ts";
import { GiftButton, useFlicker } from "./GiftButton.tsx";
import { walk, wayOf } from "../../ui/menu/menu-keys.ts";
import { type MenuItem, GIFT, HISTORY, hrefOf, isPlain } from "./menu.ts";
import { ToolName } from "../../ui/ToolName.tsx";
import { ToolGlyph } from "../../ui/figures/ToolGlyph.tsx";
import { MenuIcon } from "./MenuIcon.tsx";
import css from "./side-menu.module.css";

/** The side menu (WSP-3): links to the pages of tools. */
export const SideMenu = memo(function SideMenu({
  items,
  current,
  collapsed,
}: {
  readonly items: readonly MenuItem[];
  /** Id of the current entry. */
  readonly current: string | null;
  /** Whether only icons are shown. */
  readonly collapsed: boolean;
}) {
  const { t, locale } = useLocale();
  const { workspace, narrow, tool } = useWorkspace();
  const menu = useRef<HTMLElement>(null);
  useCurrentEntry(menu, `${current} ${tool?.slug} ${items.length}`);

  // This entry is always visible.
  const history = items.find(({ id }) => id === HISTORY);
  const others = items.filter((item) => item !== history);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const nav = event.currentTarget;
    const controls = Array.from(nav.querySelectorAll<HTMLElement>("[data-entry]")).filter(
      (control) => control.checkVisibility(),
    );
    const focused = controls.find((control) => control === document.activeElement);
    if (!focused || event.altKey || event.ctrlKey || event.metaKey) return;
    const isRtl = locale.dir === "rtl";
    const way = wayOf(event.key, "y", isRtl);
    const side = event.key.startsWith("Arrow") ? wayOf(event.key, "x", isRtl) : null;
    if (!way && !side) return;
    event.preventDefault();
    event.stopPropagation();
    if (way) return walk(controls, way);
    const isOpen = focused.getAttribute("aria-expanded");
    if (isOpen === String(side === "previous")) focused.click();
    else if (isOpen === "true") walk(controls, "next");
    else if (side === "previous")
      // From an entry to the group that contains it.
      focused
        .closest("ul")
        ?.parentElement?.querySelector<HTMLElement>("button[data-entry]")
        ?.focus();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys walk through its links
    <nav
      ref={menu}
      className={css["menu"]}
      aria-label={t("workspace:menu.label")}
      data-collapsed={collapsed || undefined}
      onKeyDown={onKeyDown}
    >
      <ul className={`${css["list"]} ${css["entries"]}`} data-entries="">
        {others.map((item) =>
          item.children.length > 0 ? (
            <Group key={item.id} item={item} current={current} collapsed={collapsed} />
          ) : (
            <Entry key={item.id} item={item} current={current} />
          ),
        )}
      </ul>
      <div className={css["foot"]}>
        {history && (
          <ul className={css["list"]}>
            <Entry item={history} current={current} />
          </ul>
        )}
        {!narrow && (
          <IconButton
            label={t(collapsed ? "workspace:menu.expand" : "workspace:menu.collapse")}
            aria-expanded={!collapsed}
            onClick={() => workspace.collapse(!collapsed)}
          >
            {collapsed ? <PanelLeftOpen className="flip" /> : <PanelLeftClose className="flip" />}
          </IconButton>
        )}
      </div>
    </nav>
  );
});

/** Shown below the name of a tool that is not available yet. */
const Building = () => <small className={css["building"]}>{useT()("common:building")}</small>;

function Group({
  item,
  current,
  collapsed,
}: {
  readonly item: MenuItem;
  readonly current: string | null;
  readonly collapsed: boolean;
}) {
  const t = useT();
  const id = useId();
  const [open, setOpen] = useState(true);
  const holds = item.children.some((child) => child.id === current);
  return (
    <li className={css["group"]}>
      {!collapsed && (
        <button
          type="button"
          className={css["entry"]}
          data-entry={item.id}
          data-holds={(holds && !open) || undefined}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <span className={css["name"]}>
            {t(item.label)}
            {item.building && <Building />}
          </span>
          <ChevronDown className={css["chevron"]} size={16} />
        </button>
      )}
      <ul id={id} className={css["list"]} hidden={!open && !collapsed} aria-label={t(item.label)}>
        {item.children.map((child) => (
          <Entry
            key={child.id}
            item={child}
            current={current}
            isAnnounced={item.building && !collapsed}
          />
        ))}
      </ul>
    </li>
  );
}

function Entry({
  item,
  current,
  isAnnounced = false,
}: {
  readonly item: MenuItem;
  readonly current: string | null;
  /** Whether its group already states that it is being built. */
  readonly isAnnounced?: boolean;
}) {
  const t = useT();
  const { workspace, tool, narrow, go } = useWorkspace();
  const flicker = useFlicker();
  const isHistory = item.id === HISTORY;
  const hasGift = item.id === GIFT;
  /** On narrow screens, the menu covers the panel that was chosen in it. */
  const uncover = (event: MouseEvent): void => {
    if (narrow && isPlain(event)) go("panel");
  };
  const onClick = (event: MouseEvent): void => {
    if (!isPlain(event)) return;
    if (isHistory) {
      event.preventDefault();
      workspace.choose(HISTORY);
    }
    uncover(event);
  };
  /** The tool of the page, if it has a row of its own. */
  const own = item.listed.find(({ slug }) => slug === tool?.slug);
  return (
    <>
      <li className={css["row"]}>
        <a
          // A new key remounts it, which restarts the animation.
          key={hasGift ? flicker : 0}
          className={css["entry"]}
          href={item.href ?? undefined}
          data-entry={item.id}
          data-flicker={(hasGift && flicker > 0) || undefined}
          title={t(item.label)}
          onClick={onClick}
          {...(item.id === current && !own && { "aria-current": isHistory ? "true" : "page" })}
        >
          <MenuIcon item={item} />
          <span className={css["name"]}>
            {t(item.label)}
            {item.building && !isAnnounced && <Building />}
          </span>
        </a>
        {hasGift && <GiftButton className={css["gift"]} />}
      </li>
      {item.listed.map((listed) => (
        <li key={listed.slug} className={css["row"]}>
          <a
            className={`${css["entry"]} ${css["listed"]}`}
            href={hrefOf(listed)}
            data-entry={listed.slug}
            title={listed.name}
            onClick={uncover}
            {...(listed === own && item.id === current && { "aria-current": "page" })}
          >
            <ToolGlyph tool={listed} />
            <span className={css["name"]}>
              <ToolName tool={listed} />
              {!listed.available && !isAnnounced && !item.building && <Building />}
            </span>
          </a>
        </li>
      ))}
    </>
  );
}
