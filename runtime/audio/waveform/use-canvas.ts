import { type RefObject, useLayoutEffect, useRef, useState } from "react";

export interface SizedCanvas {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  /** Device pixels. */
  readonly width: number;
  readonly height: number;
  /** Device pixels of one CSS pixel. */
  readonly ratio: number;
  /** Whether that is known; to paint before would force a layout, and be in vain. */
  readonly isMeasured: boolean;
}

/**
 * A canvas that is as large as its place.
 * @param usual height before that is known, CSS pixels
 * @param most width in device pixels
 */
export function useCanvas(usual: number, most: number): SizedCanvas {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState({ width: 600, height: usual, ratio: 1, isMeasured: false });
  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    const measure = (): void => {
      const ratio = Math.min(2, Math.max(1, Math.round(devicePixelRatio)));
      const width = Math.max(1, Math.min(most, Math.round(element.clientWidth * ratio)));
      const height = Math.max(1, Math.round(element.clientHeight * ratio));
      setSize((now) =>
        now.width === width && now.height === height && now.ratio === ratio && now.isMeasured
          ? now
          : { width, height, ratio, isMeasured: true },
      );
    };
    // It tells of the first layout as well, and forces none.
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, [most]);
  return { canvas, ...size };
}
