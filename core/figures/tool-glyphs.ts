import { type FigureKind, figureKind } from "./sound-figure.ts";
import type { Tone } from "./wave.ts";

/** One color of a glyph: its meaning, and a path on a grid of 24 by 24, drawn 2 wide. */
export interface GlyphStroke {
  readonly tone: Tone;
  readonly path: string;
}

/** Bars around a center line: where the first one stands, their distance, their lengths. */
interface Sticks {
  readonly x: number;
  readonly pitch?: number;
  readonly middle?: number;
}
function sticks({ x, pitch = 4, middle = 12 }: Sticks, ...lengths: readonly number[]): string {
  return lengths
    .map((length, index) => `M${x + index * pitch} ${middle - length / 2}v${length}`)
    .join("");
}
/** Lines of text from `x`: the height and the length of each. */
const lines = (x: number, ...each: readonly (readonly [y: number, length: number])[]): string =>
  each.map(([y, length]) => `M${x} ${y}h${length}`).join("");

const microphone = (x: number): string =>
  `M${x} 3a2.5 2.5 0 0 1 2.5 2.5v4a2.5 2.5 0 0 1-5 0v-4A2.5 2.5 0 0 1 ${x} 3zM${x - 5} 11a5 5 0 0 0 10 0M${x} 16v5`;
const head = (x: number, y: number): string =>
  `M${x} ${y}m-2.5 0a2.5 2.5 0 1 1 5 0a2.5 2.5 0 1 1-5 0M${x - 4} ${y + 11}v-2a4 4 0 0 1 8 0v2`;
const note = (x: number, y: number): string =>
  `M${x - 5} ${y}a2.25 2.25 0 1 1-4.5 0a2.25 2.25 0 1 1 4.5 0V${y - 12}l5-2v4.5l-5 2`;
const four = (x: number): string => `M${x + 5} 12.5v-10l-5 7h7`;

/** A download: the path of its format, above an arrow that points down. */
const ARROW = "M12 16v6M8.5 19l3.5 3.5 3.5-3.5";
const download = (format: string): readonly GlyphStroke[] => [
  { tone: "kept", path: format },
  { tone: "original", path: ARROW },
];

/** The color of a stroke, and what it draws. */
type Strokes = Partial<Readonly<Record<Tone, string>>>;
const of = (strokes: Strokes): readonly GlyphStroke[] =>
  Object.entries(strokes).map(([tone, path]) => ({ tone: tone as Tone, path }));

