import { useCallback, useState } from "react";
import { readTranscript } from "#core/transcript/read-transcript.ts";
import type { Transcript } from "#core/transcript/transcript.ts";
import { records } from "#runtime/audio/records.ts";
import { type StepEdits, useUndoHistory } from "#runtime/panel-kit/draft/use-undo-history.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { JobResult } from "#runtime/contract/file.ts";

export interface TranscriptEdits extends Omit<StepEdits<Transcript>, "present"> {
  /** Null until it is there. */
  readonly transcript: Transcript | null;
}

/** A transcript that is edited: each change is kept on the device, and can be taken back until it is closed. */
export function useTranscript(result: JobResult): TranscriptEdits {
  const { jobs } = useWorkspace();
  const { id } = result;
  // The queue tells of it anew with every progress.
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
