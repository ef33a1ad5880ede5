import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { MAX_CANVAS_WIDTH } from "../../ui/constants.ts";
import { useCanvas, type SizedCanvas } from "../waveform/use-canvas.ts";
import type { View } from "../waveform/view.ts";
import { watchTheme } from "../waveform/watch-theme.ts";
import { type SpectraRequest, SPECTRUM_LEVELS } from "../worker/reading.ts";
import type { Axis } from "./axis.ts";
import {
  type Look,
  type PlacedTile,
  type Highlight,
  type Underlay,
  findMask,
  paintMask,
  paintSpectrogram,
} from "./paint.ts";
import { createRows } from "./rows.ts";
import { scaleOf, TILE_COLUMNS } from "./scale.ts";
import { type SpectrumLevels, sharedTiles } from "./tiles.ts";
import { colorOf } from "../../ui/styles/color-of.ts";

/** Height of a spectrogram, in CSS pixels. */
export const SPECTROGRAM_HEIGHT = 160;

/** A sound with a spectrogram. */
export interface SpectralSound {
  readonly sampleRate: number;
  /** Identifies the content between two frames: equal keys sound the same. Null: silence. */
  readonly nameOf: (from: number, to: number) => string | null;
  readonly spectra: (request: SpectraRequest) => Promise<SpectrumLevels>;
}

export interface SpectrogramInput {
  /** Null until it is open. */
  readonly sound: SpectralSound | null;
  readonly view: View;
  readonly axis: Axis;
  /** dB below a full-scale sine at which color begins and is saturated. */
  readonly low: number;
  readonly high: number;
  readonly tints: readonly Highlight[];
}
export interface PaintedSpectrogram extends SizedCanvas {
  /**
   * Level at a position in dB below a full-scale sine; null if unknown. @param share position on
   * the axis, 0 to 1
   */
  readonly levelAt: (seconds: number, share: number) => number | null;
}

/** Time budget per animation frame for rendering tiles, in ms. */
const SLICE = 8;
/**
 * Minimum duration of sound that a tile stored on the device covers, in seconds: that much has to
 * be decoded for it.
 */
const DEAR = 20;

interface ShownTile extends Pick<PlacedTile, "from" | "to"> {
  /** Frame. */
  readonly at: number;
  /** Null: silence. */
  readonly name: string | null;
}

/** A canvas with the spectrogram of the visible range. */
export function useSpectrogram(input: SpectrogramInput): PaintedSpectrogram {
  const { sound, view, axis, low, high, tints } = input;
  const sized = useCanvas(SPECTROGRAM_HEIGHT, MAX_CANVAS_WIDTH);
  const { canvas, width, ratio, isMeasured } = sized;
  const rate = sound?.sampleRate ?? 2 * axis.highest;
  const { step, size } = scaleOf(((view.to - view.from) * rate) / width, rate);
  const look = useMemo(
    (): Look => ({ rows: createRows(axis, SPECTROGRAM_HEIGHT * ratio, size), low, high }),
    [axis, ratio, size, low, high],
  );
  const tiles = useTiles(isMeasured ? sound : null, view, step, size);
  const arrived = useArrivals({ sound, tiles, step, size, canvas });
  usePainting({ ...sized, view, sound, look, tiles, tints, arrived });
  const levelAt = useCallback(
    (seconds: number, share: number): number | null => {
      const tile = tiles.find(({ from, to }) => seconds >= from && seconds < to);
      if (!tile) return null;
      const levels = tile.name === null ? null : sharedTiles().find(tile.name);
      if (!levels) return tile.name === null ? SPECTRUM_LEVELS.lowest : null;
      const { from, to } = tile;
      const column = Math.floor(((seconds - from) / (to - from)) * TILE_COLUMNS);
      const { height } = look.rows;
      const row = Math.min(height - 1, Math.max(0, Math.floor((1 - share) * height)));
      const level = look.rows.levelAt(levels, column, row);
      return SPECTRUM_LEVELS.lowest + level / SPECTRUM_LEVELS.perDecibel;
    },
    [tiles, look],
  );
  return { ...sized, levelAt };
}

