import { type FrameRow, layOutFrame } from "#core/lyrics/video-frame.ts";
import type { Lyrics } from "../rendered-video.ts";
import { type Picture, isLight } from "../pictures/paper.ts";

interface Ink {
  readonly plain: string;
  readonly lit: string;
  /** Around the letters, so that they can be read on every picture. */
  readonly edge: string;
}
const ON_DARK: Ink = { plain: "#ffffff", lit: "#ffd54a", edge: "rgb(0 0 0 / 80%)" };
const ON_LIGHT: Ink = { plain: "#1d1d1d", lit: "#a3121c", edge: "rgb(255 255 255 / 85%)" };
/** Over a picture, so that light letters stand out. */
const SHADE = "rgb(0 0 0 / 50%)";
/** Share of the height of a font. */
const EDGE = 0.1;
const FONT = "system-ui, sans-serif";

/** Paints a canvas with what is sung at a time, in seconds, over what lies behind it then. */
export function createPainter(
  canvas: OffscreenCanvas,
  {
    lines,
    background,
    hasMedia,
    isWhole,
  }: Pick<Lyrics, "lines" | "background"> & {
    /** Whether a picture lies behind it. */
    readonly hasMedia: boolean;
    /** Whether all of that is in view; it fills the canvas otherwise. */
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
    // Of the row as a whole, so that letters that are joined stay so.
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
