import type { View } from "../waveform/view.ts";
import { SPECTRUM_LEVELS } from "../worker/reading.ts";
import type { Rows } from "./rows.ts";
import { TILE_COLUMNS } from "./scale.ts";
import type { SpectrumLevels } from "./tiles.ts";

/**
 * Style of a spectrogram: its frequency rows, and the levels at which color begins and is
 * saturated.
 */
export interface Look {
  readonly rows: Rows;
  /** dB below a full-scale sine. */
  readonly low: number;
  readonly high: number;
}
/** A visible tile; null for silence. */
export interface PlacedTile {
  /** Seconds. */
  readonly from: number;
  readonly to: number;
  readonly mask: HTMLCanvasElement | null;
}
/** Previous image, shown where tiles are pending. */
export interface Underlay {
  readonly canvas: HTMLCanvasElement;
  readonly view: View;
}
export interface Highlight {
  /** Seconds. */
  readonly from: number;
  readonly to: number;
}

/** Opacity by level: none below the range, full above it. */
const inkOf = ({ low, high }: Look): Uint8ClampedArray =>
  Uint8ClampedArray.from({ length: 256 }, (_, level) => {
    const decibels = SPECTRUM_LEVELS.lowest + level / SPECTRUM_LEVELS.perDecibel;
    return 255 * ((decibels - low) / (high - low));
  });

const masks = new WeakMap<
  SpectrumLevels,
  { readonly look: Look; readonly mask: HTMLCanvasElement }
>();

/** The tile rendered in a style; null if it was not rendered. */
export function findMask(levels: SpectrumLevels, look: Look): HTMLCanvasElement | null {
  const found = masks.get(levels);
  return found?.look === look ? found.mask : null;
}

/** Renders a tile as opacity without color, a pixel per column and row. */
export function paintMask(levels: SpectrumLevels, look: Look): HTMLCanvasElement {
  const { rows } = look;
  const mask = masks.get(levels)?.mask ?? document.createElement("canvas");
  mask.width = TILE_COLUMNS;
  mask.height = rows.height;
  const ink = inkOf(look);
  const image = new ImageData(TILE_COLUMNS, rows.height);
  for (let row = 0; row < rows.height; row++)
    for (let column = 0; column < TILE_COLUMNS; column++)
      image.data[4 * (row * TILE_COLUMNS + column) + 3] =
        ink[Math.round(rows.levelAt(levels, column, row))]!;
  mask.getContext("2d", { willReadFrequently: true })!.putImageData(image, 0, 0);
  masks.set(levels, { look, mask });
  return mask;
}

/** Composes tiles and colors them. */
export function paintSpectrogram(
  context: CanvasRenderingContext2D,
  view: View,
  {
    tiles,
    underlay,
    tints,
    colors,
  }: {
    readonly tiles: readonly PlacedTile[];
    readonly underlay: Underlay | null;
    /** Ranges in a different color. */
    readonly tints: readonly Highlight[];
    readonly colors: { readonly ink: string; readonly accent: string };
  },
): void {
  const { width, height } = context.canvas;
  const columnOf = (seconds: number): number =>
    Math.round(((seconds - view.from) / (view.to - view.from)) * width);
  context.globalCompositeOperation = "source-over";
  context.clearRect(0, 0, width, height);
  if (underlay) {
    const left = columnOf(underlay.view.from);
    context.drawImage(underlay.canvas, left, 0, columnOf(underlay.view.to) - left, height);
  }
  for (const { from, to, mask } of tiles) {
    const left = columnOf(from);
    const wide = columnOf(to) - left;
    context.clearRect(left, 0, wide, height);
    if (mask) context.drawImage(mask, left, 0, wide, height);
  }
  context.globalCompositeOperation = "source-in";
  context.fillStyle = colors.ink;
  context.fillRect(0, 0, width, height);
  context.globalCompositeOperation = "source-atop";
  context.fillStyle = colors.accent;
  for (const { from, to } of tints) {
    const left = columnOf(from);
    context.fillRect(left, 0, columnOf(to) - left, height);
  }
}
