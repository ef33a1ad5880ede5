import type { SetTimer } from "../../ui/brief/brief-check.ts";

/** Time in ms after which a press on the original is a hold, which ends with the press. */
export const HOLD_MS = 250;

export interface Hold<S extends string> {
  /** The original is pressed while `side` is heard. */
  readonly press: (side: S) => void;
  /** The press has ended. */
  readonly release: () => void;
  /** A side was clicked. The click that ends a hold chooses nothing. */
  readonly click: (side: S) => void;
}

/**
 * Plays the original while it is held, and then returns to the side that was heard.
 * @param input.choose chooses the side that is heard
 */
export function createHold<S extends string>({
  original,
  choose,
  setTimer,
}: {
  readonly original: S;
  readonly choose: (side: S) => void;
  readonly setTimer: SetTimer;
}): Hold<S> {
  let before: S | null = null;
  let isOver = false;
  let cancel = (): void => {};
  return {
    press(side) {
      cancel();
      if (side === original) return;
      cancel = setTimer(() => {
        before = side;
        choose(original);
      }, HOLD_MS);
    },
    release() {
      cancel();
      if (before === null) return;
      choose(before);
      before = null;
      isOver = true;
      // The browser dispatches the click right after the release, if at all.
      setTimer(() => (isOver = false), 0);
    },
    click(side) {
      if (!isOver) choose(side);
    },
  };
}
