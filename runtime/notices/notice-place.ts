type Edge = "end" | "start";

interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** Pixels between a notice and what it keeps off. */
const GAP = 8;
/** What is never covered: bars, what is done next, and the chip that leads back to work. */
const KEPT_CLEAR =
  "body > header, [data-language-banner], dialog header, dialog nav, [data-primary], [data-chip]";
/** Where a focus says nothing of what somebody is about to use. */
const WHOLE = "body, main, dialog, [data-title]";

/**
 * Where a stack of notices lies, by its top: as near to the edge that is preferred as it can without
 * covering anything. Where there is no room at all, it covers as little as it can.
 * @param kept what must not be covered
 * @param room first and last pixel for notices
 */
export function freeTop(
  stack: { readonly height: number; readonly left: number; readonly right: number },
  kept: readonly Box[],
  { top, bottom }: { readonly top: number; readonly bottom: number },
  edge: Edge,
): number {
  const last = Math.max(top, bottom - stack.height);
  const inWay = kept.filter(({ left, right }) => left < stack.right && stack.left < right);
  const covered = (at: number): number =>
    inWay.reduce(
      (sum, box) =>
        sum + Math.max(0, Math.min(box.bottom, at + stack.height) - Math.max(box.top, at)),
      0,
    );
  const first = edge === "end" ? last : top;
  const places = inWay
    .flatMap((box) => [box.bottom + GAP, box.top - GAP - stack.height])
    .filter((at) => at >= top && at <= last)
    .concat(top, last)
    .sort((a, b) => Math.abs(a - first) - Math.abs(b - first));
  const least = Math.min(...places.map(covered));
  return places.find((at) => covered(at) === least)!;
}

/** Where notices are best when nothing is in their way: a sheet has its buttons below, the workspace a bar. */
const edgeOf = (host: HTMLElement): Edge =>
  host.parentElement?.matches("dialog:not(:has([data-pane]))") &&
  window.matchMedia("(max-width: 40rem)").matches
    ? "start"
    : "end";

/**
 * Puts the notices of a host where they cover neither what has the focus nor what must stay in reach
 * (`KEPT_CLEAR`). While they have the focus themselves they stay where they are.
 */
export function placeNotices(host: HTMLElement, focused: Element | null): void {
  if (focused && host.contains(focused)) return;
  const cards = Array.from(host.querySelectorAll("[data-notice]"), (card) =>
    card.getBoundingClientRect(),
  );
  if (cards.length === 0) return;
  const layer = host.parentElement ?? document.body;
  const wanted = Array.from(layer.querySelectorAll(KEPT_CLEAR));
  if (focused && layer.contains(focused) && !focused.matches(WHOLE)) wanted.push(focused);
  const kept = wanted
    .filter((element) => !host.contains(element) && element.checkVisibility())
    .map((element) => element.getBoundingClientRect());
  const { height } = host.getBoundingClientRect();
  const stack = {
    height,
    left: Math.min(...cards.map(({ left }) => left)),
    right: Math.max(...cards.map(({ right }) => right)),
  };
  const room = { top: GAP, bottom: window.innerHeight - 3 * GAP };
  host.style.insetBlock = "0 auto";
  // What is translated does not count as a shift of the layout.
  host.style.translate = `0 ${freeTop(stack, kept, room, edgeOf(host))}px`;
}
