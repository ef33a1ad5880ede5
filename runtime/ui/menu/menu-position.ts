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

/** Positions an open popover with its first corner at a point of the screen, in pixels, within the screen. */
export function positionAtPoint(menu: HTMLElement, x: number, y: number): void {
  const { clientWidth, clientHeight } = document.documentElement;
  const { offsetWidth, offsetHeight, style } = menu;
  const isRtl = getComputedStyle(menu).direction === "rtl";
  // A pixel below the pointer, so that its release does not count as a press outside.
  const fromEnd = isRtl ? x - offsetWidth : clientWidth - x - offsetWidth;
  const within = (at: number, room: number): string =>
    `${Math.max(MARGIN, Math.min(at, room - MARGIN))}px`;
  style.setProperty("--inline", within(fromEnd + 1, clientWidth - offsetWidth));
  style.setProperty("--top", within(y - 1, clientHeight - offsetHeight));
  style.setProperty("--bottom", "auto");
}
