import type { ContentType, FixedFields, Section } from "#core/page/content.ts";
import type { PageKind } from "#core/page/page.ts";

/** A content file as the listing of its folder names it. */
export interface SourceFile {
  /** Path relative to the site's root, with forward slashes. */
  readonly file: string;
  readonly type: ContentType;
  /** Locale of a translation; the default locale for `content/`. */
  readonly locale: string;
  readonly source: boolean;
}

/** What of any content file the plan needs to know; its texts are read again when it is rendered. */
interface EntryBase extends SourceFile {
  /** `tools/audio-trimmer`: what a translation shares with its English page. */
  readonly id: string;
  readonly hash: string;
  readonly name: string;
  readonly tagline: string;
  /** Hash of each section of an English file; of a translation, of the English that it translates. */
  readonly sections: Partial<Record<Section, string>>;
  /** Sections that the file has. */
  readonly present: readonly Section[];
  /** Root-relative links of the body, in order of appearance, then relative ones. */
  readonly links: readonly string[];
}

/** An English file of one content type. */
export interface EntryOf<Type extends ContentType> extends EntryBase {
  readonly source: true;
  readonly type: Type;
  readonly modified: string;
  /** Fields that no locale translates. */
  readonly fixed: FixedFields[Type];
  readonly faults?: undefined;
}
/** An English file. */
export type SourceEntry = { [Type in ContentType]: EntryOf<Type> }[ContentType];

/** An English file with faults: no page until they are mended. */
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
/** An English file, with or without faults. */
export type AnySourceEntry = SourceEntry | FaultyEntry;
/** A content file, with or without faults. */
export type AnyEntry = AnySourceEntry | TranslationEntry;

/** The field that gives a page its address; a wrong one is replaced by the name of the file. */
type AddressField<Type extends ContentType> = Type extends "pages" ? "path" : "slug";

/** What is left of the fixed fields: those without a fault, and of lists what has none, in its place. */
export type SoundFields<Type extends ContentType> = {
  readonly [
    Field in keyof FixedFields[Type]
  ]?: FixedFields[Type][Field] extends readonly (infer Item)[]
    ? readonly (Item | null)[]
    : FixedFields[Type][Field];
} & { readonly [Field in AddressField<Type>]: string };

/** What of a file cannot be used. The rest of it takes part in the checks of the site. */
export interface Faults {
  /** Fields that are missing, wrong or not to be read; `body` where it could not be found. */
  readonly fields: readonly string[];
  /** Addresses that the page would have by a field that is wrong: links to them are not wrong, too. */
  readonly addresses: readonly string[];
}

/** The kind of page that a file makes; undefined for one with faults that does not say. */
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

/** The address of a page by the field of its front matter that gives it: `path`, or `slug`. */
export const addressOf = (type: ContentType, value: string): string =>
  type === "pages" ? value : type === "voices" ? `/ai-voice-generator/${value}` : `/${value}`;
