import { useCallback, useEffect, useRef } from "react";
import { readTranscript } from "#core/transcript/read-transcript.ts";
import type { Transcript } from "#core/transcript/transcript.ts";
import { records } from "#runtime/audio/records.ts";
import { type StepEdits, useUndoHistory } from "#runtime/panel-kit/draft/use-undo-history.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { JobResult } from "#runtime/contract/file.ts";

export interface TranscriptEdits extends Omit<StepEdits<Transcript>, "present"> {
  /** Null until it is loaded, and without a result. */
  readonly transcript: Transcript | null;
}

/**
 * The transcript of a result, with an undo history; each change is stored on the device.
 * @param result null if there is none
 */
export function useTranscript(result: JobResult | null): TranscriptEdits {
  const { jobs } = useWorkspace();
  const id = result?.id;
  // The queue replaces this object with every progress message.
  const latest = useRef(result);
  useEffect(() => {
    latest.current = result;
  });
  const load = useCallback(async (): Promise<Transcript> => {
    if (id === undefined) return new Promise(() => {});
    const kept = await records.get("transcripts", id);
    const made = kept ?? readTranscript(await (await jobs.openResult(latest.current!)).text());
    if (!made) throw new TypeError("The result is no transcript");
    return made;
  }, [id, jobs]);
  const keep = useCallback(
    async (present: Transcript) => {
      if (id !== undefined) await records.put("transcripts", id, present);
    },
    [id],
  );
  const { present: transcript, ...edits } = useUndoHistory(load, keep);
  return { transcript, ...edits };
}
