import { type MetadataTags, BufferSource, Input } from "mediabunny";
import { isAiff, isMatroska } from "./containers/sniff.ts";
import { type MediaInput, INPUT_FORMATS } from "./open-input.ts";
import { isWav } from "./pcm/wav.ts";
import { aiffTagsAsWav } from "./tags/aiff-tags.ts";
import { matroskaTitle } from "./tags/matroska-title.ts";
import { repairTexts } from "./tags/repair-texts.ts";
import { yearOnly } from "./tags/year.ts";

/**
 * Tags of a file; empty if they cannot be read, since tags are optional. Of the format-specific
 * fields, only those that `portableTags` needs are kept.
 */
export async function readTags({ bytes, head, input }: MediaInput): Promise<MetadataTags> {
  const own = isAiff(head)
    ? new Input({
        formats: INPUT_FORMATS,
        source: new BufferSource(await aiffTagsAsWav(bytes.read)),
      })
    : input;
  const { raw = {}, ...found } = await own.getMetadataTags().catch((): MetadataTags => ({}));
  const tags: MetadataTags = { ...found, ...yearOnly(raw) };
  const comment = tags.comment ?? ownComment(raw["TXXX"]);
  if (comment !== undefined) tags.comment = comment;
  const title = tags.title ?? (isMatroska(head) ? matroskaTitle(head) : undefined);
  if (title !== undefined) tags.title = title;
  // Their character encoding is not specified.
  return isAiff(head) || isWav(head) ? repairTexts(tags) : tags;
}

/** An MP3 comment as FFmpeg writes it: a user-defined text named "comment". */
function ownComment(texts: unknown): string | undefined {
  const all = typeof texts === "object" && texts !== null ? Object.entries(texts) : [];
  const found: unknown = all.find(([name]) => name.toLowerCase() === "comment")?.[1];
  return typeof found === "string" ? found : undefined;
}
