/**
 * Makes a `Player` play. The rest of its behavior is loaded when the visitor first touches it.
 * @param signal detaches it
 */
export function enhancePlayer(player: HTMLElement, signal: AbortSignal): void {
  const media = player.querySelector<HTMLMediaElement>("[data-media]")!;
  let opened = false;
  const open = ({ type, target, clientX }: Event & { readonly clientX?: number }): void => {
    const pressed = (target as Element).closest("[data-play], [data-seek], video");
    // Some browsers allow playback to start only within the click handler.
    if (type === "click" && pressed && !pressed.matches("[data-seek]")) {
      if (media.paused) void media.play().catch(() => {});
      else media.pause();
    }
    if (opened) return;
    opened = true;
    import("./player-controls.ts").then(
      ({ startPlayer }) => {
        const seekTo = startPlayer(player, signal);
        if (type === "pointerdown" && pressed?.matches("[data-seek]")) seekTo(clientX!);
      },
      () => void (opened = false),
    );
  };
  for (const type of ["pointerdown", "focusin", "click", "play"])
    player.addEventListener(type, open, { signal, capture: true });
}
