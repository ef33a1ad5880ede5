/** Duration in ms and easing of things that move to another place. */
const MOVE: KeyframeAnimationOptions = { duration: 160, easing: "cubic-bezier(0.2, 0, 0.1, 1)" };

const isReduced = (): boolean => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Moves an element from where it was to where it is now; not at all under reduced motion, or if it
 * is not displayed.
 * @param from its earlier position on the screen, in px
 */
export function moveFrom(element: HTMLElement, from: Pick<DOMRect, "left" | "top">): void {
  const { left, top, height } = element.getBoundingClientRect();
  const [x, y] = [from.left - left, from.top - top];
  if (isReduced() || height === 0 || Math.hypot(x, y) < 1) return;
  element.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], MOVE);
}

/**
 * Moves an element from the middle of one box to another one, and removes it there; at once under
 * reduced motion.
 * @param copy positioned at the start corner of the screen
 */
export function moveAway(copy: HTMLElement, from: DOMRect, to: DOMRect): void {
  if (isReduced()) return copy.remove();
  const own = copy.getBoundingClientRect();
  const at = (left: number, top: number): string =>
    `translate(${left - own.left}px, ${top - own.top}px)`;
  const start = at(from.left + (from.width - own.width) / 2, from.top + from.height / 2);
  const end = at(to.left, to.top + (to.height - own.height) / 2);
  const animation = copy.animate([{ transform: start }, { transform: end, opacity: 0.4 }], MOVE);
  animation.addEventListener("finish", () => copy.remove());
  animation.addEventListener("cancel", () => copy.remove());
}
