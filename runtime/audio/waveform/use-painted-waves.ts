import { useLayoutEffect, useMemo } from "react";
import { MAX_CANVAS_WIDTH, WAVEFORM_HEIGHT } from "../../ui/constants.ts";
import { type DrawingSize, barsOf, isLine } from "./bars.ts";
import { columnsOf, gainOf } from "./columns.ts";
import { drawBars, drawLines } from "./draw.ts";
import { type SizedCanvas, useCanvas } from "./use-canvas.ts";
import type { View } from "./view.ts";
import { watchTheme } from "./watch-theme.ts";
import { colorOf } from "../../ui/styles/color-of.ts";

/** Meaning of a waveform, shown by its color (ink, teal, vermilion). */
type WaveTone = "original" | "kept" | "removed";

export interface Wave {
  /** Pairs of minima and maxima, `PEAKS_PER_SECOND` per second. */
  readonly peaks: Int8Array;
  readonly tone: WaveTone;
}

const COLORS: Readonly<Record<WaveTone, string>> = {
  original: "--ink",
  kept: "--teal",
  removed: "--vermilion",
};

/** How waveforms are drawn. */
export interface PaintOptions {
  /** Vertical scale; without it, the loudest peak reaches the edge. */
  readonly gain?: number | undefined;
  /** Seconds of the sound that a running job has processed, drawn as kept; null without a job. */
  readonly processed?: number | null | undefined;
}

/** A canvas with waveforms over each other, the first at the bottom. */
export function usePaintedWaves(
  waves: readonly Wave[],
  view: View,
  { gain, processed = null }: PaintOptions = {},
): SizedCanvas {
  const sized = useCanvas(WAVEFORM_HEIGHT, MAX_CANVAS_WIDTH);
  const { canvas, width, height, ratio, isMeasured } = sized;
  const enlarged = useMemo(() => gain ?? gainOf(waves.map(({ peaks }) => peaks)), [waves, gain]);
  const draw = useMemo(
    () => drawingOf(waves, view, { width, height, ratio }),
    [waves, view, width, height, ratio],
  );
  const to = processed === null ? null : ((processed - view.from) * width) / (view.to - view.from);
  useLayoutEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context || !canvas.current || !isMeasured) return undefined;
    const paint = (): void => {
      const style = getComputedStyle(canvas.current!);
      draw(context, (tone) => colorOf(style, COLORS[tone]), { gain: enlarged, to });
    };
    paint();
    return watchTheme(canvas.current, paint);
  }, [canvas, draw, to, enlarged, isMeasured]);
  return sized;
}

/** Prepares a drawing, so that only its colors change while a job proceeds. */
function drawingOf(waves: readonly Wave[], view: View, size: DrawingSize) {
  const asLine = isLine(view, size);
  const shapes = waves.map(({ peaks, tone }) => ({
    tone,
    bars: asLine ? null : barsOf(peaks, view, size),
    columns: asLine ? columnsOf(peaks, view.from, view.to, size.width) : null,
  }));
  return (
    context: CanvasRenderingContext2D,
    colorFor: (tone: WaveTone) => string,
    { gain, to }: { readonly gain: number; readonly to: number | null },
  ): void => {
    const options = { gain, done: to === null ? null : { to, color: colorFor("kept") } };
    const drawn = shapes.map(({ tone, ...shape }) => ({ ...shape, color: colorFor(tone) }));
    if (asLine)
      drawLines(
        context,
        drawn.map(({ columns, color }) => ({ columns: columns!, color })),
        size,
        options,
      );
    else
      drawBars(
        context,
        drawn.map(({ bars, color }) => ({ bars: bars!, color })),
        size,
        options,
      );
  };
}
