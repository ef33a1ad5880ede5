import { useEffect, useState } from "react";
import { records } from "../../audio/records.ts";
import type { Levels } from "../../audio/worker/protocol.ts";
import type { Job } from "../../workspace/types.ts";

/** What was measured of the results of jobs, by the id of their file. */
export function useMeasured(done: readonly Job[]): ReadonlyMap<string, Levels> {
  const [known, setKnown] = useState<ReadonlyMap<string, Levels>>(new Map());
  const wanted = done.map(({ fileIds, results }) => `${fileIds[0]} ${results[0]?.id}`).join("\n");
  useEffect(() => {
    let here = true;
    const load = async (): Promise<void> => {
      const found = new Map<string, Levels>();
      for (const line of wanted.split("\n").filter(Boolean)) {
        const [file, result] = line.split(" ") as [string, string];
        const record = await records.get("runs", result);
        if (record) found.set(file, record.after);
      }
      if (here) setKnown(found);
    };
    // Without its record a result has no figures.
    load().catch(() => {});
    return () => {
      here = false;
    };
  }, [wanted]);
  return known;
}
