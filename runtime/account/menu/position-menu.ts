/** Minimum distance to the edges of the screen, in pixels. */
const MARGIN = 8;

/**
 * Positions a popover below a button, aligned with its end, within the screen: as `--block` and
 * `--inline` in px from the start of the page.
 */
export function positionMenu(menu: HTMLElement, button: HTMLElement): void {
  const box = button.getBoundingClientRect();
  const { clientWidth } = document.documentElement;
  const isRtl = getComputedStyle(button).direction === "rtl";
  const fromEnd = isRtl ? box.left : clientWidth - box.right;
  menu.style.setProperty("--block", `${box.bottom + window.scrollY}px`);
  menu.style.setProperty("--inline", `${Math.max(MARGIN, fromEnd)}px`);
}
