import { type PointerEvent, memo, useLayoutEffect, useMemo } from "react";
import type { Edit } from "#audio/edit/edit.ts";
import { barsFrom } from "#runtime/audio/waveform/bars.ts";
import { drawBars } from "#runtime/audio/waveform/draw.ts";
import { useCanvas } from "#runtime/audio/waveform/use-canvas.ts";
import { moveView } from "#runtime/audio/waveform/view.ts";
import { MAX_CANVAS_WIDTH } from "#runtime/ui/constants.ts";
import {
  useEditor,
  useEditorSound,
  useEditorState,
  useTimeline,
} from "../context/editor-context.ts";
import { followPress } from "../axis/follow-press.ts";
import { extremesOf, levelAt } from "./paint/lane-paint.ts";
import css from "./lane.module.css";
import { usePlayhead } from "#runtime/panel-kit/player/use-mix-player.ts";
import type { PeaksBySource } from "../project/use-source-peaks.ts";
import { colorOf } from "#runtime/ui/styles/color-of.ts";

const HEIGHT = 28;

/** Minimum and maximum of all tracks in each column, interleaved. */
function outlineOf(
  { tracks, sampleRate }: Edit,
  peaks: PeaksBySource,
  { extent, count }: { readonly extent: number; readonly count: number },
): Float32Array {
  const columns = new Float32Array(2 * count);
  const frames = (extent * sampleRate) / count;
  for (const { clips, muted } of tracks)
    for (const clip of muted ? [] : clips) {
      const source = peaks.get(clip.source);
      const length = clip.end - clip.start;
      const last = Math.min(count - 1, Math.floor((clip.at + length) / frames));
      for (let column = Math.floor(clip.at / frames); source && column <= last; column++) {
        const from = Math.max(0, column * frames - clip.at);
        const to = Math.min(length, (column + 1) * frames - clip.at);
        const start = clip.reversed ? clip.end - to : clip.start + from;
        const level = levelAt(clip, Math.min(length - 1, Math.floor((from + to) / 2)));
        const range = [start / sampleRate, (start + to - from) / sampleRate] as const;
        const [low, high] = extremesOf(source, ...range);
        columns[2 * column] = Math.max(-1, Math.min(columns[2 * column]!, low * level));
        columns[2 * column + 1] = Math.min(1, Math.max(columns[2 * column + 1]!, high * level));
      }
    }
  return columns;
}

/** A minimap of all tracks; pressing or dragging scrolls the view. */
export const EditOverview = memo(function EditOverview() {
  const { setView } = useEditor().timeline;
  const { extent, view } = useTimeline();
  const { peaks } = useEditorSound();
  const edit = useEditorState((state) => state.edit);
  const { canvas, width, ratio, isMeasured } = useCanvas(HEIGHT, MAX_CANVAS_WIDTH);
  const bars = useMemo(
    () => barsFrom((count) => outlineOf(edit, peaks, { extent, count }), { width, ratio }),
    [edit, peaks, extent, width, ratio],
  );
  useLayoutEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context || !isMeasured) return;
    const color = colorOf(getComputedStyle(canvas.current!), "--ink-faint");
    drawBars(context, [{ bars, color }], { width, height: HEIGHT * ratio, ratio });
  }, [canvas, bars, width, ratio, isMeasured]);
  const down = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    const { left, width: wide } = event.currentTarget.getBoundingClientRect();
    const move = (x: number): void => {
      const at = ((x - left) / wide) * extent;
      setView((now) => moveView(now, at - (now.from + now.to) / 2, extent));
    };
    move(event.clientX);
    followPress(
      event,
      ({ clientX }) => move(clientX),
      () => {},
    );
  };
  return (
    <div className={css["overview"]} dir="ltr" aria-hidden="true" onPointerDown={down}>
      <canvas ref={canvas} width={width} height={HEIGHT * ratio} />
      <span
        className={css["window"]}
        style={{
          left: `${(100 * view.from) / extent}%`,
          width: `${(100 * (view.to - view.from)) / extent}%`,
        }}
      />
      <Playhead />
    </div>
  );
});

function Playhead() {
  const { player } = useEditorSound();
  const { extent } = useTimeline();
  const time = usePlayhead(player);
  return <span className={css["tick"]} style={{ left: `${(100 * time) / extent}%` }} />;
}
