import { splitSentences } from "#audio/narration/text/split-sentences.ts";
import { SCRIPT_PHRASES } from "#audio/podcast/script/phrases.ts";
import {
  type Host,
  type Script,
  type ScriptLine,
  type Tone,
  TONES,
} from "#audio/podcast/script/script.ts";
import { writeScript } from "#audio/podcast/script/write-script.ts";
import { type Music, MUSIC } from "#audio/podcast/sound/episode.ts";
import { guessLanguage } from "#runtime/audio/speech/guess-language.ts";
import { type VoiceId, isVoice } from "#runtime/audio/voices/voices.ts";
import { listOf, objectOf, within } from "#runtime/panel-kit/settings/json-values.ts";
import type { Json, JsonObject } from "#runtime/contract/json.ts";

/** Engines that write scripts. */
export const WRITERS = ["builtIn", "browser", "hosted"] as const;
export type Writer = (typeof WRITERS)[number];

/** Settings of the panel. */
export interface PodcastSetup {
  readonly source: string;
  readonly title: string;
  /** Locale code. */
  readonly language: string;
  readonly minutes: number;
  readonly tone: Tone;
  readonly hosts: readonly [VoiceId, VoiceId];
  readonly music: Music;
  /** Empty until the script has been written. */
  readonly lines: readonly ScriptLine[];
  readonly writer: Writer;
  /** The writer of the lines: `builtIn`, `browser`, or the name of a hosted model. */
  readonly writtenBy: string;
  /** Id of the job whose script was used last. */
  readonly taken: string;
}

/** Parameters of a job of this panel. */
export interface PodcastParams {
  readonly script: Script;
  readonly hosts: readonly [VoiceId, VoiceId];
  readonly music: Music;
  /** The writer of the script. */
  readonly writtenBy: string;
  /** Location of the voice. */
  readonly speech: JsonObject;
}

/** Maximum length of a source in characters: about 60 pages. */
export const MAX_SOURCE = 150_000;
export const MAX_LINE = 1200;
export const MAX_TITLE = 120;
/** Maximum number of lines of a script: an hour of talk. */
export const MAX_LINES = 600;
export const MINUTES = [1, 2, 5, 10, 15] as const;
/** The cheapest length, so that the free credits of a new account pay for it. */
const DEFAULT_MINUTES = MINUTES[0];
export const LANGUAGES: readonly string[] = Object.keys(SCRIPT_PHRASES);

const textOf = (value: Json | undefined, maxLength: number): string =>
  typeof value === "string" ? value.slice(0, maxLength) : "";

function lineFrom(stored: Json, at: number): ScriptLine {
  const { host, text, source, chapter } = objectOf(stored);
  return {
    id: String(at + 1),
    host: host === 1 ? 1 : 0,
    text: textOf(text, MAX_LINE),
    source: typeof source === "number" && source >= 0 ? source : null,
    chapter: typeof chapter === "string" ? chapter.slice(0, MAX_TITLE) : null,
  };
}

/** Settings from stored ones; defaults for invalid values. @param locale locale of the page */
export function setupFrom(stored: JsonObject = {}, locale: string): PodcastSetup {
  const host = (value: Json | undefined, fallback: VoiceId): VoiceId =>
    isVoice(value) ? value : fallback;
  const hosts = listOf(stored["hosts"]);
  return {
    source: textOf(stored["source"], MAX_SOURCE),
    title: textOf(stored["title"], MAX_TITLE),
    language:
      LANGUAGES.find((code) => code === stored["language"]) ??
      guessLanguage(textOf(stored["source"], MAX_SOURCE), locale),
    minutes: within(stored["minutes"], [MINUTES[0], MINUTES.at(-1)!], DEFAULT_MINUTES),
    tone: TONES.find((tone) => tone === stored["tone"]) ?? "plain",
    hosts: [host(hosts[0], "maren"), host(hosts[1], "tarvel")],
    music: MUSIC.find((music) => music === stored["music"]) ?? "warm",
    lines: listOf(stored["lines"]).slice(0, MAX_LINES).map(lineFrom),
    writer: WRITERS.find((one) => one === stored["writer"]) ?? "builtIn",
    writtenBy: textOf(stored["writtenBy"], 200) || "builtIn",
    taken: textOf(stored["taken"], 200),
  };
}

