import type { Columns } from "./columns.ts";

export interface Drawn {
  readonly columns: Columns;
  /** A color, as CSS writes it. */
  readonly color: string;
}

/**
 * Draws waveforms over each other, the first at the bottom, as lines of one pixel.
 * @param height device pixels
 */
export function drawWaves(
  context: CanvasRenderingContext2D,
  waves: readonly Drawn[],
  { width, height }: { readonly width: number; readonly height: number },
): void {
  context.clearRect(0, 0, width, height);
  const middle = height / 2;
  for (const { columns, color } of waves) {
    context.fillStyle = color;
    for (let at = 0; 2 * at < columns.length; at++) {
      const top = Math.round(middle - columns[2 * at + 1]! * middle);
      const bottom = Math.round(middle - columns[2 * at]! * middle);
      context.fillRect(at, top, 1, Math.max(1, bottom - top));
    }
  }
}
