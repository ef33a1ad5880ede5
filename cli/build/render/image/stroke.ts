import { type Picture, HALF, HEIGHT, WIDTH } from "./picture.ts";
import { readPath } from "./read-path.ts";

/** Where and how a path is drawn. */
export interface Pencil {
  /** Pixel of the path's origin. */
  readonly left: number;
  readonly top: number;
  /** Pixels per unit of the path. */
  readonly scaleX: number;
  readonly scaleY: number;
  /** Width of the stroke in pixels. */
  readonly width: number;
  readonly color: keyof typeof HALF;
}

/** Draws the stroke of an SVG path with round ends. */
export function drawStroke(picture: Picture, path: string, pencil: Pencil): void {
  const lines = readPath(path);
  for (let at = 0; at < lines.length; at += 4)
    drawLine(
      picture,
      [0, 1, 2, 3].map((i) =>
        i % 2 === 0
          ? pencil.left + lines[at + i]! * pencil.scaleX
          : pencil.top + lines[at + i]! * pencil.scaleY,
      ),
      pencil,
    );
}

function drawLine(picture: Picture, ends: readonly number[], { width, color }: Pencil): void {
  const [x1, y1, x2, y2] = ends as [number, number, number, number];
  const [dx, dy] = [x2 - x1, y2 - y1];
  const square = dx * dx + dy * dy;
  const reach = width / 2 + 1;
  for (
    let y = Math.max(0, Math.floor(Math.min(y1, y2) - reach));
    y < Math.min(HEIGHT, Math.max(y1, y2) + reach);
    y++
  )
    for (
      let x = Math.max(0, Math.floor(Math.min(x1, x2) - reach));
      x < Math.min(WIDTH, Math.max(x1, x2) + reach);
      x++
    ) {
      const [px, py] = [x + 0.5 - x1, y + 0.5 - y1];
      const along = square === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / square));
      const covered = width / 2 + 0.5 - Math.hypot(px - along * dx, py - along * dy);
      const pixel = y * WIDTH + x;
      if (covered > 0.75) picture[pixel] = color;
      else if (covered > 0.25 && picture[pixel] === 0) picture[pixel] = HALF[color];
    }
}
