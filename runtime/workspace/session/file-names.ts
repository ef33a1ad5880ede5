/** Maximum length of a name in characters. */
const MAX_LENGTH = 200;

/** Extension of a name with its dot; empty without one. */
const endingOf = (name: string): string => /[^.](\.[A-Za-z0-9]{1,8})$/.exec(name)?.[1] ?? "";

/**
 * A name that is valid on every file system: without folders and control characters, and not too
 * long.
 */
export function sanitizeName(name: string): string {
  const plain = name
    .replace(/\p{Cc}|\p{Bidi_Control}/gu, "")
    .replace(/[/\\:*?"<>|]/g, "-")
    .trim();
  const ending = endingOf(plain);
  const stem = plain.slice(0, plain.length - ending.length);
  return (
    Array.from(stem)
      .slice(0, MAX_LENGTH - ending.length)
      .join("") + ending || "-"
  );
}

/** A new name, with the extension of the old one if it has none. */
export const withEnding = (name: string, before: string): string =>
  endingOf(name) === "" ? name + endingOf(before) : name;
