import { type Shape, type Visual, LOGICAL } from "./look.ts";
import type { Box } from "./paper.ts";

/** Positions of the parts of a frame, in logical pixels. */
export interface Layout {
  /** Area for everything except backgrounds. */
  readonly safe: Box;
  /** Null without a cover. */
  readonly cover: Box | null;
  readonly header: Box;
  readonly captions: Box;
  readonly visual: Box;
  readonly progress: Box;
}

const MARGIN = 76;
const GAP = 44;
/** Height of the progress bar with its times. */
const PROGRESS = 64;
/** Apps that play videos of each aspect ratio. */
export const APPS: Readonly<Record<Shape, readonly string[]>> = {
  "16:9": ["YouTube", "Vimeo"],
  "1:1": ["Instagram", "LinkedIn"],
  "9:16": ["TikTok", "Reels", "Shorts"],
  "4:5": ["Instagram", "Facebook"],
};
/**
 * Margins in logical pixels that these apps cover or crop on each side: the maximum over the apps.
 */
export const APP_ROOM: Readonly<
  Record<Shape, Readonly<Record<"top" | "right" | "bottom" | "left", number>>>
> = {
  // Title and controls of players.
  "16:9": { top: 96, right: MARGIN, bottom: 140, left: MARGIN },
  // Profiles crop to 3:4; feeds have an audio button at the bottom.
  "1:1": { top: MARGIN, right: 135, bottom: 112, left: 135 },
  // Buttons, names and texts over the whole screen.
  "9:16": { top: 250, right: 140, bottom: 400, left: 60 },
  // Profiles crop to 3:4 or 1:1, which cuts off more than feeds cover.
  "4:5": { top: 135, right: MARGIN, bottom: 135, left: MARGIN },
};

/** Parts of a frame and the heights of their texts. */
export interface Parts {
  readonly shape: Shape;
  readonly visual: Visual;
  readonly clear: boolean;
  readonly progress: boolean;
  readonly hasCover: boolean;
  readonly hasCaptions: boolean;
  /** Height of title and byline at a width; 0 without both. */
  readonly headerHeight: (width: number) => number;
}

export function layOut(parts: Parts): Layout {
  const { width, height } = LOGICAL[parts.shape];
  const room = parts.clear
    ? APP_ROOM[parts.shape]
    : { top: MARGIN, right: MARGIN, bottom: MARGIN, left: MARGIN };
  const safe = {
    x: room.left,
    y: room.top,
    width: width - room.left - room.right,
    height: height - room.top - room.bottom,
  };
  const bottom = safe.y + safe.height;
  const line = parts.progress ? PROGRESS : 0;
  const progress = { x: safe.x, y: bottom - line, width: safe.width, height: line };
  const upper: Box = { ...safe, height: safe.height - (line > 0 ? line + GAP / 2 : 0) };
  const isWide = width > height;
  if (!parts.hasCover) return { safe, cover: null, progress, ...stack(upper, parts) };
  if (isWide) {
    const side = Math.min(upper.height, upper.width * 0.4);
    const cover = { x: upper.x, y: upper.y + (upper.height - side) / 2, width: side, height: side };
    const x = cover.x + side + 1.5 * GAP;
    const right = { x, y: cover.y, width: upper.x + upper.width - x, height: side };
    return { safe, cover, progress, ...stack(right, parts) };
  }
  const side = Math.min(upper.width, upper.height * (parts.hasCaptions ? 0.4 : 0.5));
  const cover = { x: upper.x, y: upper.y, width: side, height: side };
  const y = cover.y + side + GAP;
  const below = { ...upper, y, height: upper.y + upper.height - y };
  return { safe, cover, progress, ...stack(below, parts) };
}

/** Text at the top, the visualization at the bottom, captions between them. */
function stack(
  box: Box,
  { visual, hasCaptions, hasCover, headerHeight }: Parts,
): Pick<Layout, "header" | "captions" | "visual"> {
  const header = { ...box, height: headerHeight(box.width) };
  const top = box.y + (header.height > 0 ? header.height + GAP : 0);
  const rest = { ...box, y: top, height: box.y + box.height - top };
  // Rings and particles take the whole area; visualizations on a baseline take a strip.
  const isRound = visual === "circle" || visual === "particles";
  if (visual === "none") return { header, captions: rest, visual: { ...rest, height: 0 } };
  if (isRound && !hasCaptions) return { header, captions: rest, visual: rest };
  if (isRound) {
    const height = rest.height * 0.6;
    return {
      header,
      visual: { ...rest, height },
      captions: { ...rest, y: rest.y + height + GAP, height: rest.height - height - GAP },
    };
  }
  const share = hasCaptions ? 0.34 : hasCover ? 0.6 : 0.55;
  const height = Math.min(rest.height * share, box.width * 0.34);
  const below = { ...rest, y: rest.y + rest.height - height, height };
  return {
    header,
    visual: below,
    captions: { ...rest, height: rest.height - height - GAP },
  };
}
