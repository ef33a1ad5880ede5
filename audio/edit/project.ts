import * as z from "zod/mini";
import { FADE_CURVES } from "../signal/fade.ts";
import type { Clip, Edit } from "./edit.ts";

/** A named state that can be restored. */
export interface Version {
  readonly name: string;
  /** ISO 8601 */
  readonly savedAt: string;
  readonly edit: Edit;
}

/** Saved project; also saved automatically as a draft. */
export interface Project {
  readonly edit: Edit;
  readonly versions: readonly Version[];
}

const frames = z.int().check(z.nonnegative());
const decibels = z.number();
const clip: z.ZodMiniType<Clip> = z
  .object({
    at: frames,
    source: z.string(),
    start: frames,
    end: frames,
    reversed: z.exactOptional(z.literal(true)),
    gain: z.exactOptional(decibels),
    fades: z.exactOptional(
      z.array(
        z.object({
          curve: z.enum(FADE_CURVES),
          silentAt: z.int(),
          fullAt: z.int(),
          cross: z.exactOptional(z.literal(true)),
        }),
      ),
    ),
    layer: z.exactOptional(
      z.object({
        effect: z.string(),
        values: z.record(z.string(), z.unknown()),
        beneath: z.lazy(() => z.array(clip)),
        framesBeneath: frames,
        frames,
      }),
    ),
  })
  .check(z.refine(({ start, end }) => end > start));
const endOfClip = ({ at, start, end }: Clip): number => at + end - start;
const inOrder = (clips: readonly Clip[]): boolean =>
  clips.every((each, i) => {
    const [next, third] = [clips[i + 1], clips[i + 2]];
    return (
      (!next || (next.at >= each.at && endOfClip(next) >= endOfClip(each))) &&
      (!third || third.at >= endOfClip(each))
    );
  });
/** Clips that have been validated: states of a history share most of theirs. */
const good = new WeakSet<object>();
function isClip(value: unknown): value is Clip {
  if (typeof value !== "object" || value === null) return false;
  if (good.has(value)) return true;
  if (!clip.safeParse(value).success) return false;
  good.add(value);
  return true;
}
/** Returned as the same objects, so that states keep sharing them. */
const clips = z.custom<readonly Clip[]>(
  (value) => Array.isArray(value) && value.every(isClip) && inOrder(value),
);
export const editSchema: z.ZodMiniType<Edit> = z.object({
  sampleRate: z.int().check(z.minimum(8000), z.maximum(192_000)),
  channels: z.int().check(z.minimum(1), z.maximum(8)),
  tracks: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      gain: decibels,
      pan: z.number().check(z.minimum(-1), z.maximum(1)),
      muted: z.boolean(),
      solo: z.boolean(),
      clips,
    }),
  ),
  marks: z.array(z.object({ id: z.int(), name: z.string(), start: frames, end: frames })),
  nextId: z.int(),
});
export const versionSchema: z.ZodMiniType<Version> = z.object({
  name: z.string(),
  savedAt: z.string(),
  edit: editSchema,
});
const project = z.object({
  format: z.literal(1),
  edit: editSchema,
  versions: z.array(versionSchema),
});

export const serializeProject = ({ edit: present, versions }: Project): string =>
  JSON.stringify({ format: 1, edit: present, versions });

/** Parses a saved project; null if it is damaged or from a later version. */
export function parseProject(text: string): Project | null {
  try {
    const { success, data } = project.safeParse(JSON.parse(text));
    return success ? { edit: data.edit, versions: data.versions } : null;
  } catch {
    return null;
  }
}

/** Adds the current state as a named version. */
export const nameVersion = (current: Project, name: string, now: Date): Project => ({
  ...current,
  versions: [...current.versions, { name, savedAt: now.toISOString(), edit: current.edit }],
});
