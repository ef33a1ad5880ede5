import { useCallback, useEffect, useRef, useState } from "react";
import { useWorkspace } from "../../contract/context.ts";
import { FaultError } from "../../contract/fault.ts";
import { markTried } from "../rating/tried-results.ts";
import { useBriefCheck } from "../../ui/brief/use-brief-check.ts";
import { thrownText } from "../../contract/texts.ts";

export interface MakeOptions {
  readonly signal: AbortSignal;
  /** @param part progress from 0 to 1 */
  readonly onProgress: (part: number) => void;
}

export interface Rendering {
  /**
   * Does nothing while a file is rendered.
   * @param make resolves to false if there is no file after all
   */
  readonly start: (make: (options: MakeOptions) => Promise<unknown>) => void;
  /** Progress from 0 to 1; null while nothing is rendered. */
  readonly done: number | null;
  /** Whether a file was completed a moment ago. */
  readonly isMade: boolean;
  readonly cancel: () => void;
}

/** Renders files one after the other and reports errors. Rendering is aborted on unmount. */
export function useRendering(): Rendering {
  const { notices, report } = useWorkspace();
  const [done, setDone] = useState<number | null>(null);
  const [isMade, showMade] = useBriefCheck();
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = useCallback(
    (make: (options: MakeOptions) => Promise<unknown>): void => {
      if (running.current) return;
      const own = new AbortController();
      running.current = own;
      setDone(0);
      make({ signal: own.signal, onProgress: setDone })
        .then((made) => {
          if (made !== false && !own.signal.aborted) showMade();
        })
        .catch((error: unknown) => {
          if (own.signal.aborted) return;
          report(error);
          notices.warn(error instanceof FaultError ? thrownText(error) : "errors:job.failed");
        })
        .finally(() => {
          running.current = null;
          setDone(null);
        });
    },
    [notices, report, showMade],
  );
  const cancel = useCallback(() => running.current?.abort(), []);
  return { start, done, isMade, cancel };
}

/** Saves a file to the device, and shows an error if that fails. Resolves to whether it was saved. */
export function useSaveFile(): (file: Blob, name: string) => Promise<boolean> {
  const { save, notices, tool } = useWorkspace();
  const slug = tool?.slug;
  return useCallback(
    async (file, name) => {
      const isSaved = await save(file, name);
      if (isSaved) markTried(slug);
      else notices.warn("errors:download");
      return isSaved;
    },
    [save, notices, slug],
  );
}
