import type { KeyboardEvent, PointerEvent } from "react";
import { useRef, useState } from "react";
import { useLocale } from "../../i18n/context.tsx";
import { Minimap } from "./Minimap.tsx";
import { Timeline } from "./Timeline.tsx";
import type { Wave } from "./use-painted-waves.ts";
import { usePaintedWaves } from "./use-painted-waves.ts";
import { useWheel } from "./use-wheel.ts";
import type { View } from "./view.ts";
import { moveView, showPlace, zoomView } from "./view.ts";
import { isBrowsers } from "./wave-keys.ts";
import css from "./waveform-view.module.css";

/** A range that is marked. */
export interface WaveRange {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  readonly state: "removed" | "kept";
}

export interface WaveformViewProps {
  /** Over each other, the first at the bottom. */
  readonly waves: readonly Wave[];
  /** Factor by which they are enlarged; without, the loudest reaches the edge. */
  readonly gain?: number;
  /** Seconds. */
  readonly duration: number;
  readonly time: number;
  readonly ranges?: readonly WaveRange[];
  /** The range that is looked at; −1: none. */
  readonly selected?: number;
  /** Names the position for those who do not see it. */
  readonly label: string;
  readonly onSeek: (time: number) => void;
}

/** Seconds that a key moves the place. */
const STEPS = { plain: 1, shift: 5, alt: 0.01 } as const;
/** Factor by which a key makes things larger. */
const ZOOM = 2;
/** Ranges that are drawn: more than can be told apart. */
const MOST_RANGES = 1000;

/** A waveform to look at, to seek in and to enlarge. Time runs from left to right in every language. */
export function WaveformView(props: WaveformViewProps) {
  const { waves, gain, duration, time, ranges = [], selected = -1, label, onSeek } = props;
  const { format } = useLocale();
  const root = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>({ from: 0, to: duration });
  const [hover, setHover] = useState<number | null>(null);
  const [shownFor, setShownFor] = useState(duration);
  if (shownFor !== duration) {
    setShownFor(duration);
    setView({ from: 0, to: duration });
  }
  // What is heard stays in sight.
  const [shownTime, setShownTime] = useState(time);
  if (shownTime !== time) {
    setShownTime(time);
    setView(showPlace(view, time, duration));
  }
  const length = Math.max(1e-3, view.to - view.from);
  const shareOf = (at: number): number => (100 * (at - view.from)) / length;
  const zoomed = duration - length > 1e-3;

  const shown = ranges
    .map((range, at) => ({ ...range, at }))
    .filter(({ start, end }) => end >= view.from && start <= view.to)
    .slice(0, MOST_RANGES);
  const { canvas, width, height, ratio } = usePaintedWaves(waves, view, gain);
  useWheel(root, duration, setView);

  const timeAt = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): number => {
    const { left, width: wide } = currentTarget.getBoundingClientRect();
    return Math.min(duration, Math.max(0, view.from + ((clientX - left) / wide) * length));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.altKey ? STEPS.alt : event.shiftKey ? STEPS.shift : STEPS.plain;
    const go: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => onSeek(time - step),
      ArrowRight: () => onSeek(time + step),
      ArrowDown: () => onSeek(time - step),
      ArrowUp: () => onSeek(time + step),
      PageDown: () => onSeek(time - STEPS.shift),
      PageUp: () => onSeek(time + STEPS.shift),
      Home: () => onSeek(0),
      End: () => onSeek(duration),
      "+": () => setView((now) => zoomView(now, { factor: ZOOM, at: time, duration })),
      "=": () => setView((now) => zoomView(now, { factor: ZOOM, at: time, duration })),
      "-": () => setView((now) => zoomView(now, { factor: 1 / ZOOM, at: time, duration })),
      "0": () => setView({ from: 0, to: duration }),
    };
    const run = isBrowsers(event) ? undefined : go[event.key];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };

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
          onSeek(timeAt(event));
        }}
        onPointerMove={(event) => {
          setHover(timeAt(event));
          if (event.currentTarget.hasPointerCapture(event.pointerId)) onSeek(timeAt(event));
        }}
        onPointerLeave={() => setHover(null)}
      >
        <canvas ref={canvas} className={css["canvas"]} width={width} height={height} />
        {shown.map(({ start, end, state, at }) => (
          <span
            key={at}
            className={css["range"]}
            data-state={state}
            data-selected={at === selected || undefined}
            style={{ left: `${shareOf(start)}%`, width: `${(100 * (end - start)) / length}%` }}
          />
        ))}
        {time >= view.from && time <= view.to && (
          <span className={css["place"]} style={{ left: `${shareOf(time)}%` }} />
        )}
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
