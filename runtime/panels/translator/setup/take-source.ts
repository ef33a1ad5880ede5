import { splitSentences } from "#audio/narration/text/split-sentences.ts";
import { type Segment, segmentsOf, timedTexts } from "#core/dubbing/segment.ts";
import { readSegmentXliff, segmentsOfXliff } from "#core/dubbing/xliff.ts";
import { isTimed } from "#core/lyrics/lyrics.ts";
import { readLyrics } from "#core/lyrics/read-lyrics.ts";
import type { SpeechFolders } from "#core/page/app-data.ts";
import type { MakeOptions } from "#runtime/panel-kit/save/use-rendering.ts";
import { LANGUAGES } from "./setup.ts";

/** Segments made from a transcript. */
export interface TakenSource {
  readonly segments: readonly Segment[];
  /** Number of omitted lines: without a usable time, or after the end of the recording. */
  readonly left: number;
  /** Whether the text does not seem to match the recording. */
  readonly isUnlike: boolean;
  /** Locales named by the file. */
  readonly from: string | null;
  readonly to: string | null;
}

const MARKUP = /^\uFEFF?\s*<(?:\?xml|!doctype|html|xliff|tt|transcript)\b/i;

/** Locale of a language tag; null if there is none. */
export function localeOf(tag: string): string | null {
  const own = tag.toLowerCase();
  const base = own.split("-")[0]!;
  if (base === "zh") return /tw|hk|hant/.test(own) ? "zh-tw" : "zh";
  if (base === "pt") return "pt-br";
  return LANGUAGES.find((code) => code === own || code === base) ?? null;
}

/**
 * Makes segments from a transcript: XLIFF and subtitles have times, other texts are aligned with
 * the recording.
 */
export async function takeSource(
  source: string,
  {
    file,
    seconds,
    language,
    speech,
    signal,
    onProgress,
  }: MakeOptions & {
    readonly file: File;
    /** Length of the recording; null if unknown. */
    readonly seconds: number | null;
    /** Locale code. */
    readonly language: string;
    /** Null if there is no voice for alignment. */
    readonly speech: SpeechFolders | null;
  },
): Promise<TakenSource> {
  const end = seconds ?? Infinity;
  const nothing = { left: 0, isUnlike: false, from: null, to: null };
  const xliff = /^\s*</.test(source.replace(/^\uFEFF/, "")) ? readSegmentXliff(source) : null;
  if (xliff) {
    const all = segmentsOfXliff(xliff);
    const segments = all.filter(({ from }) => from < end);
    return {
      ...nothing,
      segments,
      left: xliff.units.length - segments.length,
      from: localeOf(xliff.sourceLanguage),
      to: localeOf(xliff.targetLanguage),
    };
  }
  // Other markup, or a damaged file: tags are not speech.
  if (MARKUP.test(source)) return { ...nothing, segments: [] };
  const { lines, problems } = readLyrics(source);
  if (lines.some(isTimed)) {
    const texts = timedTexts(lines, end);
    const segments = segmentsOf(texts);
    const away = lines.filter((line) => !isTimed(line) || line.from >= end).length;
    const outside = problems.find(({ kind }) => kind === "outside")?.count ?? 0;
    return { ...nothing, segments, left: outside + away + texts.length - segments.length };
  }
  if (!speech) return { ...nothing, segments: [] };
  const text = lines.map((line) => line.text).join("\n");
  const sentences = splitSentences(text, language).map((one) => ({
    text: text.slice(one.start, one.end).replace(/\s+/gu, " ").trim(),
    from: null,
    to: null,
    words: [],
  }));
  const [{ openVoice }, { timeLines }, { alignSound }] = await Promise.all([
    import("#runtime/audio/speech/open-voice.ts"),
    import("#audio/alignment/time-lines.ts"),
    import("#runtime/audio/speech/align-sound.ts"),
  ]);
  const voice = openVoice(speech);
  try {
    const found = await timeLines(sentences, {
      voice,
      align: alignSound(file, signal),
      language,
      signal,
      onProgress: (done) => onProgress(done ?? 0),
    });
    const texts = timedTexts(found.lines, end);
    return {
      ...nothing,
      segments: segmentsOf(texts),
      left: sentences.length - texts.length,
      isUnlike: found.isUnlike,
    };
  } finally {
    voice.close();
  }
}
