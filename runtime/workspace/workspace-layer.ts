import { useEffect, useLayoutEffect, useRef } from "react";
import { followKeyboard, openLayer, topLayer } from "../ui/layer.ts";
import { readTarget } from "./keyboard/keyboard-target.ts";
import { isPlain } from "./menu/menu.ts";
import type { Keyboard } from "./contract/shortcuts/keyboard.ts";

/** Shows a dialog above the page for as long as it is there. */
export function useLayer(root: HTMLDialogElement | null): void {
  useLayoutEffect(() => {
    if (!root) return;
    const closeLayer = openLayer(root);
    const endKeyboard = followKeyboard(root);
    // Where a browser does not know `closedby`, its second Escape closes whatever a page says.
    const onClose = ({ target }: Event): void => {
      if (target === root && root.isConnected && !root.open) root.showModal();
    };
    const onCancel = (event: Event): void => {
      if (event.target === root) event.preventDefault();
    };
    root.addEventListener("close", onClose);
    root.addEventListener("cancel", onCancel);
    return () => {
      root.removeEventListener("close", onClose);
      root.removeEventListener("cancel", onCancel);
      endKeyboard();
      closeLayer();
    };
  }, [root]);
}

/** Lets the keyboard hear what is pressed while a dialog is the topmost layer. */
export function useKeys(root: HTMLElement | null, keyboard: Keyboard): void {
  useEffect(() => {
    if (!root) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || topLayer() !== root) return;
      // A menu that is open closes first, by itself.
      if (event.key === "Escape" && root.querySelector(":popover-open")) return;
      if (keyboard.press(event, readTarget(event.target))) event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [root, keyboard]);
}

/** Tells of a plain click on a link in the workspace, which the router follows. */
export function useLinks(root: HTMLElement | null, onLink: (href: string) => void): void {
  const latest = useRef(onLink);
  useEffect(() => {
    latest.current = onLink;
  });
  useEffect(() => {
    if (!root) return;
    const onClick = (event: MouseEvent): void => {
      const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
      if (link && isPlain(event)) latest.current(link.href);
    };
    root.addEventListener("click", onClick);
    return () => root.removeEventListener("click", onClick);
  }, [root]);
}
