import { useEffect, useReducer, useState } from "react";
import { type RunRecord, records } from "../../audio/records.ts";
import type { JobResult } from "../../contract/file.ts";
import { watchSavedLevels } from "../save/saved-levels.ts";

/** Findings and measurements of results by result id, if they are stored. */
export function useRecords(results: readonly JobResult[]): ReadonlyMap<string, RunRecord> {
  const [known, setKnown] = useState<ReadonlyMap<string, RunRecord>>(new Map());
  const ids = results.map(({ id }) => id).join("\n");
  const [stored, countStored] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const ends = ids
      .split("\n")
      .filter(Boolean)
      .map((id) => watchSavedLevels(id, countStored));
    return () => {
      for (const end of ends) end();
    };
  }, [ids]);
  useEffect(() => {
    let here = true;
    const load = async (): Promise<void> => {
      const found = new Map<string, RunRecord>();
      for (const id of ids.split("\n").filter(Boolean)) {
        const record = await records.get("runs", id);
        if (record) found.set(id, record);
      }
      if (here) setKnown(found);
    };
    // Without its record a result is shown without figures.
    load().catch(() => {});
    return () => {
      here = false;
    };
  }, [ids, stored]);
  return known;
}
