import { useCallback, useEffect, useRef, useState } from "react";
import { useWheel } from "#runtime/audio/waveform/use-wheel.ts";
import { type View, showPlace, zoomView } from "#runtime/audio/waveform/view.ts";
import type { LoopPlayer } from "#runtime/panel-kit/player/loop-player.ts";

/** Frames that are shown at least. */
const LEAST = 64;
const ZOOM = 2;

/**
 * Which part of the time is shown, and where it lies on the screen.
 * @param extent seconds that can be shown @param rate Hz
 */
export function useDeskView(extent: number, rate: number, player: LoopPlayer | null) {
  const [view, setOwnView] = useState<View>({ from: 0, to: extent });
  const [shownExtent, setShownExtent] = useState(extent);
  if (shownExtent !== extent) {
    setShownExtent(extent);
    // Who sees all goes on seeing all.
    if (view.to - view.from >= shownExtent - 1e-6) setOwnView({ from: 0, to: extent });
    else if (view.to > extent)
      setOwnView({ from: Math.max(0, extent - (view.to - view.from)), to: extent });
  }
  const setView = useCallback((next: (now: View) => View) => setOwnView(next), []);
  // What is heard stays in sight.
  useEffect(
    () =>
      player?.subscribe((now, before) => {
        if (now.playing && now.time !== before.time)
          setOwnView((shown) => showPlace(shown, now.time, extent));
      }),
    [player, extent],
  );

  const axis = useRef<HTMLDivElement>(null);
  const lanes = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(800);
  useEffect(() => {
    const element = axis.current;
    if (!element) return undefined;
    const watch = new ResizeObserver(() => setWidth(Math.max(1, element.clientWidth)));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const shortest = LEAST / rate;
  useWheel(axis, extent, setView, shortest);
  useWheel(lanes, extent, setView, shortest);
  return {
    view,
    setView,
    axis,
    lanes,
    /** CSS pixels of a second. */
    scale: width / (view.to - view.from),
    timeAt: (x: number): number => {
      const { left, width: wide } = axis.current!.getBoundingClientRect();
      return Math.min(extent, Math.max(0, view.from + ((x - left) / wide) * (view.to - view.from)));
    },
    /** @param place seconds around which it is done, where that is in sight */
    zoom: (way: 1 | -1, place: number): void => {
      const at = place >= view.from && place <= view.to ? place : (view.from + view.to) / 2;
      const factor = way === 1 ? ZOOM : 1 / ZOOM;
      setOwnView((now) => zoomView(now, { factor, at, duration: extent, shortest }));
    },
    fit: (): void => setOwnView({ from: 0, to: extent }),
  };
}
