import { useLayoutEffect, useMemo } from "react";
import { MAX_CANVAS_WIDTH, WAVEFORM_HEIGHT } from "../../ui/constants.ts";
import { columnsOf, gainOf } from "./columns.ts";
import { drawWaves } from "./draw.ts";
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

/**
 * A canvas with waveforms over each other, the first at the bottom.
 * @param gain vertical scale; without it, the loudest peak reaches the edge
 */
export function usePaintedWaves(waves: readonly Wave[], view: View, gain?: number): SizedCanvas {
  const sized = useCanvas(WAVEFORM_HEIGHT, MAX_CANVAS_WIDTH);
  const { canvas, width, height, isMeasured } = sized;
  const enlarged = useMemo(() => gain ?? gainOf(waves.map(({ peaks }) => peaks)), [waves, gain]);
  const columns = useMemo(
    () => waves.map(({ peaks }) => columnsOf(peaks, view.from, view.to, width)),
    [waves, view, width],
  );
  useLayoutEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context || !canvas.current || !isMeasured) return undefined;
    const paint = (): void => {
      const style = getComputedStyle(canvas.current!);
      drawWaves(
        context,
        waves.map(({ tone }, at) => ({
          columns: columns[at]!,
          color: colorOf(style, COLORS[tone]),
        })),
        { width, height, gain: enlarged },
      );
    };
    paint();
    return watchTheme(canvas.current, paint);
  }, [canvas, columns, waves, width, height, enlarged, isMeasured]);
  return sized;
}