/** The sentences of a source, to which lines refer by index; headings (`# …`) do not count. */
export const sentencesOf = ({ source, language }: Pick<PodcastSetup, "source" | "language">) =>
  splitSentences(source, language)
    .map(({ start, end, paragraph }) => ({
      start,
      end,
      paragraph,
      text: source.slice(start, end).replace(/\s+/gu, " "),
    }))
    .filter(({ text }) => !/^#{1,6}\s/.test(text));

/** Default title of an episode: the first line of the text, if it is short. */
export function titleOf(
  { title, source }: Pick<PodcastSetup, "title" | "source">,
  defaultTitle: string,
): string {
  if (title.trim() !== "") return title.trim();
  const first = source
    .trimStart()
    .split("\n", 1)[0]!
    .replace(/^#+\s*/, "")
    .trim();
  return first !== "" && first.length <= 80 ? first : defaultTitle;
}

export const scriptOf = (setup: PodcastSetup, defaultTitle: string): Script => ({
  title: titleOf(setup, defaultTitle),
  language: setup.language,
  lines: setup.lines.filter(({ text }) => text.trim() !== ""),
});

/** Writes a new script. */
export const linesFor = (setup: PodcastSetup, defaultTitle: string): readonly ScriptLine[] =>
  writeScript({
    title: titleOf(setup, defaultTitle),
    language: setup.language,
    sentences: sentencesOf(setup),
    minutes: setup.minutes,
    tone: setup.tone,
  }).lines;

/** The scripts of shorter lengths, the longest first. */
export const shorterScripts = (
  setup: PodcastSetup,
  defaultTitle: string,
): readonly { readonly minutes: number; readonly script: Script }[] =>
  MINUTES.filter((minutes) => minutes < setup.minutes)
    .toReversed()
    .map((minutes) => ({
      minutes,
      script: scriptOf(
        { ...setup, lines: linesFor({ ...setup, minutes }, defaultTitle) },
        defaultTitle,
      ),
    }));

/** Lines with their indices as ids. */
const numbered = (lines: readonly Omit<ScriptLine, "id">[]): ScriptLine[] =>
  lines.map((line, at) => ({ ...line, id: String(at + 1) }));

/** Edits of a line; its chapter stays at its position. */
export const LINE_EDITS = {
  change: (lines: readonly ScriptLine[], at: number, part: Partial<ScriptLine>) =>
    lines.map((line, index) => (index === at ? { ...line, ...part } : line)),
  remove: (lines: readonly ScriptLine[], at: number) => {
    const { chapter } = lines[at]!;
    return numbered(
      lines
        .map((line, index) =>
          index === at + 1 && chapter ? { ...line, chapter: line.chapter ?? chapter } : line,
        )
        .filter((_, index) => index !== at),
    );
  },
  move: (lines: readonly ScriptLine[], at: number, by: 1 | -1) => {
    const to = at + by;
    if (to < 0 || to >= lines.length) return lines;
    const swapped = lines.map((line, index) => {
      const other = index === at ? lines[to]! : index === to ? lines[at]! : line;
      return { ...other, chapter: line.chapter };
    });
    return numbered(swapped);
  },
  add: (lines: readonly ScriptLine[], at: number) => {
    const host: Host = lines[at]?.host === 0 ? 1 : 0;
    const line = { host, text: "", source: null, chapter: null };
    return numbered([...lines.slice(0, at + 1), line, ...lines.slice(at + 1)]);
  },
} as const;
