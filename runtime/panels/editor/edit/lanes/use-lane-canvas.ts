import { useEffect, useLayoutEffect, useState } from "react";
import type { Clip } from "#audio/edit/edit.ts";
import { type SizedCanvas, useCanvas } from "#runtime/audio/waveform/use-canvas.ts";
import type { View } from "#runtime/audio/waveform/view.ts";
import { watchTheme } from "#runtime/audio/waveform/watch-theme.ts";
import { PEAKS_PER_SECOND } from "#runtime/audio/worker/results.ts";
import { MAX_CANVAS_WIDTH, WAVEFORM_HEIGHT } from "#runtime/ui/constants.ts";
import { type LaneSamples, paintPeaks, paintSamples } from "./paint/lane-paint.ts";
import type { ReadTrack } from "#runtime/panel-kit/player/use-mix-player.ts";
import type { PeaksBySource } from "../project/use-source-peaks.ts";
import { colorOf } from "#runtime/ui/styles/color-of.ts";

/** Time without a change of the view after which samples are read, in ms. */
const READ_DELAY = 60;

interface LaneInput {
  readonly track: number;
  readonly clips: readonly Clip[];
  readonly peaks: PeaksBySource;
  readonly sampleRate: number;
  readonly view: View;
  /** Null until the sound is open. */
  readonly read: ReadTrack | null;
}

/** A canvas with the clips of a track, drawn from samples if the view is zoomed in enough. */
export function useLaneCanvas(input: LaneInput): SizedCanvas {
  const { track, clips, peaks, sampleRate, view, read } = input;
  const sized = useCanvas(WAVEFORM_HEIGHT, MAX_CANVAS_WIDTH);
  const { canvas, width, height, ratio, isMeasured } = sized;
  const isFine = width / (view.to - view.from) > PEAKS_PER_SECOND * 1.5;
  const [samples, setSamples] = useState<(LaneSamples & { readonly view: View }) | null>(null);

  useEffect(() => {
    if (!isFine || !read) return undefined;
    let here = true;
    const timer = setTimeout(() => {
      const from = Math.max(0, Math.floor(view.from * sampleRate) - 1);
      const count = Math.ceil((view.to - view.from) * sampleRate) + 3;
      read(track, from, count).then(
        (block) => here && setSamples({ from, block, view }),
        // The sound was closed while it was read; the next one is read again.
        () => {},
      );
    }, READ_DELAY);
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [isFine, read, track, clips, sampleRate, view]);

  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext("2d");
    if (!context || !element || !isMeasured) return undefined;
    const paint = (): void => {
      const style = getComputedStyle(element);
      const colors = {
        original: colorOf(style, "--ink"),
        made: colorOf(style, "--teal"),
      };
      const lane = { clips, peaks, sampleRate, view, width, height, ratio };
      if (isFine && samples && samples.view === view) paintSamples(context, lane, samples, colors);
      else paintPeaks(context, lane, colors);
    };
    paint();
    return watchTheme(element, paint);
  }, [canvas, clips, peaks, sampleRate, view, width, height, ratio, isMeasured, isFine, samples]);
  return sized;
}