/** The tiles of the visible range. */
function useTiles(
  sound: SpectralSound | null,
  { from, to }: View,
  step: number,
  size: number,
): readonly ShownTile[] {
  const span = step * TILE_COLUMNS;
  const rate = sound?.sampleRate ?? 1;
  const first = Math.max(0, Math.floor((from * rate) / span));
  const end = Math.ceil((to * rate) / span);
  return useMemo(() => {
    if (!sound) return [];
    return Array.from({ length: Math.max(0, end - first) }, (_, index): ShownTile => {
      const at = (first + index) * span;
      const content = sound.nameOf(at - size / 2, at + span + size / 2);
      return {
        at,
        from: at / rate,
        to: (at + span) / rate,
        name: content === null ? null : `${rate} ${step} ${size} ${content}`,
      };
    });
  }, [sound, first, end, span, rate, step, size]);
}

/** Computes missing tiles one at a time while the canvas is visible. Counts the tiles loaded. */
function useArrivals({
  sound,
  tiles,
  step,
  size,
  canvas,
}: {
  readonly sound: SpectralSound | null;
  readonly tiles: readonly ShownTile[];
  readonly step: number;
  readonly size: number;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
}): number {
  const [arrived, setArrived] = useState(0);
  const [isSeen, setSeen] = useState(false);
  const last = useRef<Promise<void>>(Promise.resolve());
  useEffect(() => {
    const watch = new IntersectionObserver((entries) => setSeen(entries.at(-1)!.isIntersecting));
    watch.observe(canvas.current!);
    return () => watch.disconnect();
  }, [canvas]);
  useEffect(() => {
    if (!sound || !isSeen) return undefined;
    let here = true;
    const isDear = step * TILE_COLUMNS >= DEAR * sound.sampleRate;
    const request = { step, columns: TILE_COLUMNS, size };
    const work = async (): Promise<void> => {
      for (const { name, at } of tiles) {
        if (!here) return;
        if (name === null || sharedTiles().find(name)) continue;
        await sharedTiles().load(name, isDear, () => sound.spectra({ ...request, from: at }));
        setArrived((count) => count + 1);
      }
    };
    // A closed reading is reopened; the player reports unreadable files.
    last.current = last.current.then(work).catch(() => {});
    return () => {
      here = false;
    };
  }, [sound, isSeen, tiles, step, size]);
  return arrived;
}

/** Renders available tiles in short steps; the previous image stays visible behind pending ones. */
function usePainting({
  canvas,
  width,
  ratio,
  isMeasured,
  view,
  sound,
  look,
  tiles: shownTiles,
  tints,
  arrived,
}: SizedCanvas &
  Pick<SpectrogramInput, "view" | "sound" | "tints"> & {
    readonly look: Look;
    readonly tiles: readonly ShownTile[];
    readonly arrived: number;
  }): void {
  const painted = useRef<{ readonly view: View; readonly sound: unknown } | null>(null);
  const before = useRef<Underlay | null>(null);
  useLayoutEffect(() => {
    if (!isMeasured) return undefined;
    const element = canvas.current!;
    const context = element.getContext("2d")!;
    if (painted.current?.sound !== sound) before.current = null;
    else if (painted.current && painted.current.view !== view)
      before.current = { canvas: copyOf(element, before.current), view: painted.current.view };
    painted.current = { view, sound };
    let frame = 0;
    const paint = (): void => {
      const until = performance.now() + SLICE;
      let isAll = true;
      const tiles: PlacedTile[] = [];
      for (const { from, to, name } of shownTiles) {
        const levels = name === null ? null : sharedTiles().find(name);
        let mask: HTMLCanvasElement | null = null;
        if (levels) {
          mask = findMask(levels, look);
          if (!mask && performance.now() < until) mask = paintMask(levels, look);
          isAll &&= mask !== null;
        }
        if (mask || name === null) tiles.push({ from, to, mask });
      }
      const style = getComputedStyle(element);
      const colors = {
        ink: colorOf(style, "--ink"),
        accent: colorOf(style, "--teal"),
      };
      const underlay = tiles.length < shownTiles.length ? before.current : null;
      paintSpectrogram(context, view, { tiles, underlay, tints, colors });
      if (!isAll) frame = requestAnimationFrame(paint);
    };
    paint();
    const endWatch = watchTheme(element, paint);
    return () => {
      cancelAnimationFrame(frame);
      endWatch();
    };
  }, [canvas, width, ratio, isMeasured, view, sound, look, shownTiles, tints, arrived]);
}

/** The image of a canvas. @param old a canvas to reuse */
function copyOf(canvas: HTMLCanvasElement, old: Underlay | null): HTMLCanvasElement {
  const copy = old?.canvas ?? document.createElement("canvas");
  copy.width = canvas.width;
  copy.height = canvas.height;
  copy.getContext("2d")!.drawImage(canvas, 0, 0);
  return copy;
}
