/** Navigations follow each other: what an earlier one still waits for is nobody's concern. */
export interface Turns {
  /** A navigation begins. @returns whether another one has begun since */
  begin(): () => boolean;
  /** Follows the one that is on its way. @returns whether another one has begun since */
  watch(): () => boolean;
}

export function createTurns(): Turns {
  let turn = 0;
  const watch = () => {
    const mine = turn;
    return () => mine !== turn;
  };
  return {
    watch,
    begin() {
      turn += 1;
      return watch();
    },
  };
}
