type Edge = "end" | "start";

interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** Pixels between a notice and the elements it must not cover. */
const GAP = 8;
/**
 * Elements that are never covered: bars, primary actions, and the chip that opens the workspace.
 */
const UNCOVERED =
  "body > header, [data-language-banner], dialog header, dialog nav, [data-primary], [data-chip]";
/** Elements whose focus does not show which control the visitor is about to use. */
const WHOLE = "body, main, dialog, [data-pane], [data-title]";

/**
 * Top of a stack of notices: as close to the preferred edge as possible without covering any of the
 * elements. If the elements leave no room, the stack covers as little of them as possible.
 * @param uncovered elements that must not be covered
 * @param room first and last pixel for notices
 */
export function freeTop(
  stack: { readonly height: number; readonly left: number; readonly right: number },
  uncovered: readonly Box[],
  { top, bottom }: { readonly top: number; readonly bottom: number },
  edge: Edge,
): number {
  const last = Math.max(top, bottom - stack.height);
  const inWay = uncovered.filter(({ left, right }) => left < stack.right && stack.left < right);
  const covered = (at: number): number =>
    inWay.reduce(
      (sum, box) =>
        sum + Math.max(0, Math.min(box.bottom, at + stack.height) - Math.max(box.top, at)),
      0,
    );
  const first = edge === "end" ? last : top;
  const positions = inWay
    .flatMap((box) => [box.bottom + GAP, box.top - GAP - stack.height])
    .filter((at) => at >= top && at <= last)
    .concat(top, last)
    .sort((a, b) => Math.abs(a - first) - Math.abs(b - first));
  const minCovered = Math.min(...positions.map(covered));
  return positions.find((at) => covered(at) === minCovered)!;
}

/** The preferred edge: a sheet has its buttons at the bottom, the workspace has a bar there. */
const edgeOf = (host: HTMLElement): Edge =>
  host.parentElement?.matches("dialog:not(:has([data-pane]))") &&
  window.matchMedia("(width < 44rem)").matches
    ? "start"
    : "end";

/**
 * Positions the notices of a host so that they cover neither the focused element nor the elements
 * of `UNCOVERED`. While a notice has the focus, the notices do not move.
 */
export function positionNotices(host: HTMLElement, focused: Element | null): void {
  if (focused && host.contains(focused)) return;
  const cards = Array.from(host.querySelectorAll("[data-notice]"), (card) =>
    card.getBoundingClientRect(),
  );
  if (cards.length === 0) return;
  const layer = host.parentElement ?? document.body;
  const candidates = Array.from(layer.querySelectorAll(UNCOVERED));
  if (focused && layer.contains(focused) && !focused.matches(WHOLE)) candidates.push(focused);
  const uncovered = candidates
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
  // A translation does not count as a layout shift.
  host.style.translate = `0 ${freeTop(stack, uncovered, room, edgeOf(host))}px`;
}