/** The glyphs of tools, by panel and preset. Each shows what its tool keeps, removes or makes. */
export const TOOL_GLYPHS: Readonly<Record<string, readonly GlyphStroke[]>> = {
  // Noise as specks, which the voice stands out of.
  "enhance/denoise": of({
    kept: sticks({ x: 3 }, 6, 16, 9),
    removed: "M16 7v0M20 4v0M21 9v0M17 12v0M21 14v0M16 17v0M20 19v0",
  }),
  "enhance/enhance": of({
    kept: sticks({ x: 2.5 }, 5, 12, 17, 8, 4),
    original: "M18.5 1.5v6M15.5 4.5h6",
  }),
  "enhance/breath": of({
    kept: `${sticks({ x: 2, pitch: 4 }, 8, 16)}${sticks({ x: 18, pitch: 4 }, 16, 8)}`,
    removed: "M9 10q1.5-2.5 3 0t3 0M9 15q1.5-2.5 3 0t3 0",
  }),
  "enhance/clicks": of({
    kept: sticks({ x: 3, pitch: 4.5, middle: 15 }, 5, 12, 4, 12, 5),
    removed: "M12 2v4M8.5 3l1.5 3M15.5 3l-1.5 3",
  }),
  "enhance/silence": of({
    kept: `${sticks({ x: 2 }, 8, 16)}${sticks({ x: 18 }, 16, 8)}`,
    removed: "M10 12h4",
  }),
  "enhance/echo": of({
    kept: sticks({ x: 2, pitch: 3.2 }, 18, 10),
    removed: `${sticks({ x: 10.4, pitch: 3.2 }, 10, 5)}${sticks({ x: 18.8, pitch: 3.2 }, 5, 1)}`,
  }),
  "enhance/reverb": of({
    kept: sticks({ x: 2.5, pitch: 3.8 }, 10, 18),
    removed: sticks({ x: 10.1, pitch: 3.8 }, 12, 8, 4, 0),
  }),

  "separation/stems": of({
    original: sticks({ x: 2.5 }, 9, 18),
    kept: [4, 12, 20].map((middle) => sticks({ x: 12, pitch: 4.5, middle }, 2, 5, 2)).join(""),
  }),
  "separation/vocals": of({
    kept: microphone(7),
    removed: sticks({ x: 15, pitch: 3.5 }, 6, 14, 4),
  }),
  "separation/instrumental": of({
    kept: sticks({ x: 2.5, pitch: 3.5 }, 6, 16, 8),
    removed: microphone(17.5),
  }),
  "separation/no-drums": of({
    kept: sticks({ x: 2.5, pitch: 3.5 }, 6, 16),
    removed: "M11 10c0-3 11-3 11 0s-11 3-11 0v8c0 3 11 3 11 0v-8M12 2l4 4M22 3l-3 3",
  }),
  "separation/no-bass": of({
    kept: sticks({ x: 2.5, pitch: 3.5 }, 6, 16),
    removed: "M11.5 9.5v0a4 4 0 1 1 8 0c0 5-3.5 8.5-8 10.5M22.5 8v0M22.5 13v0",
  }),
  "separation/no-guitar": of({
    kept: sticks({ x: 2.5, pitch: 3.5 }, 6, 16),
    removed:
      "M21.5 2.5l-5 7.5M16.5 10c-2.5-1.5-4.5 0-4.5 2 0 1-2.5 1.5-2.5 4.5a4.5 4.5 0 0 0 9 0c0-1.5.5-2 .5-3.5 0-1.5-1-2.5-2.5-3z",
  }),
  "separation/no-piano": of({
    kept: sticks({ x: 2.5, pitch: 3.5 }, 6, 16),
    removed: "M10.5 5h12v14h-12zM14.5 5v8M18.5 5v8",
  }),
  "separation/no-lead": of({
    kept: `${head(4.5, 6.5)}${head(19.5, 6.5)}`,
    removed: head(12, 9.5),
  }),
  "separation/speech": of({
    kept: "M2 4h12v9h-6l-4 4v-4h-2zM6 8.5h4",
    removed: note(22, 19),
  }),

  "mashup/mashup": of({
    original: "M3 3v8M9 3v12M15 3v7M21 3v11",
    kept: "M6 21v-9M12 21v-7M18 21v-10",
  }),
  "karaoke/song": of({ original: microphone(7), selected: lines(15, [6, 7], [12, 4], [18, 7]) }),
  "karaoke/link": of({ original: "M15 8v9l7.5-4.5z", kept: microphone(7) }),
  "podcast/podcast": of({
    original: "M6.5 18a9 9 0 1 1 11 0M9 13.5a4.5 4.5 0 1 1 6 0",
    kept: "M12 11v0M12 16v6",
  }),

  "tts/tts": of({
    original: lines(2, [6, 7], [12, 5], [18, 7]),
    kept: sticks({ x: 14 }, 6, 16, 8),
  }),
  "transcript/transcript": of({
    original: sticks({ x: 2.5 }, 6, 16, 8),
    kept: lines(15, [6, 7], [12, 4], [18, 7]),
  }),
  "translator/translator": of({
    original: "M2 13l4.5-10 4.5 10M4 9.5h5",
    kept: "M13 12h9.5M17.75 9.5v2.5M21 12c-.5 4-3 7.5-7 9.5M15 15c1 3 3.5 5.5 7 6.5",
  }),
  "asmr/asmr": of({
    original: "M5 3v3M12 3v3M19 3v3M8.5 8v3M15.5 8v3",
    kept: "M2 16q2.5-3 5 0t5 0t5 0t5 0M2 21q2.5-3 5 0t5 0t5 0t5 0",
  }),
  "cloning/cloning": of({ original: head(6, 7), kept: sticks({ x: 14 }, 6, 16, 8) }),
  "cover/cover": of({ original: note(11, 17), kept: head(18, 9) }),
  "voice-changer/change": of({
    original: sticks({ x: 2.5, middle: 16 }, 4, 10),
    kept: `${sticks({ x: 17.5, middle: 16 }, 10, 4)}M5 5.5c4-4 10-4 14 0M19.5 1.5v4h-4`,
  }),
  "video/video": of({
    original: "M2 4h20v16h-20z",
    kept: sticks({ x: 7, pitch: 3.333 }, 3, 8, 5, 2),
  }),
  "animation/animation": of({
    original: "M4 18v4M8 15v7M12 19v3M16 14v8M20 17v5",
    kept: "M2 11q3.5-9 7 0q2.5-6 5 0q1.2-3 2.5-5M17 4a2.5 2.5 0 1 1 5 0a2.5 2.5 0 1 1-5 0",
  }),

  "editor/edit": of({
    original: `${sticks({ x: 2.5, middle: 7 }, 4, 8)}${sticks({ x: 17.5, middle: 17 }, 8, 4)}M17 7h5M2 17h5`,
    selected: "M12 5v17M9 2h6l-3 3z",
  }),
  "editor/trim": of({
    original: `${sticks({ x: 10, pitch: 4 }, 10, 6)}M2 12v0M22 12v0`,
    selected: "M8 3H6v18h2M16 3h2v18h-2",
  }),
  "editor/volume": of({ original: "M3 17v4M7.5 14v7", kept: "M12 10v11M16.5 6v15M21 3v18" }),

  "download/audio": download(sticks({ x: 3, pitch: 4.5, middle: 7 }, 3, 8, 11, 6, 3)),
  "download/mp3": download(`${sticks({ x: 3, middle: 7 }, 4, 10)}M13 2.5h7l-4 4a3.2 3.2 0 1 1-3 5`),
  "download/m4a": download(
    `${four(3)}M20.5 6v6.5M20.5 9.2a3.2 3.2 0 1 1-6.4 0a3.2 3.2 0 1 1 6.4 0`,
  ),
  "download/mp4": download(`M2.5 2.5v9l7-4.5z${four(14)}`),
  "download/ogg": download(
    [2, 9, 16].map((x) => `M${x} 5.5a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1-5.2 0`).join("") +
      "M14.2 5.5v4.5q-.5 2.5-4 2M21.2 5.5v4.5q-.5 2.5-4 2",
  ),
  "download/wav": download("M2 7c1.5-7 3.5-7 5 0s3.5 7 5 0s3.5-7 5 0s3.5 7 5 0"),
  "download/playlist": download(`${lines(9, [3, 13], [8, 13], [13, 13])}M3 3v0M3 8v0M3 13v0`),
  "download/shorts": of({
    kept: "M6 2h12v20h-12z",
    original: "M12 7v9M8.5 12.5l3.5 3.5 3.5-3.5",
  }),
  "download/video": download("M16 14h6v-12h-20v12h6M10 5v5.5l4.5-2.75z"),
};

