import { useCallback, useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { readLyrics } from "#core/lyrics/read-lyrics.ts";
import { type LyricLine, isTimed } from "#core/lyrics/lyrics.ts";
import { guessLanguage } from "#runtime/audio/speech/guess-language.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { JobResult } from "#runtime/contract/file.ts";
import type { Json } from "#runtime/contract/json.ts";
import type { WorkspaceStore } from "#runtime/contract/workspace-store.ts";

/** Lines as they were synchronized with one song. */
interface StoredTiming {
  readonly job: string;
  readonly text: string;
  readonly lines: readonly LyricLine[];
}

/** The text of the lyrics, which is stored for the next visit. */
export function useLyricsText(workspace: WorkspaceStore) {
  const { locale } = useLocale();
  const stored = useStore(workspace, (state) => state.settings["karaoke"]);
  const text = typeof stored?.["text"] === "string" ? stored["text"] : "";
  const chosen = stored?.["language"];
  const setText = useCallback(
    (next: string): void => workspace.set("karaoke", { text: next }),
    [workspace],
  );
  return {
    text,
    setText,
    language: typeof chosen === "string" ? chosen : guessLanguage(text, locale.code),
    setLanguage: (language: string): void => workspace.set("karaoke", { language }),
    kept: (stored?.["timed"] ?? null) as unknown as StoredTiming | null,
    keep: (timed: StoredTiming): void =>
      workspace.set("karaoke", { timed: timed as unknown as Json }),
  };
}
export type LyricsText = ReturnType<typeof useLyricsText>;

/** State of the synchronization. */
export type Timing =
  | { readonly state: "rest" }
  | { readonly state: "busy"; readonly done: number | null }
  | { readonly state: "failed" }
  | { readonly state: "unlike" };

/** The lines of a song, which are synchronized automatically once the vocals are separated. */
export function useLyrics(job: string, vocals: JobResult, written: LyricsText) {
  const { speech, jobs, report } = useWorkspace();
  const [timing, setTiming] = useState<Timing>({ state: "rest" });
  const running = useRef<AbortController | null>(null);
  const { text, language, kept, keep } = written;
  const own = kept?.job === job && kept.text === text ? kept.lines : null;
  const lines = own ?? readLyrics(text).lines;
  const isOpen = own === null && lines.length > 0 && !lines.some(isTimed);

  async function time(signal: AbortSignal): Promise<void> {
    const [{ openVoice }, { timeLines }, { alignSound }, file] = await Promise.all([
      import("#runtime/audio/speech/open-voice.ts"),
      import("#audio/alignment/time-lines.ts"),
      import("#runtime/audio/speech/align-sound.ts"),
      jobs.openResult(vocals),
    ]);
    const voice = openVoice(speech!);
    try {
      const found = await timeLines(lines, {
        isSung: true,
        voice,
        align: alignSound(file, signal),
        language,
        signal,
        onProgress: (done) => setTiming({ state: "busy", done }),
      });
      keep({ job, text, lines: found.lines });
      setTiming({ state: found.isUnlike ? "unlike" : "rest" });
    } finally {
      voice.close();
    }
  }
  function start(): void {
    if (!speech || lines.length === 0) return;
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    setTiming({ state: "busy", done: 0 });
    time(control.signal).catch((error: unknown) => {
      if (control.signal.aborted) return;
      report(error);
      setTiming({ state: "failed" });
    });
  }
  const begin = useRef(start);
  useEffect(() => {
    begin.current = start;
  });
  // Once per song: after an edit the visitor decides when to synchronize again.
  const tried = useRef("");
  useEffect(() => {
    if (!isOpen || tried.current === job) return;
    tried.current = job;
    begin.current();
  }, [isOpen, job]);
  useEffect(() => () => running.current?.abort(), []);
  return {
    lines,
    timing,
    canTime: speech !== null && lines.length > 0,
    time: start,
    change: (next: readonly LyricLine[]): void => keep({ job, text, lines: next }),
  };
}
