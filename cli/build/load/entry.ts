import type { ContentType, FixedFields, Section } from "#core/page/content.ts";
import type { PageKind } from "#core/page/page.ts";

/** A content file from a folder listing. */
export interface SourceFile {
  /** Path relative to the site's root, with forward slashes. */
  readonly file: string;
  readonly type: ContentType;
  /** Locale of a translation; the default locale for `content/`. */
  readonly locale: string;
  readonly source: boolean;
}

/** The data of a content file that planning needs; its texts are read again for rendering. */
interface EntryBase extends SourceFile {
  /** `tools/audio-trimmer`: shared by an English page and its translations. */
  readonly id: string;
  readonly hash: string;
  readonly name: string;
  readonly tagline: string;
  /**
   * Hashes of an English file's sections; for a translation, of the English sections that it
   * translates.
   */
  readonly sections: Partial<Record<Section, string>>;
  /** Sections that the file has. */
  readonly present: readonly Section[];
  /** Links of the body: root-relative ones in order of appearance, then relative ones. */
  readonly links: readonly string[];
  /** Keys of the messages that it quotes as `{{label:<namespace>:<key>}}`. */
  readonly labels: readonly string[];
}

export interface EntryOf<Type extends ContentType> extends EntryBase {
  readonly source: true;
  readonly type: Type;
  readonly modified: string;
  /** Fields that are not translated. */
  readonly fixed: FixedFields[Type];
  readonly faults?: undefined;
}
export type SourceEntry = { [Type in ContentType]: EntryOf<Type> }[ContentType];

/** An English file with errors; it has no page until they are fixed. */
interface FaultyEntryOf<Type extends ContentType> extends EntryBase {
  readonly source: true;
  readonly type: Type;
  readonly modified: string | null;
  readonly fixed: SoundFields<Type>;
  readonly faults: Faults;
}
type FaultyEntry = { [Type in ContentType]: FaultyEntryOf<Type> }[ContentType];

export interface TranslationEntry extends EntryBase {
  readonly source: false;
  readonly modified: string | null;
  readonly fixed: null;
  readonly faults?: Faults;
}

/** A content file that is part of the site. */
export type Entry = SourceEntry | TranslationEntry;
/** An English file, with or without errors. */
export type AnySourceEntry = SourceEntry | FaultyEntry;
/** A content file, with or without errors. */
export type AnyEntry = AnySourceEntry | TranslationEntry;

/** The field that gives a page its address; an invalid value is replaced by the file name. */
type AddressField<Type extends ContentType> = Type extends "pages" ? "path" : "slug";

/** The valid ones of the fixed fields; valid items of lists keep their positions. */
export type SoundFields<Type extends ContentType> = {
  readonly [
    Field in keyof FixedFields[Type]
  ]?: FixedFields[Type][Field] extends readonly (infer Item)[]
    ? readonly (Item | null)[]
    : FixedFields[Type][Field];
} & { readonly [Field in AddressField<Type>]: string };

/** The unusable parts of a file. The rest of the file takes part in the checks of the site. */
export interface Faults {
  /** Fields that are missing, invalid or unreadable; `body` if the body was not found. */
  readonly fields: readonly string[];
  /**
   * Addresses that the page would have by an invalid field; links to them are not reported as
   * broken.
   */
  readonly addresses: readonly string[];
}

/** The page kind of a file; undefined for a file with errors that does not state it. */
export function kindOf(entry: SourceEntry): PageKind;
export function kindOf(entry: AnySourceEntry): PageKind | undefined;
export function kindOf(entry: AnySourceEntry): PageKind | undefined {
  switch (entry.type) {
    case "tools":
      return "tool";
    case "policies":
      return "policy";
    case "voices":
      return "voice";
    case "pages":
      return entry.fixed.kind;
  }
}

export const routeOf = (entry: AnySourceEntry): string =>
  addressOf(entry.type, entry.type === "pages" ? entry.fixed.path : entry.fixed.slug);

/** The address of a page from its front matter field: `path` or `slug`. */
export const addressOf = (type: ContentType, value: string): string =>
  type === "pages" ? value : type === "voices" ? `/ai-voice-generator/${value}` : `/${value}`;
