import type { DubLine, DubOptions } from "#audio/dubbing/mix-dub.ts";
import type { Edit } from "#audio/edit/edit.ts";
import type { Episode } from "#audio/podcast/sound/episode.ts";
import type { WrittenScape } from "#audio/soundscape/scape.ts";
import type { Warp } from "#audio/stretch/warp.ts";

/** An edit with the files of its sources, by id. */
export interface Mix {
  readonly edit: Edit;
  readonly sources: Readonly<Record<string, Blob>>;
  /** Time warps of sources by id; missing ones are unchanged. */
  readonly warps?: Readonly<Record<string, Warp>>;
  /** Range in frames, end-exclusive; all of the edit if missing. */
  readonly range?: readonly [start: number, end: number];
}
/** An episode of a podcast with its cover. */
export interface EpisodeSound {
  readonly episode: Episode;
  readonly cover: Blob | null;
}
/** A line of a dub, with lazily loaded samples (mono, 32-bit floats). */
export interface DubLineSound extends Omit<DubLine, "read"> {
  readonly samples: Blob;
  /** In Hz. */
  readonly sampleRate: number;
}
/** A recording with dubbed voices. */
export interface DubSound {
  readonly dub: Omit<DubOptions, "lines" | "background"> & {
    readonly lines: readonly DubLineSound[];
  };
  /** Audio under the voice, in the format of the dub, which keeps its tags; null: none. */
  readonly under: Blob | null;
}
/** The input of a task: a file, an edit, or a generated sound. */
export type Sound = Blob | Mix | WrittenScape | EpisodeSound | DubSound;

export const isMix = (sound: Sound): sound is Mix => !(sound instanceof Blob) && "edit" in sound;
