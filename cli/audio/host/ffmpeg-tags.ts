import type { MetadataTags } from "mediabunny";
import { yearOnly } from "#audio/media/tags/year.ts";

/** Fields as ffprobe prints them: the case of their names differs by format. */
export type ProbedTags = Readonly<Record<string, string>>;

/** Names of text tags in ffmpeg. */
const TEXTS = {
  title: "title",
  artist: "artist",
  album: "album",
  album_artist: "albumArtist",
  genre: "genre",
  comment: "comment",
  description: "description",
  lyrics: "lyrics",
} as const satisfies Readonly<Record<string, keyof MetadataTags>>;

/** Tags of a file that only ffmpeg can read. */
export function tagsOfProbe(found: ProbedTags): MetadataTags {
  const fields = new Map(Object.entries(found).map(([name, text]) => [name.toLowerCase(), text]));
  const tags: MetadataTags = {};
  for (const [name, key] of Object.entries(TEXTS)) {
    const text = fields.get(name);
    if (text) tags[key] = text;
  }
  const [track, tracks] = numbersOf(fields.get("track"));
  const [disc, discs] = numbersOf(fields.get("disc"));
  const date = new Date(fields.get("date") ?? "");
  return {
    ...tags,
    ...(track && { trackNumber: track }),
    ...(tracks && { tracksTotal: tracks }),
    ...(disc && { discNumber: disc }),
    ...(discs && { discsTotal: discs }),
    ...(!Number.isNaN(date.getTime()) && { date, ...yearOnly({ date: fields.get("date") }) }),
  };
}

/** Parses `3/9` or `3`; numbers below 1 are omitted. */
const numbersOf = (text = ""): readonly (number | undefined)[] =>
  text.split("/").map((part) => Math.max(0, Number.parseInt(part, 10)) || undefined);
