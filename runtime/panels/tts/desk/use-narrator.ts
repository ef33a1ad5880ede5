import { useCallback, useEffect, useRef } from "react";
import type { Narrator } from "../../../../audio/narration/narrator.ts";
import type { HostedModel } from "../../../audio/models/model-slots.ts";
import { useWorkspace } from "../../../workspace/contract/context.ts";

/**
 * Gives the narrator, which is loaded when it is asked for and ends with its view.
 * @param model that speaks in place of the built-in voice
 */
export function useNarrator(model: HostedModel | null): () => Promise<Narrator> {
  const { speech } = useWorkspace();
  const opened = useRef<Promise<Narrator> | null>(null);
  const key = model === null ? "" : JSON.stringify(model);
  useEffect(
    () => () => {
      void opened.current?.then((narrator) => narrator.close());
      opened.current = null;
    },
    [key],
  );
  return useCallback(() => {
    opened.current ??= import("../../../audio/speech/open-narrator.ts").then(({ openNarrator }) =>
      openNarrator(speech!, key === "" ? null : (JSON.parse(key) as HostedModel)),
    );
    return opened.current;
  }, [speech, key]);
}
