import { useEffect, useMemo, useState } from "react";
import { readTranscript } from "../../../../core/transcript/read-transcript.ts";
import type { Transcript } from "../../../../core/transcript/transcript.ts";
import { records } from "../../../audio/records.ts";
import { useWorkspace } from "../../../workspace/contract/context.ts";
import type { JobResult } from "../../../workspace/contract/file.ts";

/** Steps that can be taken back. */
const MOST = 300;

interface Steps {
  readonly past: readonly Transcript[];
  readonly present: Transcript;
  readonly future: readonly Transcript[];
}

export interface TranscriptEdits {
  /** Null until it is there. */
  readonly transcript: Transcript | null;
  readonly failed: boolean;
  readonly change: (next: (transcript: Transcript) => Transcript) => void;
  /** Null where there is nothing to take back. */
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
}

/** A transcript that is edited: each change is kept on the device, and can be taken back until it is closed. */
export function useTranscript(result: JobResult): TranscriptEdits {
  const { jobs, report } = useWorkspace();
  const [steps, setSteps] = useState<Steps | null>(null);
  const [failed, setFailed] = useState(false);
  const { id } = result;
  // The queue tells of it anew with every progress.
  const [given] = useState(result);
  useEffect(() => {
    let here = true;
    const load = async (): Promise<void> => {
      const kept = await records.get("transcripts", given.id);
      const made = kept ?? readTranscript(await (await jobs.openResult(given)).text());
      if (!made) throw new TypeError("The result is no transcript");
      if (here) setSteps({ past: [], present: made, future: [] });
    };
    load().catch((error: unknown) => {
      if (!here) return;
      setFailed(true);
      report(error);
    });
    return () => {
      here = false;
    };
  }, [given, jobs, report]);
  const actions = useMemo(() => {
    const go = (step: (steps: Steps) => Steps): void => setSteps((now) => now && step(now));
    return {
      change: (next: (transcript: Transcript) => Transcript): void =>
        go((now) => {
          const present = next(now.present);
          if (present === now.present) return now;
          return { past: [...now.past, now.present].slice(-MOST), present, future: [] };
        }),
      undo: (): void =>
        go((now) => {
          const present = now.past.at(-1);
          if (!present) return now;
          return { past: now.past.slice(0, -1), present, future: [now.present, ...now.future] };
        }),
      redo: (): void =>
        go((now) => {
          const [present, ...future] = now.future;
          if (!present) return now;
          return { past: [...now.past, now.present], present, future };
        }),
    };
  }, []);
  const isChanged = steps !== null && steps.past.length + steps.future.length > 0;
  const present = steps?.present ?? null;
  useEffect(() => {
    if (isChanged && present) records.put("transcripts", id, present).catch(report);
  }, [id, isChanged, present, report]);
  return {
    transcript: present,
    failed,
    change: actions.change,
    undo: steps && steps.past.length > 0 ? actions.undo : null,
    redo: steps && steps.future.length > 0 ? actions.redo : null,
  };
}
