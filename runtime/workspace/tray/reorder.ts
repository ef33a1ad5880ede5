/** The position of a row on the screen. */
export interface RowBox {
  readonly id: string;
  readonly top: number;
  readonly bottom: number;
}

/**
 * The drop position for a height.
 * @returns the row's index after the move
 */
export function targetOf(rows: readonly RowBox[], id: string, y: number): number {
  const others = rows.filter((row) => row.id !== id);
  const below = others.findIndex(({ top, bottom }) => y < (top + bottom) / 2);
  return below < 0 ? others.length : below;
}

/** Distance in pixels from which a press is a drag. */
const THRESHOLD = 5;
/**
 * Distance from the edges of the pane at which a drag scrolls, and the distance per frame, in px.
 */
const EDGE = 64;
const STEP = 8;

export interface DragHandlers {
  /** @param to index at which it would be dropped; null when the drag has ended */
  readonly onOver: (id: string, to: number | null) => void;
  readonly onDrop: (id: string, to: number) => void;
}

/**
 * Lets rows (`data-file`) of a list be dragged by their handles (`data-drag`) with a mouse or a
 * pen; touch scrolls. Escape cancels.
 * @returns a function that removes the handlers
 */
export function dragRows(list: HTMLElement, { onOver, onDrop }: DragHandlers): () => void {
  const all = new AbortController();
  const boxes = (): RowBox[] =>
    Array.from(list.querySelectorAll<HTMLElement>("[data-file]"), (row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return { id: row.dataset["file"]!, top, bottom };
    });

  const start = (down: PointerEvent): void => {
    const handle = (down.target as Element).closest<HTMLElement>("[data-drag]");
    const id = handle?.closest<HTMLElement>("[data-file]")?.dataset["file"];
    if (id === undefined || down.button !== 0 || down.pointerType === "touch") return;
    const one = new AbortController();
    const { signal } = one;
    let y = down.clientY;
    let to: number | null = null;
    let frame = 0;
    const over = (): void => {
      to = targetOf(boxes(), id, y);
      onOver(id, to);
    };
    const scroller = list.closest<HTMLElement>("[data-pane]") ?? list;
    const scroll = (): void => {
      const { top, bottom } = scroller.getBoundingClientRect();
      const by = y < top + EDGE ? -STEP : y > bottom - EDGE ? STEP : 0;
      if (by !== 0) {
        scroller.scrollTop += by;
        over();
      }
      frame = requestAnimationFrame(scroll);
    };
    const end = (): void => {
      cancelAnimationFrame(frame);
      one.abort();
      if (to !== null) onOver(id, null);
    };
    window.addEventListener(
      "pointermove",
      (move) => {
        if (move.pointerId !== down.pointerId) return;
        ({ clientY: y } = move);
        if (to === null && Math.abs(y - down.clientY) < THRESHOLD) return;
        if (to === null) frame = requestAnimationFrame(scroll);
        over();
      },
      { signal },
    );
    window.addEventListener(
      "pointerup",
      () => {
        const position = to;
        end();
        if (position === null) return;
        onDrop(id, position);
        // The click after a drag is suppressed.
        const after = new AbortController();
        const swallow = (event: Event): void => {
          event.preventDefault();
          event.stopPropagation();
        };
        window.addEventListener("click", swallow, { capture: true, signal: after.signal });
        setTimeout(() => after.abort());
      },
      { signal },
    );
    window.addEventListener("pointercancel", end, { signal });
    window.addEventListener(
      "keydown",
      (event) => {
        if (event.key !== "Escape" || to === null) return;
        event.preventDefault();
        event.stopPropagation();
        end();
      },
      { signal, capture: true },
    );
    all.signal.addEventListener("abort", end, { signal });
  };
  list.addEventListener("pointerdown", start, { signal: all.signal });
  return () => all.abort();
}
