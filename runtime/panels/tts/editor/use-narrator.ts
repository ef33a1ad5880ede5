import { useCallback, useEffect, useRef } from "react";
import type { Narrator } from "#audio/narration/narrator.ts";
import type { HostedModel } from "#runtime/audio/models/model-slots.ts";
import { useWorkspace } from "#runtime/contract/context.ts";

/**
 * Returns the narrator, which is loaded on demand and closed on unmount.
 * @param model model that speaks in place of the built-in voice
 * @param usageId id of the job that pays for hosted voices; null if there is none yet
 */
export function useNarrator(
  model: HostedModel | null,
  usageId: string | null,
): () => Promise<Narrator> {
  const { speech, hosted } = useWorkspace();
  const opened = useRef<Promise<Narrator> | null>(null);
  const key = model === null ? "" : JSON.stringify(model);
  useEffect(
    () => () => {
      void opened.current?.then((narrator) => narrator.close());
      opened.current = null;
    },
    [key, usageId],
  );
  return useCallback(() => {
    opened.current ??= import("#runtime/audio/speech/open-narrator.ts").then(({ openNarrator }) =>
      openNarrator(speech!, {
        model: key === "" ? null : (JSON.parse(key) as HostedModel),
        hosted: usageId === null ? null : { hosted, usageId, signal: new AbortController().signal },
      }),
    );
    return opened.current;
  }, [speech, hosted, key, usageId]);
}
