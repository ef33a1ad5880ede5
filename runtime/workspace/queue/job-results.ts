import { FaultError } from "../../contract/fault.ts";
import type { JobResult } from "../../contract/file.ts";
import type { JobsStore } from "../../contract/job.ts";
import type { Session } from "../session/session.ts";
import type { StoredResult } from "../session/stored.ts";
import { releaseBytes } from "../session/tidy.ts";
import type { JobStore } from "./job-store.ts";

export interface JobResults extends Pick<JobsStore, "openResult" | "saveAs" | "removeResults"> {
  /** Deletes bytes that no stored record references. */
  readonly release: (ids: readonly string[]) => Promise<void>;
  /** Saves results that are only in memory. */
  readonly saveResults: () => Promise<void>;
}

/** The result files of jobs. */
export function createJobResults(
  { records, views, publish, change }: JobStore,
  session: Session,
): JobResults {
  const { bytes } = session;
  const changeResults = (
    next: (results: readonly StoredResult[]) => readonly StoredResult[],
  ): void => {
    for (const { id, results } of records.all()) {
      const changed = next(results);
      if (changed !== results) change(id, { results: changed });
    }
  };
  async function release(ids: readonly string[]): Promise<void> {
    await records.settled();
    await releaseBytes(session, ids);
  }
  return {
    release,
    async openResult({ id, name, type, created }: JobResult) {
      try {
        return new File([await bytes.open(id)], name, { type, lastModified: created });
      } catch (error) {
        if (error instanceof FaultError) {
          views.lose(id);
          publish();
        }
        throw error;
      }
    },
    saveAs(ids, chosen) {
      const isMeant = ({ id, saving }: StoredResult): boolean =>
        ids.includes(id) && saving !== undefined && saving.chosen !== chosen;
      changeResults((results) =>
        results.some(isMeant)
          ? results.map((result) =>
              isMeant(result) ? { ...result, saving: { ...result.saving!, chosen } } : result,
            )
          : results,
      );
    },
    async removeResults(ids) {
      const removed = new Set(ids);
      changeResults((results) =>
        results.some(({ id }) => removed.has(id))
          ? results.filter(({ id }) => !removed.has(id))
          : results,
      );
      await release(ids);
    },
    async saveResults() {
      const held = records
        .all()
        .flatMap(({ results }) => results.filter(({ id, stored }) => !stored && bytes.isHeld(id)));
      for (const { id } of held)
        if (await bytes.save(id))
          changeResults((results) =>
            results.some((result) => result.id === id)
              ? results.map((result) => (result.id === id ? { ...result, stored: true } : result))
              : results,
          );
    },
  };
}
