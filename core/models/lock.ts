import { z } from "zod";
import {
  type Model,
  byteCount,
  filePath,
  hubSource,
  npmSource,
  sha256,
  urlSource,
} from "./models.ts";

const lockedFile = z.strictObject({
  role: z.string().min(1),
  path: filePath,
  from: filePath,
  bytes: byteCount,
  sha256,
});

const locked = z.strictObject({
  source: z.discriminatedUnion("kind", [
    /** `revision` as requested, and the `commit` to which it was resolved. */
    hubSource.extend({ commit: z.string().regex(/^[0-9a-f]{40}$/, "a commit of 40 digits") }),
    npmSource,
    urlSource,
  ]),
  files: z.array(lockedFile).min(1),
});

/** `models/lock.json`: pins the exact bytes of each model. */
export const lockSchema = z.strictObject({
  version: z.literal(1),
  models: z.record(z.string(), locked),
});

export type ModelLock = z.output<typeof lockSchema>;
export type LockedModel = z.output<typeof locked>;
export type LockedFile = z.output<typeof lockedFile>;

/** `stale`: the registry entry has changed since it was locked. */
export type LockState = "locked" | "stale" | "unlocked";

/** Whether a lock matches the registry entry. */
export function lockState(
  { source, files }: Pick<Model, "source" | "files">,
  lock: LockedModel | undefined,
): LockState {
  if (!lock) return "unlocked";
  const requested = files.map(({ role, path, from }) => [role, path, from]);
  const had = lock.files.map(({ role, path, from }) => [role, path, from]);
  const { commit: _, ...from } = { commit: null, ...lock.source };
  const same = sorted(source) === sorted(from) && JSON.stringify(requested) === JSON.stringify(had);
  return same ? "locked" : "stale";
}

const sorted = (source: object): string =>
  JSON.stringify(Object.entries(source).sort(([a], [b]) => (a < b ? -1 : 1)));
