import { useEffect, useState } from "react";
import { sharedEngine } from "../../../audio/shared-engine.ts";
import type { Levels } from "../../../audio/worker/results.ts";
import { useWorkspace } from "../../../workspace/contract/context.ts";
import type { TrayFile } from "../../../workspace/contract/file.ts";

/** What is measured of files; null where a file cannot be read. */
export type LevelsById = ReadonlyMap<string, Levels | null>;

/** Measures files, one after the other, each once. */
export function useLevels(input: readonly TrayFile[]): LevelsById {
  const { files } = useWorkspace();
  const [known, setKnown] = useState<LevelsById>(new Map());
  const next = input.find(({ id }) => !known.has(id))?.id ?? null;
  useEffect(() => {
    if (next === null) return undefined;
    const abort = new AbortController();
    const tell = (levels: Levels | null): void => {
      if (!abort.signal.aborted) setKnown((before) => new Map(before).set(next, levels));
    };
    files
      .open(next)
      .then((file) => sharedEngine().measure(file, { signal: abort.signal }))
      // What is wrong with the file is said by the list of files, or when it is worked on.
      .then(tell, () => tell(null));
    return () => abort.abort();
  }, [files, next]);
  return known;
}
