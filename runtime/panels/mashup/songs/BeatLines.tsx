import { type CSSProperties, type PointerEvent, useRef } from "react";
import type { SongBeats } from "#audio/music/song-beats.ts";
import css from "./songs.module.css";

/** A visible range of a sound, in seconds. */
interface View {
  readonly from: number;
  readonly to: number;
}

/**
 * Number of visible beats above which only bar lines are drawn, and of bars above which none are.
 */
const MAX_DRAWN = { beats: 90, bars: 140 } as const;

/** Beats and bar lines over a waveform; dragging a bar line moves all beats. */
export function BeatLines({
  song,
  view,
  onMove,
}: {
  readonly song: SongBeats;
  readonly view: View;
  /** @param seconds by which all beats are delayed */
  readonly onMove: (seconds: number) => void;
}) {
  const from = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const length = view.to - view.from;
  const { beats, beatsPerBar, first } = song;
  const shown = beats
    .map((time, i) => ({ time, isBar: (i - first) % beatsPerBar === 0, i }))
    .filter(({ time }) => time >= view.from && time <= view.to);
  const bars = shown.filter(({ isBar }) => isBar);
  /** Distance of two bar lines in percent of the width. */
  const gap =
    bars.length > 1
      ? (100 * (bars.at(-1)!.time - bars[0]!.time)) / ((bars.length - 1) * length)
      : 100;
  const drawn = shown.length <= MAX_DRAWN.beats ? shown : bars.length <= MAX_DRAWN.bars ? bars : [];
  const end = ({ type, clientX, currentTarget }: PointerEvent<HTMLElement>): void => {
    const begun = from.current;
    from.current = null;
    currentTarget.style.translate = "";
    if (begun && type === "pointerup") onMove(((clientX - begun.x) / begun.width) * length);
  };
  return drawn.map(({ time, isBar, i }) => (
    <span
      key={i}
      className={css["beat"]}
      data-bar={isBar || undefined}
      style={
        {
          left: `${(100 * (time - view.from)) / length}%`,
          "--gap": `${gap}%`,
        } as CSSProperties
      }
      {...(isBar && {
        onPointerDown: (event: PointerEvent<HTMLElement>) => {
          // The second finger of a pinch.
          if (event.defaultPrevented) return;
          event.stopPropagation();
          event.currentTarget.setPointerCapture(event.pointerId);
          const { width } = event.currentTarget.parentElement!.getBoundingClientRect();
          from.current = { x: event.clientX, width };
        },
        onPointerMove: (event: PointerEvent<HTMLElement>) => {
          const begun = from.current;
          event.stopPropagation();
          if (begun) event.currentTarget.style.translate = `${event.clientX - begun.x}px`;
        },
        onPointerUp: end,
        onPointerCancel: end,
        // Also when a second finger is put down.
        onLostPointerCapture: end,
      })}
    />
  ));
}
