import { useCallback, useEffect, useRef } from "react";
import type { Narrator } from "../../../../audio/narration/narrator.ts";
import { useWorkspace } from "../../../workspace/contract/context.ts";

/** Gives the narrator, which is loaded when it is asked for and ends with its view. */
export function useNarrator(): () => Promise<Narrator> {
  const { speech } = useWorkspace();
  const opened = useRef<Promise<Narrator> | null>(null);
  useEffect(
    () => () => {
      void opened.current?.then((narrator) => narrator.close());
      opened.current = null;
    },
    [],
  );
  return useCallback(() => {
    opened.current ??= import("../../../audio/speech/open-narrator.ts").then(({ openNarrator }) =>
      openNarrator(speech!),
    );
    return opened.current;
  }, [speech]);
}
