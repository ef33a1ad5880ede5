import { useCallback, useEffect, useState } from "react";
import type { Narrator } from "#audio/narration/narrator.ts";
import { spokenHeader, toShorts } from "#audio/narration/spoken-wav.ts";
import type { SpokenWord } from "#audio/speech/speech.ts";
import { records } from "#runtime/audio/records.ts";
import type { SpokenText } from "#runtime/audio/spoken-text.ts";
import { loadVoices } from "#runtime/audio/voices/voices.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { JobResult } from "#runtime/contract/file.ts";
import type { Json, JsonObject } from "#runtime/contract/json.ts";
import type { WorkspaceStore } from "#runtime/contract/workspace-store.ts";
import type { Change, CurrentSentence } from "../save/current-sentence.ts";
import { type SpeechParams, narrationOf } from "../editor/setup.ts";
import { readShorts, spokenPart } from "./sound-parts.ts";

/** Samples of a sentence that was spoken again. */
interface Spoken {
  readonly sound: Blob;
  readonly words: readonly SpokenWord[];
}

const changesOf = (kept: JsonObject | undefined, job: string): Readonly<Record<string, Change>> =>
  kept?.["job"] === job ? ((kept["changes"] ?? {}) as unknown as Record<string, Change>) : {};

/** A spoken text whose sentences can be edited and spoken again, and its sound as a file. */
export function useSpoken({
  job,
  params,
  sound,
  narrator,
  workspace,
}: {
  readonly job: string;
  /** Settings with which it was spoken. */
  readonly params: SpeechParams;
  readonly sound: JobResult;
  readonly narrator: () => Promise<Narrator>;
  readonly workspace: WorkspaceStore;
}) {
  const { jobs, report } = useWorkspace();
  const [opened, setOpened] = useState<{ file: File; spoken: SpokenText } | null>(null);
  const [failed, setFailed] = useState(false);
  const [changes, setChanges] = useState(() =>
    changesOf(workspace.getState().settings["tts-changes"], job),
  );
  const [again, setAgain] = useState<Readonly<Record<string, Spoken>>>({});
  // The queue replaces these objects with every progress message.
  const [result] = useState(sound);
  const [own] = useState(params);
  useEffect(() => {
    let here = true;
    const open = async (): Promise<void> => {
      const [file, spoken] = await Promise.all([
        jobs.openResult(result),
        records.get("speeches", result.id),
      ]);
      if (here && spoken) setOpened({ file, spoken });
      if (here && !spoken) setFailed(true);
    };
    open().catch((error: unknown) => {
      report(error);
      if (here) setFailed(true);
    });
    return () => void (here = false);
  }, [jobs, result, report]);

  const speakAgain = useCallback(
    async (at: number, { text, persona }: Change): Promise<Spoken> => {
      const narration = narrationOf(own, persona, await loadVoices());
      const said = await (await narrator()).synthesize(text, narration);
      const one = { sound: new Blob([toShorts(said.samples)]), words: said.words };
      setAgain((known) => ({ ...known, [at]: one }));
      return one;
    },
    [own, narrator],
  );
  const change = async (at: number, next: Change): Promise<void> => {
    await speakAgain(at, next);
    const all = { ...changes, [at]: next };
    setChanges(all);
    workspace.set("tts-changes", { job, changes: all as unknown as Json });
  };

  const sentences = opened ? current(opened.spoken, changes, again) : [];
  /** Edits of an earlier visit are spoken when they are needed. */
  const soundOf = async (at: number): Promise<Blob> => {
    const own = changes[at];
    if (own) return (again[at] ?? (await speakAgain(at, own))).sound;
    const { start, end } = opened!.spoken.sentences[at]!;
    return spokenPart(opened!.file, start, end);
  };
  return {
    spoken: opened?.spoken ?? null,
    failed,
    sentences,
    change,
    samplesOf: async (at: number) => readShorts(await soundOf(at)),
    /** The whole text as a WAV file, with the positions of its sentences. */
    async assemble(): Promise<{ file: File; sentences: readonly CurrentSentence[] }> {
      const { spoken, file } = opened!;
      const known: Record<string, Spoken> = { ...again };
      for (const [at, one] of Object.entries(changes))
        known[at] ??= await speakAgain(Number(at), one);
      const now = current(spoken, changes, known);
      if (Object.keys(changes).length === 0) return { file, sentences: now };
      const pieces: BlobPart[] = [];
      for (const [at, { start, end, rest }] of spoken.sentences.entries()) {
        pieces.push(changes[at] ? known[at]!.sound : spokenPart(file, start, end));
        pieces.push(new Int16Array(rest));
      }
      const body = new Blob(pieces);
      const head = spokenHeader(spoken.sampleRate, body.size / 2);
      return {
        file: new File([head, body], file.name, { type: "audio/wav" }),
        sentences: now,
      };
    },
  };
}

/** The sentences with their edits, one after the other. */
function current(
  { sentences, sampleRate }: SpokenText,
  changes: Readonly<Record<string, Change>>,
  again: Readonly<Record<string, Spoken>>,
): CurrentSentence[] {
  let start = 0;
  return sentences.map((sentence, at) => {
    const own = changes[at];
    const spoken = own && again[at];
    const length = spoken ? spoken.sound.size / 2 : sentence.end - sentence.start;
    const now: CurrentSentence = {
      ...sentence,
      ...own,
      words: spoken?.words ?? sentence.words,
      isChanged: own !== undefined,
      start,
      end: start + length,
      from: start / sampleRate,
    };
    start += length + sentence.rest;
    return now;
  });
}
