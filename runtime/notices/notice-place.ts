type Place = "end" | "start";

interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

const meet = (a: Box, b: Box): boolean =>
  a.top < b.bottom && b.top < a.bottom && a.left < b.right && b.left < a.right;

/** Where the notices of a host are best when nothing has the focus: a sheet has its buttons below. */
const preferred = (host: HTMLElement): Place =>
  host.parentElement?.matches("dialog") && window.matchMedia("(max-width: 40rem)").matches
    ? "start"
    : "end";

/**
 * Puts the notices of a host at the edge of the screen (`data-place`) where they do not cover what has
 * the focus.
 */
export function placeNotices(host: HTMLElement, focused: Element | null): void {
  if (focused && host.contains(focused)) return;
  const first = preferred(host);
  const put = (place: Place): void => {
    host.dataset["place"] = place;
  };
  put(first);
  if (!focused || focused.matches("body, main, [data-title]")) return;
  const box = focused.getBoundingClientRect();
  const covers = (): boolean =>
    Array.from(host.querySelectorAll("[data-notice]")).some((card) =>
      meet(card.getBoundingClientRect(), box),
    );
  if (!covers()) return;
  put(first === "end" ? "start" : "end");
  if (covers()) put(first);
}
