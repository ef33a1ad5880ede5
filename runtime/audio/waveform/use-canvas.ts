import { type RefObject, useLayoutEffect, useRef, useState } from "react";

export interface SizedCanvas {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  /** Device pixels. */
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
  /** Whether the size is known; painting earlier would force a layout for nothing. */
  readonly isMeasured: boolean;
}

/**
 * A canvas that fills its container.
 * @param defaultHeight initial height, in CSS pixels
 * @param maxWidth maximum width, in device pixels
 */
export function useCanvas(defaultHeight: number, maxWidth: number): SizedCanvas {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState({
    width: 600,
    height: defaultHeight,
    ratio: 1,
    isMeasured: false,
  });
  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    const measure = (): void => {
      const ratio = Math.min(2, Math.max(1, Math.round(devicePixelRatio)));
      const width = Math.max(1, Math.min(maxWidth, Math.round(element.clientWidth * ratio)));
      const height = Math.max(1, Math.round(element.clientHeight * ratio));
      setSize((now) =>
        now.width === width && now.height === height && now.ratio === ratio && now.isMeasured
          ? now
          : { width, height, ratio, isMeasured: true },
      );
    };
    // The observer also reports the initial layout, without forcing one.
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, [maxWidth]);
  return { canvas, ...size };
}
