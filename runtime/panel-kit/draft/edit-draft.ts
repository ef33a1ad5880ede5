import * as z from "zod/mini";
import { sourcesOf } from "#audio/edit/arrange.ts";
import type { Edit } from "#audio/edit/edit.ts";
import { type History, listStates, restoreHistory } from "#audio/edit/history.ts";
import { type Version, editSchema, versionSchema } from "#audio/edit/project.ts";
import type { SourceStretch } from "#audio/edit/stretch-clip.ts";

/** Facts about a sound that an edit plays. */
export interface SourceInfo {
  readonly name: string;
  /** Length at the sound's own sample rate; without one, at the rate of the edit. */
  readonly frames: number;
  /** Hz; missing in drafts of earlier builds. */
  readonly sampleRate?: number;
  readonly channels: number;
  /** Bytes, which help to recognize a lost file. */
  readonly size: number;
  /** Id in the tray; null if an effect rendered it and the draft store has it. */
  readonly file: string | null;
  /** Missing if it is no stretched copy of another source. */
  readonly stretch?: SourceStretch;
}

/** The stored form of a project. */
export interface Draft {
  readonly id: string;
  readonly name: string;
  /** Epoch milliseconds. */
  readonly updated: number;
  readonly sources: Readonly<Record<string, SourceInfo>>;
  readonly versions: readonly Version[];
  readonly history: History;
  /**
   * The visitor dismissed the notice about sample rates for files of up to this rate, in Hz; 0 if
   * not.
   */
  readonly stays: number;
}

/** Maximum number of stored states of the undo history. */
const MAX_STATES = 100;

const frames = z.int().check(z.nonnegative());
const stored = z.object({
  format: z.literal(1),
  id: z.string(),
  name: z.string(),
  updated: z.number(),
  sources: z.record(
    z.string(),
    z.object({
      name: z.string(),
      frames,
      sampleRate: z.exactOptional(z.int()),
      channels: z.int(),
      size: z.number(),
      file: z.nullable(z.string()),
      stretch: z.exactOptional(
        z.object({
          source: z.string(),
          scale: z.number().check(z.positive()),
          semitones: z.number(),
          start: z.exactOptional(z.number()),
        }),
      ),
    }),
  ),
  versions: z.array(versionSchema),
  stays: z.exactOptional(z.number()),
  states: z
    .array(z.object({ edit: editSchema, label: z.string() }))
    .check(z.minLength(1), z.maxLength(MAX_STATES)),
  present: z.int().check(z.nonnegative()),
});
export type StoredDraft = z.infer<typeof stored>;

/** The draft as IndexedDB stores it; states still share the objects that they have in common. */
export function storeDraft({ history, ...rest }: Draft): StoredDraft {
  const { states, present } = listStates(history);
  const first = Math.min(Math.max(0, present - MAX_STATES + 1), Math.max(0, states.length - 1));
  const retained = states.slice(first, first + MAX_STATES);
  return {
    format: 1,
    ...rest,
    sources: { ...rest.sources },
    versions: [...rest.versions],
    states: retained.map(({ edit, label }) => ({ edit, label })),
    present: present - first,
  };
}

/** A stored draft; null if it is damaged or was written by a later version. */
export function readDraft(value: unknown): Draft | null {
  const { success, data } = stored.safeParse(value);
  if (!success) return null;
  const { states, present, format: _format, ...rest } = data;
  return { stays: 0, ...rest, history: restoreHistory(states, present) };
}

/** Frames of a source at a sample rate in Hz. */
export const framesAt = ({ frames: own, sampleRate }: SourceInfo, rate: number): number =>
  sampleRate === undefined ? own : Math.round((own * rate) / sampleRate);

/** The source with the highest sample rate above that of the edit; null if there is none. */
export function fasterSource(
  edit: Edit,
  sources: Draft["sources"],
): { readonly name: string; readonly sampleRate: number } | null {
  let found: ReturnType<typeof fasterSource> = null;
  for (const id of sourcesOf(edit)) {
    const { name, sampleRate = 0 } = sources[id] ?? {};
    if (name !== undefined && sampleRate > (found?.sampleRate ?? edit.sampleRate))
      found = { name, sampleRate };
  }
  return found;
}

/** Ids of all sources that edits use, and of the originals of stretched ones. */
export function neededSources(
  edits: readonly Pick<Edit, "tracks">[],
  sources: Readonly<Record<string, Pick<SourceInfo, "stretch">>>,
): ReadonlySet<string> {
  const found = new Set(edits.flatMap((edit) => [...sourcesOf(edit)]));
  for (const source of found) {
    const original = sources[source]?.stretch?.source;
    if (original !== undefined) found.add(original);
  }
  return found;
}

/** All states and versions of a draft. */
export const editsOf = ({ history, versions }: Draft): readonly Edit[] =>
  [...listStates(history).states, ...versions].map(({ edit }) => edit);
