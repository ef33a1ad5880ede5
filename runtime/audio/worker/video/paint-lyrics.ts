import { type FrameRow, layOutFrame } from "#core/lyrics/video-frame.ts";
import type { Lyrics } from "../rendered-video.ts";
import { type Picture, isLight } from "../pictures/paper.ts";

interface Ink {
  readonly plain: string;
  readonly lit: string;
  /** Outline color of the letters, which keeps them readable on any background. */
  readonly edge: string;
}
const ON_DARK: Ink = { plain: "#ffffff", lit: "#ffd54a", edge: "rgb(0 0 0 / 80%)" };
const ON_LIGHT: Ink = { plain: "#1d1d1d", lit: "#a3121c", edge: "rgb(255 255 255 / 85%)" };
/** Shade over the background, which makes light letters stand out. */
const SHADE = "rgb(0 0 0 / 50%)";
/** Fraction of the font's height. */
const EDGE = 0.1;
const FONT = "system-ui, sans-serif";

/**
 * Paints the lyrics that are sung at a time, in seconds, on a canvas over the background of that
 * time.
 */
export function createPainter(
  canvas: OffscreenCanvas,
  {
    lines,
    background,
    hasMedia,
    isWhole,
  }: Pick<Lyrics, "lines" | "background"> & {
    /** Whether the background is an image or a video. */
    readonly hasMedia: boolean;
    /** Whether the background is fully visible; otherwise it fills the canvas and is cropped. */
    readonly isWhole: boolean;
  },
): (time: number, picture: Picture | null) => void {
  const context = canvas.getContext("2d", { alpha: false })!;
  const { width, height } = canvas;
  const ink = !hasMedia && isLight(background) ? ON_LIGHT : ON_DARK;
  const set = (fontSize: number): void => void (context.font = `600 ${fontSize}px ${FONT}`);
  const measure = (text: string, fontSize: number): number => {
    set(fontSize);
    return context.measureText(text).width;
  };
  const fits = isWhole ? Math.min : Math.max;
  const paintBackground = (picture: Picture | null): void => {
    context.fillStyle = background;
    context.fillRect(0, 0, width, height);
    if (!picture) return;
    const scale = fits(width / picture.width, height / picture.height);
    const [w, h] = [picture.width * scale, picture.height * scale];
    context.drawImage(picture.source, (width - w) / 2, (height - h) / 2, w, h);
    context.fillStyle = SHADE;
    context.fillRect(0, 0, width, height);
  };
  const paintRow = (row: FrameRow): void => {
    set(row.fontSize);
    context.direction = row.isRtl ? "rtl" : "ltr";
    context.strokeStyle = ink.edge;
    context.lineWidth = row.fontSize * EDGE;
    context.strokeText(row.text, row.x, row.y);
    context.fillStyle = ink.plain;
    context.fillText(row.text, row.x, row.y);
    if (row.lit === 0) return;
    // Each row is drawn as a whole, so that joined letters stay joined.
    context.save();
    context.beginPath();
    const side = row.isRtl ? row.x + row.width / 2 - row.lit : row.x - row.width / 2;
    context.rect(side, row.y - row.fontSize, row.lit, 2 * row.fontSize);
    context.clip();
    context.fillStyle = ink.lit;
    context.fillText(row.text, row.x, row.y);
    context.restore();
  };
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  return (time, picture) => {
    paintBackground(picture);
    for (const row of layOutFrame(lines, time, { width, height }, measure)) paintRow(row);
  };
}
