import { ToolkitError } from "#core/errors/errors.ts";
import { columnsOf, DESCRIPTION_COLUMNS } from "#core/page/document-title.ts";

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Suggests a valid name: `Audio Trimmer!` → `audio-trimmer`. */
export const toSlug = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 80)
    .replace(/-$/, "");

/** @throws USAGE for a name that cannot be part of an address */
export function requireSlug(name: string): string {
  if (SLUG.test(name) && name.length <= 80) return name;
  const slug = toSlug(name);
  const rule =
    "A name is an address: lower-case letters and digits, with single hyphens between them";
  throw new ToolkitError("USAGE", {
    detail: `${rule}, 80 characters at most; found "${name}".${slug ? ` Did you mean "${slug}"?` : ""}`,
  });
}

/** Validates a text of one line. */
export const shortText =
  (maxLength: number) =>
  (value: string): string | undefined => {
    if (/\p{Cc}/u.test(value)) return "it must be one line.";
    const columns = columnsOf(value);
    return columns > maxLength ? `it has ${columns} characters; ${maxLength} at most.` : undefined;
  };

export function searchText(value: string): string | undefined {
  const [min, max] = DESCRIPTION_COLUMNS;
  const columns = columnsOf(value);
  return columns < min
    ? `it has ${columns} characters; ${min} to ${max} are shown.`
    : shortText(max)(value);
}