/** The glyph of each kind of drawing, for tools that a site adds. */
const OF_KIND: Readonly<Record<FigureKind, string>> = {
  noise: "enhance/denoise",
  gaps: "enhance/clicks",
  shorten: "enhance/silence",
  tail: "enhance/reverb",
  stems: "separation/stems",
  without: "separation/instrumental",
  merge: "mashup/mashup",
  speak: "tts/tts",
  write: "transcript/transcript",
  select: "editor/trim",
  louder: "editor/volume",
  reshape: "voice-changer/change",
  same: "download/audio",
};

/** Key of a tool's glyph in `TOOL_GLYPHS`. */
export function glyphKey(panel: string, preset: string): string {
  const own = `${panel}/${preset}`;
  return own in TOOL_GLYPHS ? own : OF_KIND[figureKind(panel, preset)];
}

const KEYS = Object.keys(TOOL_GLYPHS);
/** The glyph's id in `tool-glyphs.svg`. It is short, since the menu of every page has all of them. */
export const glyphId = (key: string): string => `g${KEYS.indexOf(key)}`;

const COLORS: Readonly<Record<Tone, string>> = {
  original: "--ink",
  kept: "--teal",
  removed: "--vermilion",
  selected: "--amber",
};

/**
 * All glyphs as symbols of one SVG document, `tool-glyphs.svg`. Their colors are custom properties,
 * which they inherit from the page that shows them.
 */
export function drawGlyphs(): string {
  const symbols = Object.entries(TOOL_GLYPHS).map(([key, strokes]) => {
    const paths = strokes.map(
      ({ tone, path }) => `<path stroke="var(${COLORS[tone]})" d="${path}"/>`,
    );
    return `<symbol id="${glyphId(key)}" viewBox="0 0 24 24" fill="none" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${paths.join("")}</symbol>\n`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("")}</svg>\n`;
}
