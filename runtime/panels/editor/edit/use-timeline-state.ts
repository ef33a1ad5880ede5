import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useWheel } from "#runtime/audio/waveform/use-wheel.ts";
import { type View, showPosition, zoomView } from "#runtime/audio/waveform/view.ts";
import type { LoopPlayer } from "#runtime/panel-kit/player/loop-player.ts";
import { type EditSettings, tempoOf } from "./context/edit-settings.ts";
import type { Timeline, TimelineControls } from "./context/editor-context.ts";
import { gridStep, toGrid } from "./project/time-grid.ts";
import { useWidth } from "./use-width.ts";

/** Minimum length of the view, in frames. */
const MIN_FRAMES = 64;
const ZOOM_FACTOR = 2;

/**
 * Keeps the visible range of time and its scale on the screen.
 * @param input `extent`: seconds that can be shown; `sampleRate`: Hz
 */
export function useTimelineState({
  extent,
  sampleRate,
  player,
  settings,
}: {
  readonly extent: number;
  readonly sampleRate: number;
  readonly player: LoopPlayer | null;
  readonly settings: EditSettings;
}): {
  readonly timeline: Timeline;
  readonly controls: TimelineControls;
  /** Element whose width is that of the time axis. */
  readonly axis: RefObject<HTMLDivElement | null>;
  readonly lanes: RefObject<HTMLDivElement | null>;
} {
  const [view, setView] = useView(extent, player);
  const axis = useRef<HTMLDivElement>(null);
  const lanes = useRef<HTMLDivElement>(null);
  const width = useWidth(axis);
  const shortest = MIN_FRAMES / sampleRate;
  useWheel(axis, extent, setView, shortest);
  useWheel(lanes, extent, setView, shortest);

  const { snap } = settings;
  const scale = width / (view.to - view.from);
  const grid = gridStep(scale, settings.ruler, tempoOf(settings));
  const timeline = useMemo(
    () => ({ sampleRate, extent, view, scale, grid }),
    [sampleRate, extent, view, scale, grid],
  );
  const latest = useRef({ timeline, snap });
  useLayoutEffect(() => {
    latest.current = { timeline, snap };
  }, [timeline, snap]);
  const controls = useMemo<TimelineControls>(
    () => ({
      current: () => latest.current.timeline,
      setView,
      zoom(direction, around) {
        const { view: shown, extent: duration, sampleRate: rate } = latest.current.timeline;
        const isVisible = around >= shown.from && around <= shown.to;
        const at = isVisible ? around : (shown.from + shown.to) / 2;
        const factor = direction === 1 ? ZOOM_FACTOR : 1 / ZOOM_FACTOR;
        setView((now) => zoomView(now, { factor, at, duration, shortest: MIN_FRAMES / rate }));
      },
      fit: () => setView(() => ({ from: 0, to: latest.current.timeline.extent })),
      timeAt(x) {
        const { view: shown, extent: end } = latest.current.timeline;
        const { left, width: wide } = axis.current!.getBoundingClientRect();
        const seconds = shown.from + ((x - left) / wide) * (shown.to - shown.from);
        return Math.min(end, Math.max(0, seconds));
      },
      snap: (seconds) =>
        latest.current.snap === "grid" ? toGrid(seconds, latest.current.timeline.grid) : seconds,
    }),
    [setView],
  );
  return { timeline, controls, axis, lanes };
}

/** The visible range; it follows the playhead. */
function useView(
  extent: number,
  player: LoopPlayer | null,
): readonly [view: View, setView: TimelineControls["setView"]] {
  const [view, setView] = useState<View>({ from: 0, to: extent });
  const [lastExtent, setLastExtent] = useState(extent);
  if (lastExtent !== extent) {
    setLastExtent(extent);
    // A view of everything stays a view of everything.
    if (view.to - view.from >= lastExtent - 1e-6) setView({ from: 0, to: extent });
    else if (view.to > extent)
      setView({ from: Math.max(0, extent - (view.to - view.from)), to: extent });
  }
  useEffect(
    () =>
      player?.subscribe((now, before) => {
        if (now.playing && now.time !== before.time)
          setView((shown) => showPosition(shown, now.time, extent));
      }),
    [player, extent],
  );
  return [view, setView];
}
