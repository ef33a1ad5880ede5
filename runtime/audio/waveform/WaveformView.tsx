import { type PointerEvent, type ReactNode, useRef, useState } from "react";
import { useLocale } from "../../i18n/context.tsx";
import { Minimap } from "./Minimap.tsx";
import { Timeline } from "./Timeline.tsx";
import { type PaintOptions, type Wave, usePaintedWaves } from "./use-painted-waves.ts";
import { usePinch } from "./use-pinch.ts";
import { useWheel } from "./use-wheel.ts";
import { type View, moveView, showPosition } from "./view.ts";
import { waveKeys } from "./wave-keys.ts";
import css from "./waveform-view.module.css";
import { Playhead } from "./Playhead.tsx";

/** A marked range. */
export interface WaveRange {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  readonly state: "removed" | "kept";
  /** dB, drawn as a line above or below the middle. */
  readonly gain?: number;
}

export interface WaveformViewProps extends PaintOptions {
  /** Drawn over each other, the first at the bottom. */
  readonly waves: readonly Wave[];
  /** Seconds. */
  readonly duration: number;
  readonly time: number;
  readonly ranges?: readonly WaveRange[];
  /** Index of the active range; −1: none. */
  readonly selected?: number;
  /** Accessible name of the position. */
  readonly label: string;
  readonly onSeek: (time: number) => void;
  /** Content drawn over a part of the sound, such as its beats; it fills the waveform. */
  readonly over?: ((view: View) => ReactNode) | null;
}

/** Maximum number of ranges drawn: more could not be distinguished. */
const MAX_RANGES = 1000;

/** Gain in dB at the upper edge; larger ones are drawn there. */
const MAX_GAIN_DB = 15;

const topOfGain = (gain: number): string =>
  `${50 - 50 * Math.max(-1, Math.min(1, gain / MAX_GAIN_DB))}%`;

/** A waveform that can be seeked and zoomed. Time runs from left to right in every language. */
export function WaveformView(props: WaveformViewProps) {
  const { waves, gain, processed, duration, time, ranges = [], selected = -1 } = props;
  const { label, onSeek, over } = props;
  const { format } = useLocale();
  const root = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>({ from: 0, to: duration });
  const [hover, setHover] = useState<number | null>(null);
  const [shownFor, setShownFor] = useState(duration);
  if (shownFor !== duration) {
    setShownFor(duration);
    setView({ from: 0, to: duration });
  }
  // Keep the playhead visible.
  const [shownTime, setShownTime] = useState(time);
  if (shownTime !== time) {
    setShownTime(time);
    setView(showPosition(view, time, duration));
  }
  const length = Math.max(1e-3, view.to - view.from);
  const shareOf = (at: number): number => (100 * (at - view.from)) / length;
  const zoomed = duration - length > 1e-3;

  const { canvas, width, height, ratio } = usePaintedWaves(waves, view, { gain, processed });
  useWheel(root, duration, setView);
  /**
   * Position before the first of two fingers has moved it; null if the finger is on another
   * control.
   */
  const before = useRef<number | null>(null);
  const pinching = usePinch(root, {
    view,
    duration,
    setView,
    onStart: () => before.current !== null && onSeek(before.current),
  });

  const timeAt = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): number => {
    const { left, width: wide } = currentTarget.getBoundingClientRect();
    return Math.min(duration, Math.max(0, view.from + ((clientX - left) / wide) * length));
  };
  const onKeyDown = waveKeys({ time, duration, onSeek, setView });

  return (
    <div className={css["waveform"]} dir="ltr">
      <div
        ref={root}
        className={css["wave"]}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a sound cannot be drawn as <input>
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={duration}
        aria-valuenow={time}
        aria-valuetext={format.clock(time, 1)}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          if (pinching.current) return;
          before.current = time;
          onSeek(timeAt(event));
        }}
        onPointerMove={(event) => {
          if (pinching.current) return;
          setHover(timeAt(event));
          if (event.currentTarget.hasPointerCapture(event.pointerId)) onSeek(timeAt(event));
        }}
        onLostPointerCapture={() => (before.current = null)}
        onPointerLeave={() => setHover(null)}
      >
        <canvas ref={canvas} className={css["canvas"]} width={width} height={height} />
        <WaveRanges ranges={ranges} selected={selected} view={view} />
        {over?.(view)}
        {time >= view.from && time <= view.to && <Playhead percent={shareOf(time)} />}
        {hover !== null && (
          <span className={css["hover"]} style={{ left: `${shareOf(hover)}%` }}>
            <span data-side={shareOf(hover) > 85 ? "left" : "right"}>{format.clock(hover, 2)}</span>
          </span>
        )}
      </div>
      <Timeline view={view} columns={width / ratio} />
      {zoomed && waves[0] && (
        <Minimap
          peaks={waves[0].peaks}
          duration={duration}
          view={view}
          onMove={(at) => setView(moveView(view, at - (view.from + view.to) / 2, duration))}
        />
      )}
    </div>
  );
}

/** Visible ranges, over the waveform. */
function WaveRanges({
  ranges,
  selected,
  view,
}: Required<Pick<WaveformViewProps, "ranges" | "selected">> & { readonly view: View }) {
  const length = Math.max(1e-3, view.to - view.from);
  return ranges
    .map((range, at) => ({ ...range, at }))
    .filter(({ start, end }) => end >= view.from && start <= view.to)
    .slice(0, MAX_RANGES)
    .map(({ start, end, state, gain, at }) => (
      <span
        key={at}
        className={css["range"]}
        data-state={state}
        data-level={gain !== undefined || undefined}
        data-selected={at === selected || undefined}
        style={{
          left: `${(100 * (start - view.from)) / length}%`,
          width: `${(100 * (end - start)) / length}%`,
        }}
      >
        {gain !== undefined && <i style={{ top: topOfGain(state === "kept" ? 0 : gain) }} />}
      </span>
    ));
}
