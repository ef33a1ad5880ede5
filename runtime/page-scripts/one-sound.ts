import { findAll } from "./document.ts";

/** Stops the other players and samples of a page when one starts. */
export const startOneSound = (): void =>
  document.addEventListener(
    "play",
    ({ target }) => {
      for (const other of document.querySelectorAll<HTMLMediaElement>("audio, video"))
        if (other !== target) other.pause();
      for (const sample of findAll('[data-voice][aria-pressed="true"]')) sample.click();
    },
    // The `play` event does not bubble.
    true,
  );

/** Stops the players of a page when a sample starts. */
export function pausePlayers(root: ParentNode): void {
  for (const player of root.querySelectorAll<HTMLMediaElement>("audio, video")) player.pause();
}
