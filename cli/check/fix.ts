import { isScalar, parseDocument } from "yaml";
import type { Problem } from "#core/errors/errors.ts";
import type { ContentType } from "#core/page/content.ts";
import { addressOf } from "../build/load/entry.ts";
import { splitFrontMatter } from "../build/load/front-matter.ts";

/** Replaces a range of a file; the rest of the file is unchanged. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

type Params = Readonly<Record<string, string | undefined>>;

/** Normalizes names that differ only in case, hyphens, underscores and spaces. */
const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, "");

/** The only candidate for which a name can be a typo; undefined if there are several. */
const meant = (found: string, similar: string | undefined): string | undefined =>
  similar !== undefined && similar !== found && plain(found) === plain(similar)
    ? similar
    : undefined;

/** A date without leading zeros. */
const dayOf = (text: string): string | undefined => {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  const written = `${year}-${month!.padStart(2, "0")}-${day!.padStart(2, "0")}`;
  const date = new Date(`${written}T00:00:00Z`);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written);
  return exists && written !== text ? written : undefined;
};

/** Normalizes a link: without locale and trailing slash, in lower case. */
function routeOf(href: string, routes: ReadonlySet<string>, codes: readonly string[]) {
  const [, route = "", rest = ""] = /^([^?#]*)(.*)$/s.exec(href) ?? [];
  const prefix = codes.find((code) => route === `/${code}` || route.startsWith(`/${code}/`));
  const bare = prefix === undefined ? route : route.slice(prefix.length + 1) || "/";
  const normalized = (bare.length > 1 ? bare.replace(/(?<!\/)\/+$/, "") : bare).toLowerCase();
  return normalized !== route && routes.has(normalized) ? normalized + rest : undefined;
}

export interface FixInput {
  /** Routes of all pages. */
  readonly routes: ReadonlySet<string>;
  readonly codes: readonly string[];
}

/**
 * The unambiguous fix of a finding: names that differ from the only candidate in case or hyphens,
 * dates without leading zeros, unquoted menu entries, links with a locale or a superfluous slash.
 * Undefined if the user has to decide.
 * @param text the whole file of the finding
 */
export function fixOf(found: Problem, text: string, input: FixInput): Edit | undefined {
  const params = found.params as Params;
  const { line, column } = found.location ?? {};
  if (line === undefined || column === undefined) return undefined;
  const start = offsetOf(text, line, column);
  const replace = (was: string, now: string | undefined): Edit | undefined =>
    now !== undefined && text.startsWith(was, start)
      ? { start, end: start + was.length, text: now }
      : undefined;
  switch (found.code) {
    case "FIELD_UNKNOWN": {
      const key = params["field"]!.split(".").at(-1)!;
      const now = meant(key, params["similar"]);
      return now !== undefined && !hasField(text, params["field"]!, now)
        ? replace(key, now)
        : undefined;
    }
    case "FIELD_INVALID":
      return value(text, start, params["similar"], params["field"]!);
    case "UNKNOWN_MENU":
    case "UNKNOWN_PANEL":
    case "UNKNOWN_PRESET":
      return scalar(text, start, meant(params["id"]!, params["similar"]));
    case "UNKNOWN_TOOL":
      return scalar(text, start, meant(params["slug"]!, params["similar"]));
    case "SLUG_MISMATCH": {
      // The slug belongs to the other page, from which this one was copied.
      const [, type] = /^content\/([^/]+)\//.exec(found.location!.file) ?? [];
      const isTaken = input.routes.has(addressOf(type as ContentType, params["slug"]!));
      return isTaken ? scalar(text, start, params["file"]!.replace(/\.md$/, "")) : undefined;
    }
    case "TERM_AVOIDED":
    case "TYPOGRAPHY":
      return replace(params["found"]!, params["now"]);
    case "LINK_BROKEN":
      return replace(params["href"]!, routeOf(params["href"]!, input.routes, input.codes));
    case "ANCHOR_BROKEN": {
      const [route = "", part = ""] = params["href"]!.split("#");
      const now = meant(part, params["similar"]);
      return replace(params["href"]!, now === undefined ? undefined : `${route}#${now}`);
    }
    default:
      return undefined;
  }
}

function offsetOf(text: string, line: number, column: number): number {
  let at = 0;
  for (let row = 1; row < line; row++) at = text.indexOf("\n", at) + 1;
  return at + column - 1;
}

/** Whether the object that contains a field already has another field. */
function hasField(text: string, field: string, name: string): boolean {
  const split = splitFrontMatter(text, "");
  if ("code" in split) return true;
  const path = field
    .split(".")
    .slice(0, -1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) - 1 : part));
  return parseDocument(split.yaml).hasIn([...path, name]);
}

/** The scalar of the front matter at an offset of the file. */
function scalarAt(text: string, start: number) {
  const split = splitFrontMatter(text, "");
  // Offsets are valid only if the front matter was not normalized while reading.
  const front = "code" in split ? -1 : text.indexOf(split.yaml);
  if ("code" in split || split.yaml === "" || front < 0) return undefined;
  let found: { source: string; value: unknown; end: number } | undefined;
  const visit = (node: unknown): void => {
    if (isScalar(node) && node.range && node.range[0] + front === start)
      found = { source: node.source ?? "", value: node.value, end: node.range[1] + front };
    const {
      items,
      key,
      value: below,
    } = node as { items?: unknown[]; key?: unknown; value?: unknown };
    items?.forEach(visit);
    if (key !== undefined && items === undefined && !isScalar(node)) {
      visit(key);
      if (below) visit(below);
    }
  };
  visit(parseDocument(split.yaml).contents);
  return found;
}

/** Replaces a scalar, and preserves its quotes. */
function scalar(text: string, start: number, now: string | undefined): Edit | undefined {
  const found = now === undefined ? undefined : scalarAt(text, start);
  if (!found) return undefined;
  const written = text.slice(start, found.end);
  const [quote = ""] = /^["']/.exec(written) ?? [];
  return { start, end: found.end, text: `${quote}${now!}${quote}` };
}

function value(
  text: string,
  start: number,
  similar: string | undefined,
  field: string,
): Edit | undefined {
  const found = scalarAt(text, start);
  if (!found) return undefined;
  if (field === "menu" && typeof found.value === "number")
    return { start, end: found.end, text: JSON.stringify(found.source) };
  if (field === "modified") return scalar(text, start, dayOf(String(found.value)));
  return scalar(text, start, meant(String(found.value), similar));
}

/**
 * Applies edits of one file from its end to its beginning; of two overlapping edits, the first one.
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = text;
  let limit = text.length;
  for (const { start, end, text: now } of [...edits].sort((a, b) => b.start - a.start)) {
    if (end > limit) continue;
    result = result.slice(0, start) + now + result.slice(end);
    limit = start;
  }
  return result;
}
