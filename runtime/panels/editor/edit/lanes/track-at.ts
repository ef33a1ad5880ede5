/** The track of the lane at a place of the window, in CSS pixels; null beside all lanes. */
export function trackAt(x: number, y: number): number | null {
  const lane = document
    .elementsFromPoint(x, y)
    .find((one) => one instanceof HTMLElement && one.dataset["track"]);
  return lane instanceof HTMLElement ? Number(lane.dataset["track"]) : null;
}
