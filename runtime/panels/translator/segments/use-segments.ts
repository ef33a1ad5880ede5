import { useCallback } from "react";
import type { Segment } from "#core/dubbing/segment.ts";
import { records } from "#runtime/audio/records.ts";
import { type StepEdits, useUndoHistory } from "#runtime/panel-kit/draft/use-undo-history.ts";

export type SegmentEdits = StepEdits<readonly Segment[]>;

/**
 * The segments of a recording, stored on the device after each change. @param fileId null without a
 * recording
 */
export function useSegments(fileId: string | null): SegmentEdits {
  const load = useCallback(
    async (): Promise<readonly Segment[]> =>
      (fileId === null ? null : await records.get("segments", fileId)) ?? [],
    [fileId],
  );
  const keep = useCallback(
    async (segments: readonly Segment[]): Promise<void> => {
      if (fileId !== null) await records.put("segments", fileId, segments);
    },
    [fileId],
  );
  return useUndoHistory(load, keep);
}
