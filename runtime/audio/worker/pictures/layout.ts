import type { Shape, Visual } from "./look.ts";
import { LOGICAL } from "./look.ts";
import type { Box } from "./paper.ts";

/** Where the parts of a picture are, in logical pixels. */
export interface Layout {
  /** What nothing but backgrounds leaves. */
  readonly safe: Box;
  /** Null: there is no cover. */
  readonly cover: Box | null;
  readonly header: Box;
  readonly captions: Box;
  readonly visual: Box;
  readonly progress: Box;
}

const MARGIN = 76;
const GAP = 44;
/** Of the line of what has been heard, with its times. */
const PROGRESS = 64;
/**
 * Room that apps for tall films lay buttons and texts over, in logical pixels of 1080 × 1920: the most that
 * TikTok, Instagram Reels or YouTube Shorts take on each side.
 */
export const APP_ROOM = { top: 250, right: 140, bottom: 400, left: 60 } as const;

/** What is in the picture, and how tall its text is. */
export interface Parts {
  readonly shape: Shape;
  readonly visual: Visual;
  readonly clear: boolean;
  readonly progress: boolean;
  readonly hasCover: boolean;
  readonly hasCaptions: boolean;
  /** Of title and byline in a box so wide; 0: there is none. */
  readonly headerHeight: (width: number) => number;
}

export function layOut(parts: Parts): Layout {
  const { width, height } = LOGICAL[parts.shape];
  const isTall = parts.shape === "9:16";
  const room =
    isTall && parts.clear ? APP_ROOM : { top: MARGIN, right: MARGIN, bottom: MARGIN, left: MARGIN };
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

/** Text above, what moves below, captions between them. */
function stack(
  box: Box,
  { visual, hasCaptions, hasCover, headerHeight }: Parts,
): Pick<Layout, "header" | "captions" | "visual"> {
  const header = { ...box, height: headerHeight(box.width) };
  const top = box.y + (header.height > 0 ? header.height + GAP : 0);
  const rest = { ...box, y: top, height: box.y + box.height - top };
  // Rings and particles have all the room; what stands on a line has a strip of it.
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
