import type { LineTime } from "#audio/podcast/sound/episode.ts";
import type { Chapter } from "#audio/media/tags/chapters/chapter.ts";
import type { Script } from "#audio/podcast/script/script.ts";
import { cuesOf } from "#core/transcript/save/cues.ts";
import { writeSrt } from "#core/transcript/save/subtitles.ts";
import type { SharedEpisode } from "#runtime/contract/context.ts";
import type { Clip } from "#runtime/audio/speech/clip-store.ts";

/** A spoken episode: lines, clips and times correspond by index. */
export interface SpokenEpisode {
  readonly script: Script;
  readonly clips: readonly Pick<Clip, "words">[];
  readonly times: readonly LineTime[];
  readonly seconds: number;
  /** Names of both hosts. */
  readonly names: readonly [string, string];
}

/** Chapters with their start in seconds. */
export const chaptersOf = ({ script, times }: Pick<SpokenEpisode, "script" | "times">): Chapter[] =>
  script.lines.flatMap(({ chapter }, at) =>
    chapter === null ? [] : [{ title: chapter, start: at === 0 ? 0 : times[at]!.from }],
  );

/** Subtitles with the times of the words. */
export const subtitlesOf = ({ script, clips, times, names }: SpokenEpisode): string =>
  writeSrt(
    cuesOf(
      script.lines.map(({ text, host }, at) => {
        const { from, to } = times[at]!;
        const words = clips[at]!.words.map((word) => ({
          start: word.start,
          end: word.end,
          from: from + word.from,
          to: from + word.to,
        }));
        return { text, from, to, words, speaker: host };
      }),
    ),
    names,
  );

/** The transcript with its chapters. */
export const transcriptOf = ({ script, names }: Pick<SpokenEpisode, "script" | "names">): string =>
  [
    script.title,
    ...script.lines.map(
      ({ chapter, host, text }) =>
        `${chapter === null ? "" : `${chapter}\n\n`}${names[host]}: ${text}`,
    ),
  ].join("\n\n");

/** The published form. */
export const sharedOf = ({ script, times, seconds, names }: SpokenEpisode): SharedEpisode => ({
  title: script.title,
  language: script.language,
  duration: seconds,
  transcript: script.lines.map(({ text, host, chapter }, at) => ({
    start: times[at]!.from,
    end: times[at]!.to,
    speaker: names[host],
    text,
    ...(chapter !== null && { chapter }),
  })),
});
