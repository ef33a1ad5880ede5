/** Numbers navigations, so that a superseded one can stop. */
export interface Turns {
  /** Starts a navigation. @returns whether it has been superseded */
  begin(): () => boolean;
  /** Joins the present navigation. @returns whether it has been superseded */
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
