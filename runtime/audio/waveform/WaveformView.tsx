import type { KeyboardEvent, PointerEvent } from "react";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useLocale } from "../../i18n/context.tsx";
import { MAX_CANVAS_WIDTH, WAVEFORM_HEIGHT } from "../../ui/constants.ts";
import { columnsOf } from "./columns.ts";
import { drawWaves } from "./draw.ts";
import { Minimap } from "./Minimap.tsx";
import { Timeline } from "./Timeline.tsx";
import { useCanvas } from "./use-canvas.ts";
import type { View } from "./view.ts";
import { moveView, showPlace, zoomView } from "./view.ts";
import css from "./waveform-view.module.css";

/** What a waveform means; its colour says it (ink, teal, vermilion). */
export type WaveTone = "original" | "kept" | "removed";

export interface Wave {
  /** Pairs of lowest and highest values, `PEAKS_PER_SECOND` a second. */
  readonly peaks: Int8Array;
  readonly tone: WaveTone;
}
/** A stretch that is marked. */
export interface WaveRange {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  readonly state: "removed" | "kept";
}

export interface WaveformViewProps {
  /** Over each other, the first at the bottom. */
  readonly waves: readonly Wave[];
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

const COLOURS: Readonly<Record<WaveTone, string>> = {
  original: "--ink",
  kept: "--teal",
  removed: "--vermilion",
};
/** Seconds that a key moves the place. */
const STEPS = { plain: 1, shift: 5, alt: 0.01 } as const;
/** Factor by which a key or a turn of the wheel makes things larger. */
const ZOOM = 2;
const WHEEL = 1.0025;

/** A waveform to look at, to seek in and to enlarge. Time runs from left to right in every language. */
export function WaveformView(props: WaveformViewProps) {
  const { waves, duration, time, ranges = [], selected = -1, label, onSeek } = props;
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

  const { canvas, width, ratio } = useCanvas(WAVEFORM_HEIGHT, MAX_CANVAS_WIDTH);
  const columns = useMemo(
    () => waves.map(({ peaks }) => columnsOf(peaks, view.from, view.to, width)),
    [waves, view, width],
  );
  useLayoutEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context || !canvas.current) return undefined;
    const paint = (): void => {
      const style = getComputedStyle(canvas.current!);
      drawWaves(
        context,
        waves.map(({ tone }, at) => ({
          columns: columns[at]!,
          colour: style.getPropertyValue(COLOURS[tone]),
        })),
        { width, height: WAVEFORM_HEIGHT * ratio },
      );
    };
    paint();
    // Its colours are those of the page around it.
    const watch = new MutationObserver(paint);
    for (let at = canvas.current.parentElement; at; at = at.parentElement)
      if (at.dataset["theme"] !== undefined || at.tagName === "HTML")
        watch.observe(at, { attributeFilter: ["data-theme"] });
    return () => watch.disconnect();
  }, [canvas, columns, waves, width, ratio]);

  useEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    const onWheel = (event: WheelEvent): void => {
      const { left, width: wide } = element.getBoundingClientRect();
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        setView((now) => {
          const at = now.from + ((event.clientX - left) / wide) * (now.to - now.from);
          return zoomView(now, { factor: WHEEL ** -event.deltaY, at, duration });
        });
      } else if (event.deltaX !== 0) {
        event.preventDefault();
        setView((now) => moveView(now, (event.deltaX / wide) * (now.to - now.from), duration));
      }
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [duration]);

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
    const run = event.ctrlKey || event.metaKey ? undefined : go[event.key];
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
        <canvas
          ref={canvas}
          className={css["canvas"]}
          width={width}
          height={WAVEFORM_HEIGHT * ratio}
        />
        {ranges.map(({ start, end, state }, at) =>
          end < view.from || start > view.to ? null : (
            <span
              key={`${start} ${end}`}
              className={css["range"]}
              data-state={state}
              data-selected={at === selected || undefined}
              style={{ left: `${shareOf(start)}%`, width: `${(100 * (end - start)) / length}%` }}
            />
          ),
        )}
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
