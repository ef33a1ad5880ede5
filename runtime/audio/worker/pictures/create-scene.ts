import type { SoundTrace } from "#audio/visual/sound-trace.ts";
import { createMotion } from "#audio/visual/motion.ts";
import type { LyricLine } from "#core/lyrics/lyrics.ts";
import { createGlPainter } from "./gl/create-gl-painter.ts";
import { type Layout, layOut } from "./layout.ts";
import { type Look, LOGICAL } from "./look.ts";
import { type Box, type Paper, type Picture, drawOver, faded, isLight, mixed } from "./paper.ts";
import { headerHeight, paintCaptions, paintHeader, paintProgress } from "./paint-text.ts";
import { PAINTERS } from "./paint-visuals.ts";

export interface SceneInput {
  readonly look: Look;
  readonly trace: SoundTrace;
  readonly captions: readonly LyricLine[];
  /** Visible range of the audio, in seconds. */
  readonly range: readonly [start: number, end: number];
}

/** Paints frames that visualize a sound; deterministic for the same input and time. */
export interface Scene {
  /** Width of the frames, in logical pixels. */
  readonly width: number;
  /**
   * @param scale device pixels per logical pixel
   * @param time seconds of the audio
   * @param media the visitor's image, or the frame of the visitor's video at this time; null if
   *   there is none
   */
  readonly paint: (paper: Paper, scale: number, time: number, media: Picture | null) => void;
  readonly close: () => void;
  readonly layoutOf: (paper: Paper, hasMedia: boolean) => Layout;
}

export function createScene({ look, trace, captions, range }: SceneInput): Scene {
  const motion = createMotion(trace);
  const frame: Box = { x: 0, y: 0, ...LOGICAL[look.shape] };
  const [start, end] = range;
  let layout: { readonly hasMedia: boolean; readonly value: Layout } | null = null;
  const layoutOf = (paper: Paper, hasMedia: boolean): Layout => {
    if (layout?.hasMedia === hasMedia) return layout.value;
    const value = layOut({
      shape: look.shape,
      visual: look.visual,
      clear: look.clear,
      progress: look.progress,
      // A ring has the cover in its center.
      hasCover: hasMedia && !template && look.fit === "cover" && look.visual !== "circle",
      hasCaptions: captions.length > 0,
      headerHeight: (width) => headerHeight(paper, look, width),
    });
    layout = { hasMedia, value };
    return value;
  };
  const ground = createGround(look, frame);
  const template = look.template === "" ? null : createGlPainter(look.template, look, motion);
  return {
    width: frame.width,
    close: () => template?.close(),
    layoutOf,
    paint(paper, scale, time, given) {
      const media = look.background === "media" || template ? given : null;
      const at = layoutOf(paper, media !== null);
      paper.setTransform(1, 0, 0, 1, 0, 0);
      const [width, height] = [frame.width, frame.height].map((side) => Math.round(side * scale));
      paper.drawImage(
        template ? template.paint(time, width!, height!) : ground(scale, media, at.cover),
        0,
        0,
      );
      paper.setTransform(scale, 0, 0, scale, 0, 0);
      if (template) {
        paintVeil(paper, look, frame, at.header);
        if (media) paintLogo(paper, media, at.safe);
      }
      const isRound = media !== null && look.fit === "cover" && look.visual === "circle";
      const cover = isRound ? media : null;
      PAINTERS[look.visual](paper, { time, motion, look, box: at.visual, frame, cover });
      paintHeader(paper, look, at.header);
      if (captions.length > 0)
        paintCaptions(paper, { lines: captions, time, look, box: at.captions });
      if (!look.progress) return;
      const seconds = end - start;
      const share = Math.max(0, Math.min(1, (time - start) / seconds));
      paintProgress(paper, { look, box: at.progress, share, seconds });
    },
  };
}

