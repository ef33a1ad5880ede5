import { stemLength } from "#runtime/contract/texts.ts";
import { fileNameOf } from "#runtime/panel-kit/save/file-name.ts";

export interface SongNames {
  readonly title: string;
  /** Null if unknown. */
  readonly artist: string | null;
}

/** Title and artist of a song by its tags, and otherwise by a file name such as “Artist - Title”. */
export function songNames(
  fileName: string,
  tags: { readonly title?: string; readonly artist?: string },
): SongNames {
  const stem = fileName.slice(0, stemLength(fileName)).trim() || fileName;
  const dash = stem.search(/\s[-–—]\s/);
  const [artist, title] = dash > 0 ? [stem.slice(0, dash).trim(), stem.slice(dash + 3).trim()] : [];
  return {
    title: tags.title?.trim() || title || stem,
    artist: tags.artist?.trim() || artist || null,
  };
}

/** The name of a song's files without an ending; an unknown artist is left out. */
export const songFileName = ({ title, artist }: SongNames): string =>
  fileNameOf(artist === null ? title : `${artist} - ${title}`, "song");
