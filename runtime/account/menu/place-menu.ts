/** Pixels that stay free at the sides of the screen. */
const MARGIN = 8;

/**
 * Puts a popover below a button, its end at the button's end, within the screen: as `--block` and
 * `--inline` in px, from the start of the page.
 */
export function placeMenu(menu: HTMLElement, button: HTMLElement): void {
  const box = button.getBoundingClientRect();
  const { clientWidth } = document.documentElement;
  const isRtl = getComputedStyle(button).direction === "rtl";
  const fromEnd = isRtl ? box.left : clientWidth - box.right;
  menu.style.setProperty("--block", `${box.bottom + window.scrollY}px`);
  menu.style.setProperty("--inline", `${Math.max(MARGIN, fromEnd)}px`);
}
