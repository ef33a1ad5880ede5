/** Minimum distance to the edges of the screen, in pixels. */
const MARGIN = 8;

/**
 * Positions a popover at a button, below it if there is room, with their ends aligned, within the
 * screen: as `--top` or `--bottom` and `--inline` in screen px, and `--room` for its height.
 */
export function positionAt(menu: HTMLElement, button: HTMLElement): void {
  const box = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const isRtl = getComputedStyle(button).direction === "rtl";
  const below = clientHeight - box.bottom - MARGIN;
  const above = box.top - MARGIN;
  const isBelow = below >= 320 || below >= above;
  const { style } = menu;
  style.setProperty("--top", isBelow ? `${box.bottom}px` : "auto");
  style.setProperty("--bottom", isBelow ? "auto" : `${clientHeight - box.top}px`);
  style.setProperty("--room", `${Math.max(0, isBelow ? below : above)}px`);
  const fromEnd = isRtl ? box.left : clientWidth - box.right;
  style.setProperty("--inline", `${Math.max(MARGIN, fromEnd)}px`);
}
