import { useMemo } from "react";
import { splitWords } from "#audio/speech/split-words.ts";
import {
  correctLine,
  cutWords,
  mergeLine,
  nameSpeaker,
  setChapter,
  setSpeaker,
  splitLine,
} from "#core/transcript/edit-transcript.ts";
import type { Transcript } from "#core/transcript/transcript.ts";

/**
 * A range of words in a line, both ends inclusive; the second end moves when the selection is
 * extended.
 */
export interface WordRange {
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

export interface LineActions {
  readonly seek: (seconds: number) => void;
  readonly select: (range: WordRange | null) => void;
  /** Opens the text field of a line; null closes it. */
  readonly edit: (line: number | null) => void;
  readonly correct: (line: number, text: string) => void;
  readonly split: (line: number, word: number) => void;
  readonly merge: (line: number) => void;
  readonly cut: (range: WordRange, isCut: boolean) => void;
  readonly speaker: (line: number, speaker: number | null) => void;
  /** Adds a speaker and assigns a line to it. */
  readonly newSpeaker: (line: number, name: string) => void;
  readonly chapter: (line: number, name: string) => void;
}

/** Actions on lines: the same functions as long as the list is mounted. */
export function useLineActions({
  change,
  onSeek,
  setRange,
  setEdited,
}: {
  readonly change: (next: (transcript: Transcript) => Transcript) => void;
  readonly onSeek: (seconds: number) => void;
  readonly setRange: (range: WordRange | null) => void;
  readonly setEdited: (line: number | null) => void;
}): LineActions {
  return useMemo(
    () => ({
      seek: onSeek,
      select: setRange,
      edit: setEdited,
      correct(line, text) {
        setEdited(null);
        setRange(null);
        change((transcript) => correctLine(transcript, line, text, splitWords));
      },
      split(line, word) {
        change((transcript) => splitLine(transcript, { line, word }));
        setRange({ line: line + 1, from: 0, to: 0 });
      },
      merge(line) {
        change((transcript) => mergeLine(transcript, line));
        setRange(null);
      },
      cut({ line, from, to }, isCut) {
        const [first, last] = [Math.min(from, to), Math.max(from, to)];
        const places = Array.from({ length: last - first + 1 }, (_, at) => ({
          line,
          word: first + at,
        }));
        change((transcript) => cutWords(transcript, places, isCut));
      },
      speaker: (line, speaker) => change((transcript) => setSpeaker(transcript, line, speaker)),
      newSpeaker: (line, name) =>
        change((transcript) => {
          const at = transcript.speakers.length;
          return setSpeaker(nameSpeaker(transcript, at, name), line, at);
        }),
      chapter: (line, name) => change((transcript) => setChapter(transcript, line, name)),
    }),
    [change, onSeek, setRange, setEdited],
  );
}
