import type { Config } from "#core/site/config.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { findSimilar } from "#core/errors/similar.ts";

/** @throws USAGE for a locale that the site does not have */
export function requireLocale({ locales }: Config, code: string): void {
  const codes = locales.map((locale) => locale.code);
  if (codes.includes(code)) return;
  const similar = findSimilar(code, codes);
  throw new ToolkitError("USAGE", {
    detail: `--locale: the site has no "${code}". ${similar ? `Did you mean "${similar}"?` : `It has ${codes.join(", ")}.`}`,
  });
}
