/** Id of the track whose lane is at a position in the viewport, in CSS pixels; null outside of all lanes. */
export function trackAt(x: number, y: number): number | null {
  const lane = document
    .elementsFromPoint(x, y)
    .find((element) => element instanceof HTMLElement && element.dataset["track"]);
  return lane instanceof HTMLElement ? Number(lane.dataset["track"]) : null;
}
