import { useCallback, useState } from "react";
import { readTranscript } from "#core/transcript/read-transcript.ts";
import type { Transcript } from "#core/transcript/transcript.ts";
import { records } from "#runtime/audio/records.ts";
import { type StepEdits, useUndoHistory } from "#runtime/panel-kit/draft/use-undo-history.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { JobResult } from "#runtime/contract/file.ts";

export interface TranscriptEdits extends Omit<StepEdits<Transcript>, "present"> {
  /** Null until it is loaded. */
  readonly transcript: Transcript | null;
}

/** A transcript with an undo history; each change is stored on the device. */
export function useTranscript(result: JobResult): TranscriptEdits {
  const { jobs } = useWorkspace();
  const { id } = result;
  // The queue replaces this object with every progress message.
  const [given] = useState(result);
  const load = useCallback(async (): Promise<Transcript> => {
    const kept = await records.get("transcripts", given.id);
    const made = kept ?? readTranscript(await (await jobs.openResult(given)).text());
    if (!made) throw new TypeError("The result is no transcript");
    return made;
  }, [given, jobs]);
  const keep = useCallback((present: Transcript) => records.put("transcripts", id, present), [id]);
  const { present: transcript, ...edits } = useUndoHistory(load, keep);
  return { transcript, ...edits };
}
