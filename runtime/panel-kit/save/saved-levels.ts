import { isVideoFormat, OUTPUT_FORMATS } from "#audio/media/writers/output-formats.ts";
import { loudnessNotes } from "#audio/media/problems/notes.ts";
import { type RunRecord, type SavedLevels, records } from "../../audio/records.ts";
import type { JobResult } from "../../contract/file.ts";
import { formatToSave } from "./saved-format.ts";

/** Which sound the levels after a run are of. */
export type MeasuredSound = "render" | "file";

/** A record with the levels of the file in which its result is saved. */
export interface SavedRecord {
  readonly record: RunRecord;
  /**
   * `render`: the sound before it is encoded, because the file has not been saved; null if both are
   * the same.
   */
  readonly measured: MeasuredSound | null;
}

/** The lossy format that a result is saved in; null if saving changes no sample. */
export function lossyFormat(result: Pick<JobResult, "saving">) {
  const format = formatToSave(result);
  if (format === null || (!isVideoFormat(format) && OUTPUT_FORMATS[format].lossless)) return null;
  return format;
}

/** The record of a result, with the levels of its saved file if it was measured. */
export function savedRecord(record: RunRecord, result: Pick<JobResult, "saving">): SavedRecord {
  const format = lossyFormat(result);
  if (format === null) return { record, measured: null };
  const levels = record.saved?.[format];
  if (!levels) return { record, measured: "render" };
  const { after, notes = [] } = record;
  const missed = loudnessNotes(result.saving?.loudness ?? null, levels.lufs);
  return {
    record: {
      ...record,
      // An encoder changes speech and noise alike.
      after: { ...after, ...levels, noise: after.noise + levels.lufs - after.lufs },
      notes: [...notes, ...missed.filter((note) => !notes.includes(note))],
    },
    measured: "file",
  };
}

/** What to call when the levels of a result change, by its id. */
const watchers = new Map<string, Set<() => void>>();

/** Calls back when the levels of a saved file are stored. @returns a function that ends it */
export function watchSavedLevels(id: string, onChange: () => void): () => void {
  const own = watchers.get(id) ?? new Set();
  watchers.set(id, own.add(onChange));
  return () => {
    own.delete(onChange);
    if (own.size === 0 && watchers.get(id) === own) watchers.delete(id);
  };
}

/** Whether the levels of a result are shown. */
export const isWatched = (id: string): boolean => watchers.has(id);

/** Stores the levels of a saved file with the record of its result. */
export async function storeSavedLevels(result: JobResult, levels: SavedLevels): Promise<void> {
  const format = lossyFormat(result);
  const record = format && (await records.get("runs", result.id));
  if (!record) return;
  const { lufs, truePeak } = levels;
  const saved = { ...record.saved, [format]: { lufs, truePeak } };
  await records.put("runs", result.id, { ...record, saved });
  for (const onChange of watchers.get(result.id) ?? []) onChange();
}
