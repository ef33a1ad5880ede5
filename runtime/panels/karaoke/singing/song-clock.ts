import type { Player, PlayerState } from "#runtime/panel-kit/player/player.ts";

/** Seconds after which a position that was not confirmed is out of date. */
const MAX_AGE = 0.5;

/** The position of a player between its updates. @param now milliseconds */
export function createSongClock(
  player: Pick<Player<PlayerState>, "getState" | "subscribe">,
  now: () => number,
) {
  let since = now();
  let time = player.getState().time;
  return {
    /** @returns stops following */
    follow: (): (() => void) =>
      player.subscribe((state) => {
        if (state.time === time) return;
        time = state.time;
        since = now();
      }),
    /** @param tempo factor @returns null while nothing plays */
    read(tempo: number): { readonly time: number; readonly tempo: number } | null {
      const age = (now() - since) / 1000;
      if (!player.getState().playing || age > MAX_AGE) return null;
      return { time: time + age * tempo, tempo };
    },
  };
}
