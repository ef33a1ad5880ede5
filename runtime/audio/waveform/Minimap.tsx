import { type PointerEvent, useLayoutEffect, useMemo } from "react";
import { MAX_CANVAS_WIDTH } from "../../ui/constants.ts";
import { barsOf } from "./bars.ts";
import { drawBars } from "./draw.ts";
import { useCanvas } from "./use-canvas.ts";
import type { View } from "./view.ts";
import css from "./waveform-view.module.css";
import { colorOf } from "../../ui/styles/color-of.ts";

const HEIGHT = 20;

/** Overview of the whole sound, with the visible range. */
export function Minimap({
  peaks,
  duration,
  view,
  onMove,
}: {
  readonly peaks: Int8Array;
  /** Seconds. */
  readonly duration: number;
  readonly view: View;
  /** @param at center of the requested range, in seconds */
  readonly onMove: (at: number) => void;
}) {
  const { canvas, width, ratio, isMeasured } = useCanvas(HEIGHT, MAX_CANVAS_WIDTH);
  const bars = useMemo(
    () => barsOf(peaks, { from: 0, to: duration }, { width, ratio }),
    [peaks, duration, width, ratio],
  );
  useLayoutEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context || !isMeasured) return;
    const color = colorOf(getComputedStyle(canvas.current!), "--ink-faint");
    drawBars(context, [{ bars, color }], { width, height: HEIGHT * ratio, ratio });
  }, [canvas, bars, width, ratio, isMeasured]);
  const move = (event: PointerEvent<HTMLElement>): void => {
    const { left, width: wide } = event.currentTarget.getBoundingClientRect();
    onMove(((event.clientX - left) / wide) * duration);
  };
  return (
    <div
      className={css["minimap"]}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        move(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) move(event);
      }}
    >
      <canvas ref={canvas} width={width} height={HEIGHT * ratio} />
      <span
        style={{
          left: `${(100 * view.from) / duration}%`,
          width: `${(100 * (view.to - view.from)) / duration}%`,
        }}
      />
    </div>
  );
}
