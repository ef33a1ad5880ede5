import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { ToolkitError } from "#core/errors/errors.ts";
import { digest } from "#cli/files/hash.ts";

/** Font packages, split into files by character range, as in Fontsource. */
const LATIN = "@fontsource/source-serif-4";
const ARABIC = "@fontsource-variable/noto-naskh-arabic";
const JAPANESE = "@fontsource-variable/noto-serif-jp";
const KOREAN = "@fontsource-variable/noto-serif-kr";
const SIMPLIFIED = "@fontsource-variable/noto-serif-sc";
const TRADITIONAL = "@fontsource-variable/noto-serif-tc";

/** Han characters have different shapes in each of these languages. */
function eastAsian(language: string): readonly string[] {
  const { language: base, script } = new Intl.Locale(language).maximize();
  const own =
    base === "ja"
      ? JAPANESE
      : base === "ko"
        ? KOREAN
        : script === "Hant"
          ? TRADITIONAL
          : SIMPLIFIED;
  return [own, ...[SIMPLIFIED, TRADITIONAL, JAPANESE, KOREAN].filter((name) => name !== own)];
}

/** Fonts of the program in fallback order. @param language BCP 47 */
export const fontsFor = (language: string): readonly string[] => [
  LATIN,
  ARABIC,
  ...eastAsian(language),
];

/**
 * Folder of a font package.
 * @param own packages named by the site's configuration, which the site must install
 * @throws FONT_MISSING
 */
export function fontFolder(root: string, own: readonly string[], name: string): string {
  const from = own.includes(name) ? path.join(root, "package.json") : import.meta.filename;
  try {
    return path.dirname(createRequire(from).resolve(`${name}/unicode.json`));
  } catch (error) {
    throw new ToolkitError("FONT_MISSING", { name }, { cause: error });
  }
}

/**
 * A key that changes when a font is replaced or updated.
 * @throws FONT_MISSING
 */
export function fontsKey(root: string, own: readonly string[]): string {
  const versions = [...new Set([...own, ...fontsFor("en")])].map((name) => {
    const file = path.join(fontFolder(root, own, name), "package.json");
    return `${name} ${(JSON.parse(fs.readFileSync(file, "utf8")) as { version: string }).version}`;
  });
  return digest(versions.join());
}
