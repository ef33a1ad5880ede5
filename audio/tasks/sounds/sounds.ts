import type { DubLine, DubOptions } from "../../dubbing/mix-dub.ts";
import type { Edit } from "../../edit/edit.ts";
import type { Episode } from "../../podcast/sound/episode.ts";
import type { AudioSource } from "../../media/audio-source.ts";
import type { WrittenScape } from "../../soundscape/scape.ts";
import type { Warp } from "../../stretch/warp.ts";

/** An edit with the files of its sources, by id. `F` is the file type of the host. */
export interface Mix<F> {
  readonly edit: Edit;
  readonly sources: Readonly<Record<string, F>>;
  /** Time warps of sources by id; missing ones are unchanged. */
  readonly warps?: Readonly<Record<string, Warp>>;
  /** Range in frames, end-exclusive; all of the edit if missing. */
  readonly range?: readonly [start: number, end: number];
}
/** An episode of a podcast with its cover image. */
export interface EpisodeSound<F> {
  readonly episode: Episode;
  readonly cover: { readonly file: F; readonly mimeType: string } | null;
}
/** A line of a dub, with lazily loaded samples (mono, 32-bit floats, little-endian). */
export interface DubLineSound<F> extends Omit<DubLine, "read"> {
  readonly samples: F;
  /** In Hz. */
  readonly sampleRate: number;
}
/** A recording with dubbed voices. */
export interface DubSound<F> {
  readonly dub: Omit<DubOptions, "lines" | "background"> & {
    readonly lines: readonly DubLineSound<F>[];
  };
  /** Audio under the voice, in the format of the dub, which keeps its tags; null: none. */
  readonly under: F | null;
}
/** The input of a task: a file, an edit, or a generated sound. */
export type Sound<F> = F | Mix<F> | WrittenScape | EpisodeSound<F> | DubSound<F>;

/** Access to the files that sounds consist of. */
export interface SoundFiles<F> {
  /** Opens a file with audio. @throws {MediaError} */
  readonly openFile: (file: F) => Promise<AudioSource>;
  /** Reads all bytes of a file that is small enough for memory. */
  readonly readFile: (file: F) => Promise<ArrayBuffer>;
}

const has = (sound: unknown, key: string): boolean =>
  typeof sound === "object" && sound !== null && key in sound;

export const isMix = <F>(sound: Sound<F>): sound is Mix<F> => has(sound, "edit");
export const isEpisode = <F>(sound: Sound<F>): sound is EpisodeSound<F> => has(sound, "episode");
export const isDub = <F>(sound: Sound<F>): sound is DubSound<F> => has(sound, "dub");
export const isScape = <F>(sound: Sound<F>): sound is WrittenScape => has(sound, "scape");
