import type { Transcript, TranscriptLine } from "../transcript.ts";

/** `1:02:03`, `2:03`. */
export function clockOf(seconds: number): string {
  const all = Math.max(0, Math.floor(seconds));
  const two = (value: number): string => String(value % 60).padStart(2, "0");
  const [hours, minutes] = [Math.floor(all / 3600), Math.floor(all / 60)];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(all)}` : `${minutes}:${two(all)}`;
}

/** Consecutive lines of one speaker. */
interface Paragraph {
  readonly from: number;
  /** Empty if the speaker is unknown. */
  readonly name: string;
  readonly chapter: string | null;
  readonly text: string;
}

/** Seconds of a pause that start a new paragraph. */
const REST = 2;
/** Seconds after which the next line starts a new paragraph. */
const LONG = 60;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;

/**
 * Groups lines into paragraphs: a new one for a speaker, a chapter, a pause, and after a maximum
 * duration.
 */
export function paragraphsOf({
  lines,
  speakers,
}: Pick<Transcript, "lines" | "speakers">): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let before: TranscriptLine | null = null;
  for (const line of lines) {
    const last = paragraphs.at(-1);
    const isSame =
      last &&
      before &&
      before.speaker === line.speaker &&
      line.chapter === undefined &&
      line.from - before.to < REST &&
      line.from - last.from < LONG;
    if (isSame) {
      const gap = UNSPACED.test(last.text) ? "" : " ";
      paragraphs[paragraphs.length - 1] = { ...last, text: `${last.text}${gap}${line.text}` };
    } else {
      const name = line.speaker === null ? "" : (speakers[line.speaker] ?? "");
      paragraphs.push({ from: line.from, name, chapter: line.chapter ?? null, text: line.text });
    }
    before = line;
  }
  return paragraphs;
}

type SpokenText = Pick<Transcript, "lines" | "speakers">;

/** Plain text, one row per paragraph, with empty rows in between. */
export const writeText = (transcript: SpokenText): string =>
  `${paragraphsOf(transcript)
    .flatMap(({ name, chapter, text }) => [
      ...(chapter === null ? [] : [chapter]),
      `${name && `${name}: `}${text}`,
    ])
    .join("\n\n")}\n`;

/** Escapes Markdown syntax. */
const marked = (text: string): string => text.replace(/([\\`*_[\]<>#|~])/g, "\\$1");

/** Markdown with a title, chapters as headings, times and speakers. */
export const writeMarkdown = (transcript: SpokenText, title: string): string =>
  `${[
    `# ${marked(title)}`,
    ...paragraphsOf(transcript).flatMap(({ from, name, chapter, text }) => [
      ...(chapter === null ? [] : [`## ${marked(chapter)}`]),
      `**${clockOf(from)}${name && ` ${marked(name)}`}** ${marked(text)}`,
    ]),
  ].join("\n\n")}\n`;

/** Chapters in the format of video sites: a time and a name each, the first at 0:00. */
export function writeChapters({ lines }: Pick<Transcript, "lines">, first: string): string {
  const found = lines.flatMap(({ from, chapter }) =>
    chapter === undefined ? [] : [{ from, chapter }],
  );
  const start = lines[0];
  const rows =
    start && found[0]?.from === start.from
      ? [{ ...found[0], from: 0 }, ...found.slice(1)]
      : [{ from: 0, chapter: first }, ...found];
  return `${rows.map(({ from, chapter }) => `${clockOf(from)} ${chapter}`).join("\n")}\n`;
}

const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/**
 * The complete transcript for other programs: segments and words with times in seconds, using the
 * field names of speech services.
 */
export const writeJson = ({
  engine,
  model,
  language,
  seconds,
  doubtful,
  speakers,
  lines,
}: Transcript): string =>
  `${JSON.stringify(
    {
      engine,
      ...(model && { model }),
      language,
      duration: rounded(seconds),
      ...(doubtful && { doubtful }),
      text: lines.map(({ text }) => text).join("\n"),
      segments: lines.map((line, id) => ({
        id,
        start: rounded(line.from),
        end: rounded(line.to),
        text: line.text,
        ...(line.speaker !== null && { speaker: speakers[line.speaker] ?? "" }),
        ...(line.chapter !== undefined && { chapter: line.chapter }),
        words: line.words.map(({ start, end, from, to, confidence }) => ({
          word: line.text.slice(start, end),
          start: rounded(from),
          end: rounded(to),
          ...(confidence !== undefined && { confidence: rounded(confidence) }),
        })),
      })),
    },
    null,
    1,
  )}\n`;
