import { ROW_WIDTH } from "#core/lyrics/cdg/plan-rows.ts";
import { type CdgFonts, LEVELS, ROW_HEIGHT } from "#core/lyrics/cdg/write-cdg.ts";

const FONT = "system-ui, sans-serif";

/** Draws rows of text with the fonts of this device, which cover its languages. */
export function openCdgFonts(): CdgFonts {
  const canvas = document.createElement("canvas");
  canvas.width = ROW_WIDTH;
  canvas.height = ROW_HEIGHT;
  const context = canvas.getContext("2d", { alpha: false, willReadFrequently: true })!;
  context.textAlign = "center";
  context.textBaseline = "middle";
  const set = (fontSize: number): void => void (context.font = `700 ${fontSize}px ${FONT}`);
  const widths = new Map<string, number>();
  return {
    measure(text, fontSize) {
      const key = `${fontSize} ${text}`;
      const known = widths.get(key);
      if (known !== undefined) return known;
      set(fontSize);
      const { width } = context.measureText(text);
      widths.set(key, width);
      return width;
    },
    draw({ text, fontSize, isRtl }) {
      context.fillStyle = "#000000";
      context.fillRect(0, 0, ROW_WIDTH, ROW_HEIGHT);
      context.fillStyle = "#ffffff";
      context.direction = isRtl ? "rtl" : "ltr";
      set(fontSize);
      context.fillText(text, ROW_WIDTH / 2, ROW_HEIGHT / 2);
      const { data } = context.getImageData(0, 0, ROW_WIDTH, ROW_HEIGHT);
      // Green is the brightest part of what has a color of its own, such as an emoji.
      return Uint8Array.from({ length: ROW_WIDTH * ROW_HEIGHT }, (_, at) =>
        Math.round((data[4 * at + 1]! * LEVELS) / 255),
      );
    },
  };
}
