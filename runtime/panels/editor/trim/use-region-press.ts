import { type PointerEvent, useRef, useState } from "react";
import { type Region, MIN_REGION } from "./regions.ts";
import type { Regions } from "./use-regions.ts";

/** Distance from which a press is a drag, in CSS pixels. */
const MIN_DRAG = 4;

/**
 * Handles presses on the waveform: a drag draws the selected region, a click selects a region and
 * seeks.
 */
export function useRegionPress({
  timeAt,
  regions,
  onSeek,
  onSettled,
}: {
  /** The time, in seconds, at a horizontal position in the viewport, in CSS pixels. */
  readonly timeAt: (x: number) => number;
  readonly regions: Regions;
  readonly onSeek: (time: number) => void;
  /** Called when an end of a region is released. */
  readonly onSettled: (region: Region, edge: "start" | "end") => void;
}) {
  const press = useRef<{ readonly x: number; readonly at: number; drags: boolean } | null>(null);
  const [turn, setTurn] = useState(0);
  return {
    onPointerDown({ clientX, pointerId, currentTarget, button }: PointerEvent<HTMLElement>): void {
      if (button !== 0) return;
      currentTarget.setPointerCapture(pointerId);
      press.current = { x: clientX, at: timeAt(clientX), drags: false };
      setTurn(turn + 1);
    },
    onPointerMove({ clientX }: PointerEvent<HTMLElement>): void {
      const from = press.current;
      if (!from) return;
      from.drags ||= Math.abs(clientX - from.x) >= MIN_DRAG;
      if (!from.drags) return;
      const to = timeAt(clientX);
      const [start, end] = [Math.min(from.at, to), Math.max(from.at, to)];
      if (end - start >= MIN_REGION)
        regions.put({ ...regions.selected, start, end }, `draw ${turn}`);
    },
    onPointerUp(): void {
      const from = press.current;
      press.current = null;
      if (!from) return;
      if (from.drags) {
        onSettled(regions.selected, "start");
        return onSettled(regions.selected, "end");
      }
      const isIn = ({ start, end }: Region): boolean => from.at >= start && from.at < end;
      const hit = isIn(regions.selected) ? null : regions.all.findLast(isIn);
      if (hit) regions.select(hit.id);
      onSeek(from.at);
    },
    onPointerCancel(): void {
      press.current = null;
    },
  };
}
