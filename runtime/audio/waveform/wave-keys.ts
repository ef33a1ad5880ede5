import type { Dispatch, KeyboardEvent, SetStateAction } from "react";
import { type View, zoomView } from "./view.ts";

/** Seconds that a key seeks. */
const STEPS = { plain: 1, shift: 5, alt: 0.01 } as const;
/** Zoom factor of a key. */
const ZOOM = 2;
interface Press {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/**
 * Whether a key is left to the browser: its own shortcuts, and Alt with ← or →, which navigates the
 * history. Fine steps are Alt with ↑ or ↓.
 */
export const isBrowsers = ({ key, altKey, ctrlKey, metaKey }: Press): boolean =>
  ctrlKey || metaKey || (altKey && (key === "ArrowLeft" || key === "ArrowRight"));

/** Keyboard control of a waveform: seek and zoom. Times are in seconds. */
export const waveKeys =
  ({
    time,
    duration,
    onSeek,
    setView,
  }: {
    readonly time: number;
    readonly duration: number;
    readonly onSeek: (time: number) => void;
    readonly setView: Dispatch<SetStateAction<View>>;
  }) =>
  (event: KeyboardEvent): void => {
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
