interface Watched {
  subscribe(listener: () => void): () => void;
}

/**
 * Lets the browser ask before the document is left, only while something would be lost: a page that
 * always asks is not kept for the way back.
 */
export function guardLeaving(
  target: Pick<Window, "addEventListener" | "removeEventListener">,
  stores: readonly Watched[],
  busy: () => boolean,
): void {
  const ask = (event: Event): void => event.preventDefault();
  let asks = false;
  const update = (): void => {
    const wanted = busy();
    if (wanted === asks) return;
    asks = wanted;
    if (wanted) target.addEventListener("beforeunload", ask);
    else target.removeEventListener("beforeunload", ask);
  };
  for (const store of stores) store.subscribe(update);
  update();
}
