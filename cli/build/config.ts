import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Config } from "../../core/config.ts";
import { configSchema } from "../../core/config.ts";
import type { Problem } from "../../core/errors.ts";
import { problem, ToolkitError } from "../../core/errors.ts";
import { ioError } from "./files.ts";

export const CONFIG_FILE = "toolkit.config.ts";

/** Loads and validates a site's configuration. @throws CONFIG_NOT_FOUND, CONFIG_UNREADABLE, PROBLEMS */
export async function loadConfig(root: string): Promise<Config> {
  const file = path.join(root, CONFIG_FILE);
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (!stat) throw new ToolkitError("CONFIG_NOT_FOUND", { dir: root });
  let input: unknown;
  try {
    const module = (await import(`${pathToFileURL(file).href}?${stat.mtimeMs}-${stat.size}`)) as {
      default?: unknown;
    };
    input = module.default;
  } catch (error) {
    const known = ioError(error, file);
    if (known instanceof ToolkitError) throw known;
    throw new ToolkitError(
      "CONFIG_UNREADABLE",
      { detail: (error as Error).message },
      { cause: error, location: { file: CONFIG_FILE } },
    );
  }
  const result = configSchema.safeParse(input);
  const problems = result.success
    ? checkConfig(result.data)
    : result.error.issues.map((issue) =>
        problem(
          "CONFIG_INVALID",
          { path: issue.path.join(".") || "the default export", expected: issue.message },
          { file: CONFIG_FILE },
        ),
      );
  if (problems.length > 0)
    throw new ToolkitError("PROBLEMS", { errors: problems.length }, { problems });
  return result.data!;
}

function checkConfig({ locales, defaultLocale }: Config): Problem[] {
  const problems: Problem[] = [];
  const invalid = (path: string, expected: string): void => {
    problems.push(problem("CONFIG_INVALID", { path, expected }, { file: CONFIG_FILE }));
  };
  const seen = new Set<string>();
  locales.forEach(({ code, language }, index) => {
    if (seen.has(code)) invalid(`locales.${index}.code`, `"${code}" is there twice`);
    seen.add(code);
    try {
      Intl.getCanonicalLocales(language);
    } catch {
      invalid(`locales.${index}.language`, `"${language}" is not a BCP 47 tag`);
    }
  });
  if (!seen.has(defaultLocale))
    invalid("defaultLocale", `"${defaultLocale}" is not one of the locales`);
  return problems;
}
