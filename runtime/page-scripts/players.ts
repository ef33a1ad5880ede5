import { enhancePlayer } from "../ui/player/enhance-player.ts";
import { findAll } from "./document.ts";

/** Makes the players of a page play. @param signal detaches them */
export const startPlayers = (root: ParentNode, signal: AbortSignal): void => {
  for (const player of findAll("[data-player]", root))
    if (!player.closest("[data-live-player]")) enhancePlayer(player, signal);
};
