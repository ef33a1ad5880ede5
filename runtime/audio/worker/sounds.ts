import type { DubLine, DubOptions } from "#audio/dubbing/mix-dub.ts";
import type { Edit } from "#audio/edit/edit.ts";
import type { Episode } from "#audio/podcast/sound/episode.ts";
import type { WrittenScape } from "#audio/soundscape/scape.ts";
import type { Warp } from "#audio/stretch/warp.ts";

/** An edit with the files that it plays, by the ids of its sources. */
export interface Mix {
  readonly edit: Edit;
  readonly sources: Readonly<Record<string, Blob>>;
  /** How sources lie in time, by their ids; those that are missing are as they are. */
  readonly warps?: Readonly<Record<string, Warp>>;
  /** Frames from the first to before the second; all where it is missing. */
  readonly range?: readonly [start: number, end: number];
}
/** An episode of a podcast, with the picture that stands for it. */
export interface EpisodeSound {
  readonly episode: Episode;
  readonly cover: Blob | null;
}
/** A line of a dub, with its samples (mono, 32-bit floats) where they need no memory until its time comes. */
export interface DubLineSound extends Omit<DubLine, "read"> {
  readonly samples: Blob;
  /** Hz */
  readonly sampleRate: number;
}
/** A recording in another language. */
export interface DubSound {
  readonly dub: Omit<DubOptions, "lines" | "background"> & {
    readonly lines: readonly DubLineSound[];
  };
  /** What lies under the voice, in the format of the dub, which keeps its tags; null: nothing. */
  readonly under: Blob | null;
}
/** What is worked on: a file, what an edit sounds like, or a sound that is made. */
export type Sound = Blob | Mix | WrittenScape | EpisodeSound | DubSound;

export const isMix = (sound: Sound): sound is Mix => !(sound instanceof Blob) && "edit" in sound;
