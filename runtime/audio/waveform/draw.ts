import type { Columns } from "./columns.ts";

export interface Drawn {
  readonly columns: Columns;
  /** A CSS color. */
  readonly color: string;
}

/**
 * Draws waveforms over each other, the first at the bottom, as lines of one pixel.
 * @param height device pixels
 * @param gain vertical scale; values beyond the edge are clipped
 */
export function drawWaves(
  context: CanvasRenderingContext2D,
  waves: readonly Drawn[],
  {
    width,
    height,
    gain = 1,
  }: { readonly width: number; readonly height: number; readonly gain?: number },
): void {
  context.clearRect(0, 0, width, height);
  const middle = height / 2;
  for (const { columns, color } of waves) {
    context.fillStyle = color;
    for (let at = 0; 2 * at < columns.length; at++) {
      const top = Math.round(middle - Math.min(1, columns[2 * at + 1]! * gain) * middle);
      const bottom = Math.round(middle - Math.max(-1, columns[2 * at]! * gain) * middle);
      context.fillRect(at, top, 1, Math.max(1, bottom - top));
    }
  }
}
