import { useEffect, useLayoutEffect, useRef } from "react";
import { followKeyboard, openLayer, topLayer } from "../ui/layer.ts";
import { readTarget } from "./keyboard/keyboard-target.ts";
import { isPlain } from "./menu/menu.ts";
import type { Keyboard } from "../contract/shortcuts/keyboard.ts";

/** Shows a dialog as a modal while it is mounted. */
export function useLayer(root: HTMLDialogElement | null): void {
  useLayoutEffect(() => {
    if (!root) return;
    const closeLayer = openLayer(root);
    const endKeyboard = followKeyboard(root);
    // Browsers without `closedby` close the dialog at the second Escape in any case.
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

/** Moves the focus from a field to its pane, whose shortcuts work there. */
const leaveField = (field: Element, root: ParentNode): void =>
  (
    field.closest<HTMLElement>("[data-pane]") ??
    root.querySelector<HTMLElement>("[data-pane=panel]")
  )?.focus({ preventScroll: true });

/** Sends key presses to the keyboard while a dialog is the topmost layer. */
export function useKeys(root: HTMLElement | null, keyboard: Keyboard): void {
  useEffect(() => {
    if (!root) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || topLayer() !== root) return;
      // An open menu closes first, by itself.
      if (event.key === "Escape" && root.querySelector(":popover-open")) return;
      const target = readTarget(event.target);
      if (event.key === "Escape" && target.typing && !event.isComposing) {
        event.preventDefault();
        leaveField(event.target as Element, root);
        return;
      }
      if (keyboard.press(event, target)) event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [root, keyboard]);
}

/** Reports plain clicks on links in the workspace, for the router. */
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
