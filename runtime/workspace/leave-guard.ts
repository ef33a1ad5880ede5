interface Watched {
  subscribe(listener: () => void): () => void;
}

/**
 * Registers a `beforeunload` handler only while data would be lost: pages with such a handler are
 * excluded from the back/forward cache.
 */
export function guardLeaving(
  target: Pick<Window, "addEventListener" | "removeEventListener">,
  stores: readonly Watched[],
  busy: () => boolean,
): void {
  const ask = (event: Event): void => event.preventDefault();
  let asks = false;
  const update = (): void => {
    const isBusy = busy();
    if (isBusy === asks) return;
    asks = isBusy;
    if (isBusy) target.addEventListener("beforeunload", ask);
    else target.removeEventListener("beforeunload", ask);
  };
  for (const store of stores) store.subscribe(update);
  update();
}
