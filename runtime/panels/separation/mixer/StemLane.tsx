import { type PointerEvent, useMemo, useRef, useState } from "react";
import { usePaintedWaves } from "#runtime/audio/waveform/use-painted-waves.ts";
import type { PeaksResult } from "#runtime/audio/worker/results.ts";
import type { LoopRange } from "./mixer-state.ts";
import css from "./mixer.module.css";
import { Playhead } from "#runtime/audio/waveform/Playhead.tsx";

/** Distance in CSS pixels from which a press is a drag. */
const DRAG = 5;

/** Handles presses on a lane: a click seeks, a drag marks a loop. */
export function useLanePress(
  duration: number,
  {
    onSeek,
    onRange,
  }: {
    readonly onSeek: (time: number) => void;
    readonly onRange: (range: LoopRange) => void;
  },
) {
  const from = useRef<{ readonly x: number; readonly time: number } | null>(null);
  const [isMarking, setMarking] = useState(false);
  const timeAt = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.min(duration, Math.max(0, ((clientX - left) / width) * duration));
  };
  return {
    isMarking,
    onPointerDown(event: PointerEvent<HTMLElement>): void {
      if (event.button !== 0) return;
      from.current = { x: event.clientX, time: timeAt(event) };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>): void {
      const begun = from.current;
      // Touch moves scroll.
      if (!begun || event.pointerType === "touch") return;
      if (!isMarking && Math.abs(event.clientX - begun.x) < DRAG) return;
      setMarking(true);
      const time = timeAt(event);
      onRange({ start: Math.min(begun.time, time), end: Math.max(begun.time, time) });
    },
    onPointerUp(event: PointerEvent<HTMLElement>): void {
      if (from.current && !isMarking) onSeek(timeAt(event));
      from.current = null;
      setMarking(false);
    },
    onPointerCancel(): void {
      from.current = null;
      setMarking(false);
    },
  };
}

/** The waveform of a stem, with the playhead and the loop. */
export function StemLane({
  peaks,
  gain,
  tone,
  duration,
  time,
  loop,
  press,
}: {
  /** Null until they are computed. */
  readonly peaks: PeaksResult | null;
  /** Common scale of all stems, so that they can be compared. */
  readonly gain: number;
  readonly tone: "original" | "kept" | "removed";
  readonly duration: number;
  readonly time: number;
  readonly loop: (LoopRange & { readonly isOn: boolean }) | null;
  readonly press: ReturnType<typeof useLanePress>;
}) {
  const waves = useMemo(() => (peaks ? [{ peaks: peaks.peaks, tone }] : []), [peaks, tone]);
  const view = useMemo(() => ({ from: 0, to: duration }), [duration]);
  const { canvas, width, height } = usePaintedWaves(waves, view, { gain });
  const { isMarking: _isMarking, ...handlers } = press;
  const shareOf = (at: number): number => (100 * at) / Math.max(duration, 1e-3);
  return (
    <div className={css["lane"]} dir="ltr" data-tone={tone} {...handlers}>
      <canvas
        ref={canvas}
        className={css["canvas"]}
        width={width}
        height={height}
        aria-hidden="true"
      />
      {loop && (
        <span
          className={css["loop"]}
          data-on={loop.isOn || undefined}
          style={{
            left: `${shareOf(loop.start)}%`,
            width: `${shareOf(loop.end - loop.start)}%`,
          }}
        />
      )}
      <Playhead percent={shareOf(time)} />
    </div>
  );
}