/** A shade under the title over an animated background, which keeps the title readable. */
function paintVeil(paper: Paper, look: Look, frame: Box, header: Box): void {
  if (header.height === 0) return;
  const end = header.y + header.height * 1.7;
  const fill = paper.createLinearGradient(0, 0, 0, end);
  fill.addColorStop(0, faded(look.color, 0.8));
  fill.addColorStop(0.6, faded(look.color, 0.5));
  fill.addColorStop(1, faded(look.color, 0));
  paper.fillStyle = fill;
  paper.fillRect(frame.x, frame.y, frame.width, end);
}

/** Maximum size of a logo, in logical pixels. */
const LOGO = { width: 300, height: 130 } as const;

/** Paints a logo in a bottom corner, with its own colors. */
function paintLogo(paper: Paper, { source, width, height }: Picture, safe: Box): void {
  const scale = Math.min(LOGO.width / width, LOGO.height / height);
  const [w, h] = [width * scale, height * scale];
  paper.imageSmoothingQuality = "high";
  paper.drawImage(source, safe.x + safe.width - w, safe.y + safe.height - h, w, h);
}

/** Caches the static background, which is painted once for each image. */
function createGround(look: Look, frame: Box) {
  let made: {
    readonly scale: number;
    readonly source: CanvasImageSource | null;
    readonly canvas: OffscreenCanvas;
  } | null = null;
  return (scale: number, media: Picture | null, cover: Box | null): OffscreenCanvas => {
    const source = media?.source ?? null;
    if (made?.scale === scale && made.source === source) return made.canvas;
    const canvas =
      made?.scale === scale
        ? made.canvas
        : new OffscreenCanvas(Math.round(frame.width * scale), Math.round(frame.height * scale));
    const paper = canvas.getContext("2d", { alpha: false })!;
    paper.setTransform(scale, 0, 0, scale, 0, 0);
    paintGround(paper, look, frame, look.fit === "fill" ? media : null);
    if (media && cover) paintCover(paper, media, cover);
    made = { scale, source, canvas };
    return canvas;
  };
}

/** Paints a color, a gradient, or an image that fills the frame. */
function paintGround(paper: Paper, look: Look, frame: Box, media: Picture | null): void {
  if (look.background === "color" && !media) paper.fillStyle = look.color;
  else {
    const fill = paper.createLinearGradient(0, 0, 0.35 * frame.width, frame.height);
    fill.addColorStop(0, look.color);
    // The middle stop makes the gradient perceptually even; two stops alone give a gray middle.
    fill.addColorStop(0.55, mixed(look.color, look.second, 0.5));
    fill.addColorStop(1, look.second);
    paper.fillStyle = fill;
  }
  paper.fillRect(frame.x, frame.y, frame.width, frame.height);
  if (!media) return;
  paper.imageSmoothingQuality = "high";
  drawOver(paper, media, frame);
  const shade = isLight(look.ink) ? "#000000" : "#ffffff";
  const fill = paper.createLinearGradient(0, 0, 0, frame.height);
  fill.addColorStop(0, faded(shade, look.shade * 0.8));
  fill.addColorStop(0.5, faded(shade, look.shade * 0.55));
  fill.addColorStop(1, faded(shade, Math.min(1, look.shade * 1.15)));
  paper.fillStyle = fill;
  paper.fillRect(frame.x, frame.y, frame.width, frame.height);
}

/** A cover with rounded corners and a drop shadow. */
function paintCover(paper: Paper, media: Picture, box: Box): void {
  const { x, y, width, height } = box;
  paper.save();
  paper.shadowColor = "rgb(0 0 0 / 35%)";
  paper.shadowBlur = 60;
  paper.shadowOffsetY = 24;
  paper.fillStyle = "#000000";
  paper.beginPath();
  paper.roundRect(x, y, width, height, 20);
  paper.fill();
  paper.restore();
  paper.save();
  paper.beginPath();
  paper.roundRect(x, y, width, height, 20);
  paper.clip();
  paper.imageSmoothingQuality = "high";
  drawOver(paper, media, box);
  paper.restore();
}
