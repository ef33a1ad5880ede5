import * as z from "zod/mini";
import { FADE_CURVES } from "../signal/fade.ts";
import { sourcesOf } from "./arrange.ts";
import type { Clip, Edit } from "./edit.ts";
import { type EnvelopePoint, isEnvelope } from "./envelope.ts";
import { MAX_TRACK_EFFECTS, TRACK_EFFECT_NAMES, isValidEffect } from "./inserts/track-effects.ts";
import type { TrackEffect } from "./inserts/track-effect.ts";
import type { SourceStretch } from "./stretch-clip.ts";

/** A named state that can be restored. */
export interface Version {
  readonly name: string;
  /** ISO 8601 */
  readonly savedAt: string;
  readonly edit: Edit;
}

/** A sound that a project plays. */
export interface ProjectSound {
  readonly name: string;
  /** Length at the sound's own sample rate; without one, at the rate of the edit. */
  readonly frames: number;
  /** Hz. */
  readonly sampleRate?: number;
  readonly channels: number;
  /** Bytes. */
  readonly size: number;
  /** Path of its file beside the project; null if the file was missing when it was saved. */
  readonly path: string | null;
  /** Whether an effect rendered it. */
  readonly rendered?: true;
  /** Missing if it is no stretched copy of another sound. */
  readonly stretch?: SourceStretch;
}

/** A project as it is saved in a file. */
export interface Project {
  readonly name: string;
  readonly edit: Edit;
  readonly versions: readonly Version[];
  /** By the ids that clips have as their source. */
  readonly sounds: Readonly<Record<string, ProjectSound>>;
}

/** Why a saved project cannot be read: it is damaged, or a later version of the editor wrote it. */
export type ProjectFault = "damaged" | "newer";

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
    envelope: z.exactOptional(z.custom<readonly EnvelopePoint[]>(isEnvelope)),
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
const trackEffect: z.ZodMiniType<TrackEffect> = z
  .object({
    id: z.int(),
    effect: z.enum(TRACK_EFFECT_NAMES),
    values: z.record(z.string(), z.number()),
    bypassed: z.exactOptional(z.literal(true)),
  })
  .check(z.refine(isValidEffect));
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
      effects: z.exactOptional(z.array(trackEffect).check(z.maxLength(MAX_TRACK_EFFECTS))),
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
const FORMAT = 1;
const project = z.object({
  name: z.string(),
  edit: editSchema,
  versions: z.array(versionSchema),
  sounds: z.record(
    z.string(),
    z.object({
      name: z.string(),
      frames,
      sampleRate: z.exactOptional(z.int().check(z.positive())),
      channels: z.int().check(z.positive()),
      size: frames,
      path: z.nullable(z.string()),
      rendered: z.exactOptional(z.literal(true)),
      stretch: z.exactOptional(
        z.object({
          source: z.string(),
          scale: z.number().check(z.positive()),
          semitones: z.number(),
          start: z.exactOptional(z.number().check(z.nonnegative())),
        }),
      ),
    }),
  ),
});
const header = z.object({ format: z.number() });

export const serializeProject = ({ name, edit, versions, sounds }: Project): string =>
  JSON.stringify({ format: FORMAT, name, edit, versions, sounds });

/** Bounds of values that no visitor reaches, so that a foreign project cannot overload the editor. */
const MAX_FRAME = 2 ** 40;
const MAX_GAIN = 300;
const MAX_MARKS = 20_000;

const isWithin = ({ tracks, marks }: Edit): boolean =>
  tracks.every(
    ({ gain, clips: own }) =>
      gain <= MAX_GAIN &&
      own.every(
        (each) =>
          (each.gain ?? 0) <= MAX_GAIN && endOfClip(each) <= MAX_FRAME && each.end <= MAX_FRAME,
      ),
  ) &&
  marks.length <= MAX_MARKS &&
  marks.every(
    ({ start, end }, at) =>
      start <= end && end <= MAX_FRAME && (at === 0 || start >= marks[at - 1]!.start),
  );

/** Whether values are within bounds, ids occur once, new ones are free, and each clip and each stretched copy has a sound. */
function isConsistent({ edit: present, versions, sounds }: Project): boolean {
  return [present, ...versions.map(({ edit }) => edit)].every((edit) => {
    const ids = [...edit.tracks, ...edit.marks].map(({ id }) => id);
    return (
      isWithin(edit) &&
      new Set(ids).size === ids.length &&
      ids.every((id) => id < edit.nextId) &&
      [...sourcesOf(edit)].every((source) => Object.hasOwn(sounds, source)) &&
      Object.values(sounds).every(
        ({ stretch }) => !stretch || Object.hasOwn(sounds, stretch.source),
      )
    );
  });
}

/** Reads a saved project. */
export function parseProject(text: string): Project | ProjectFault {
  try {
    const value: unknown = JSON.parse(text);
    const { format } = header.parse(value);
    if (format > FORMAT) return "newer";
    const found: Project = project.parse(value);
    return format === FORMAT && isConsistent(found) ? found : "damaged";
  } catch {
    return "damaged";
  }
}
