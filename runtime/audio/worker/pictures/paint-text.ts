import { isRightToLeft, layOutText } from "#core/lyrics/video-frame.ts";
import type { LyricLine } from "#core/lyrics/lyrics.ts";
import { type Font, type Look, FONT_STACKS } from "./look.ts";
import { type Box, type Paper, faded } from "./paper.ts";

const TITLE = { size: 92, least: 52, rows: 3, leading: 1.14 } as const;
const BYLINE = { size: 40, gap: 22 } as const;
/** Line height as a factor, as `layOutText` sets it. */
const ROW = 1.3;

const fontOf = (font: Font, size: number, weight: number): string =>
  `${weight} ${size}px ${FONT_STACKS[font]}`;
const weightOf = (font: Font): number => (font === "serif" ? 500 : 650);

export const measureWith =
  (paper: Paper, font: Font, weight: number) =>
  (text: string, size: number): number => {
    paper.font = fontOf(font, size, weight);
    return paper.measureText(text).width;
  };

const plain = (text: string): LyricLine => ({ text, from: null, to: null, words: [] });

/** Rows of the title at a width. */
const titleRows = (paper: Paper, { title, font }: Look, width: number) =>
  title.trim() === ""
    ? []
    : layOutText(plain(title.trim()), -Infinity, {
        x: 0,
        y: 0,
        width,
        rows: TITLE.rows,
        fontSize: TITLE.size,
        minFontSize: TITLE.least,
        measure: measureWith(paper, font, weightOf(font)),
      });

/** Height of title and byline at a width, in logical pixels; 0 without both. */
export function headerHeight(paper: Paper, look: Look, width: number): number {
  const rows = titleRows(paper, look, width);
  const title = rows.length * (rows[0]?.fontSize ?? 0) * TITLE.leading;
  const byline = look.byline.trim() === "" ? 0 : BYLINE.size * ROW;
  return title + (title > 0 && byline > 0 ? BYLINE.gap : 0) + byline;
}

/** Paints title and byline, aligned to the start of their writing direction. */
export function paintHeader(paper: Paper, look: Look, box: Box): void {
  const rows = titleRows(paper, look, box.width);
  const byline = look.byline.trim();
  const isRtl = isRightToLeft(look.title.trim() === "" ? byline : look.title);
  const x = isRtl ? box.x + box.width : box.x;
  paper.direction = isRtl ? "rtl" : "ltr";
  paper.textAlign = isRtl ? "right" : "left";
  paper.textBaseline = "middle";
  paper.fillStyle = look.ink;
  let { y } = box;
  for (const { text, fontSize } of rows) {
    paper.font = fontOf(look.font, fontSize, weightOf(look.font));
    paper.fillText(text, x, y + (fontSize * TITLE.leading) / 2);
    y += fontSize * TITLE.leading;
  }
  if (byline === "") return;
  if (rows.length > 0) y += BYLINE.gap;
  paper.font = fontOf("sans", BYLINE.size, 450);
  paper.fillStyle = faded(look.ink, 0.78);
  paper.fillText(byline, x, y + (BYLINE.size * ROW) / 2, box.width);
}

const CAPTION = { size: 74, least: 40, rows: 3 } as const;
/** Maximum number of lines with the same start that are shown together. */
const TOGETHER = 3;
/** Seconds in which a line fades in. */
const APPEAR = 0.12;

/** Paints the captions at a time, with highlighted words. */
export function paintCaptions(
  paper: Paper,
  {
    lines,
    time,
    look,
    box,
  }: {
    readonly lines: readonly LyricLine[];
    readonly time: number;
    readonly look: Look;
    readonly box: Box;
  },
): void {
  const shown = captionsAt(lines, time);
  if (shown.length === 0) return;
  const measure = measureWith(paper, "sans", 650);
  const textBox = { x: box.x + box.width / 2, y: 0, width: box.width, measure };
  const size = { fontSize: CAPTION.size, minFontSize: CAPTION.least, rows: CAPTION.rows };
  const rows = shown.flatMap((line) =>
    // Without word times, no word is highlighted.
    layOutText(line, line.words.length > 0 ? time : -Infinity, { ...textBox, ...size }),
  );
  const height = rows.reduce((sum, row) => sum + row.fontSize * ROW, 0);
  let y = box.y + (box.height - height) / 2;
  paper.save();
  paper.globalAlpha = Math.max(0, Math.min(1, (time - shown[0]!.from!) / APPEAR + 0.35));
  paper.textAlign = "center";
  paper.textBaseline = "middle";
  for (const row of rows) {
    y += (row.fontSize * ROW) / 2;
    paper.font = fontOf("sans", row.fontSize, 650);
    paper.direction = row.isRtl ? "rtl" : "ltr";
    paper.fillStyle = look.ink;
    paper.fillText(row.text, row.x, y);
    if (row.lit > 0) {
      // Each row is drawn as a whole, so that joined letters stay joined.
      paper.save();
      paper.beginPath();
      const side = row.isRtl ? row.x + row.width / 2 - row.lit : row.x - row.width / 2;
      paper.rect(side, y - row.fontSize, row.lit, 2 * row.fontSize);
      paper.clip();
      paper.fillStyle = look.accent;
      paper.fillText(row.text, row.x, y);
      paper.restore();
    }
    y += (row.fontSize * ROW) / 2;
  }
  paper.restore();
}

/** Lines that are shown at a time: those that share a start, the latest ones. */
export function captionsAt(
  lines: readonly LyricLine[],
  time: number,
): readonly (LyricLine & { readonly from: number })[] {
  const begun = lines.filter(
    (line): line is LyricLine & { readonly from: number } =>
      line.from !== null && line.from <= time && time < (line.to ?? Infinity),
  );
  const last = begun.at(-1)?.from;
  return begun.filter(({ from }) => from === last).slice(0, TOGETHER);
}

const CLOCK = { size: 30, line: 6 } as const;

/** Paints the progress within a range. @param share 0 to 1 */
export function paintProgress(
  paper: Paper,
  {
    look,
    box,
    share,
    seconds,
  }: {
    readonly look: Look;
    readonly box: Box;
    readonly share: number;
    readonly seconds: number;
  },
): void {
  const half = CLOCK.line / 2;
  const y = box.y + half;
  paper.fillStyle = faded(look.ink, 0.26);
  paper.beginPath();
  paper.roundRect(box.x, y - half, box.width, CLOCK.line, half);
  paper.fill();
  paper.fillStyle = look.accent;
  paper.beginPath();
  paper.roundRect(box.x, y - half, Math.max(CLOCK.line, share * box.width), CLOCK.line, half);
  paper.fill();
  paper.beginPath();
  paper.arc(box.x + share * box.width, y, 11, 0, 2 * Math.PI);
  paper.fill();
  paper.font = fontOf("sans", CLOCK.size, 500);
  paper.fontVariantCaps = "normal";
  paper.direction = "ltr";
  paper.textBaseline = "alphabetic";
  paper.fillStyle = faded(look.ink, 0.78);
  const base = box.y + box.height - 4;
  paper.textAlign = "left";
  paper.fillText(clockOf(share * seconds), box.x, base);
  paper.textAlign = "right";
  paper.fillText(clockOf(Math.round(seconds)), box.x + box.width, base);
}

/** Formats seconds, such as 3:07. */
export function clockOf(seconds: number): string {
  const whole = Math.floor(seconds + 1e-6);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (value: number): string => String(value).padStart(2, "0");
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(whole % 60)}`
    : `${minutes}:${two(whole % 60)}`;
}
