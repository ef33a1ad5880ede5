import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import css from "./menu.module.css";
import { itemsOf } from "./Menu.tsx";
import { walk, wayOf } from "./menu-keys.ts";
import { positionAtPoint } from "./menu-position.ts";

/**
 * A menu at the pointer, or at the focused element if a key opens it: Shift+F10, or the key for
 * menus. Text fields keep the browser's own menu, and so does a finger, which selects when it is
 * held.
 */
export function ContextMenu({
  root,
  label,
  onOpen,
  children,
}: {
  /** The element that has the menu, and can have the focus. */
  readonly root: RefObject<HTMLElement | null>;
  readonly label: string;
  /** Called before it opens; returns whether there is a menu where the event has happened. */
  readonly onOpen: (event: PointerEvent) => boolean;
  /** Renders the items while the menu is open. */
  readonly children: () => ReactNode;
}) {
  const panel = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const open = useEffectEvent((event: PointerEvent): void => {
    const target = event.target as Element;
    if (event.pointerType === "touch" || target.closest("input, select, textarea, [popover]"))
      return;
    if (!onOpen(event)) return;
    event.preventDefault();
    opener.current = document.activeElement as HTMLElement | null;
    const menu = panel.current!;
    menu.hidePopover();
    flushSync(() => setOpen(true));
    menu.showPopover();
    positionAtPoint(menu, event.clientX, event.clientY);
    walk(itemsOf(menu), "first");
  });
  useEffect(() => {
    const element = root.current;
    const listener = (event: Event): void => open(event as PointerEvent);
    element?.addEventListener("contextmenu", listener);
    return () => element?.removeEventListener("contextmenu", listener);
  }, [root]);
  const close = (): void => {
    panel.current?.hidePopover();
    opener.current?.focus({ preventScroll: true });
    // An item may remove what had the focus.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) root.current?.focus({ preventScroll: true });
    });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- hears of what its buttons do, also by key
    <div
      ref={panel}
      popover="auto"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a popover that is a fieldset has its own frame
      role="group"
      aria-label={label}
      className={css["panel"]}
      onClick={({ target }) => {
        // The item's own click handler has already run.
        if ((target as Element).closest("button")) close();
      }}
      onKeyDown={(event) => {
        const way = wayOf(event.key, "y", false);
        if (event.key === "Tab") close();
        if (!way && event.key !== "Tab") return;
        // Navigation keys of a menu must not trigger shortcuts.
        event.preventDefault();
        event.stopPropagation();
        if (way) walk(itemsOf(event.currentTarget), way);
      }}
      onToggle={({ newState }) => setOpen(newState === "open")}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.hidePopover();
      }}
    >
      {isOpen && children()}
    </div>
  );
}
