import { useEffect, useRef, useState } from "react";
import { useWorkspace } from "../../workspace/contract/context.ts";
import { FaultError } from "../../workspace/contract/fault.ts";
import { thrownText } from "../../workspace/contract/texts.ts";

/** Makes a file from start to end. @param onProgress 0 to 1 */
export type Maker = (signal: AbortSignal, onProgress: (done: number) => void) => Promise<File>;

/** Makes files when they are asked for, one at a time, and saves them. What is begun ends with the view. */
export function useMaking(): {
  /** Does nothing while a file is being made. */
  readonly make: (maker: Maker) => void;
  /** Part that is ready, 0 to 1; null while nothing is made. */
  readonly done: number | null;
} {
  const { save, notices, report } = useWorkspace();
  const [done, setDone] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  async function work(maker: Maker, own: AbortController): Promise<void> {
    try {
      const file = await maker(own.signal, setDone);
      if (!(await save(file, file.name))) notices.warn("errors:download");
    } catch (error) {
      if (own.signal.aborted) return;
      if (!(error instanceof FaultError)) report(error);
      notices.warn(error instanceof FaultError ? thrownText(error) : "errors:job.failed");
    } finally {
      running.current = null;
      setDone(null);
    }
  }
  return {
    done,
    make(maker) {
      if (running.current) return;
      running.current = new AbortController();
      setDone(0);
      void work(maker, running.current);
    },
  };
}
