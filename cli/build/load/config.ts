import fs from "node:fs";
import path from "node:path";
import { type Config, configSchema } from "#core/site/config.ts";
import type { z } from "zod";
import { problem, ToolkitError } from "#core/errors/errors.ts";
import { type Fault, checkDomains, checkRedirects } from "./check-addresses.ts";
import { hiddenWithin } from "./text-characters.ts";
import { locationInConfig, locationOfFailure } from "./config-location.ts";
import { CONFIG_FILE } from "../../files/find-root.ts";
import { ioError, listFiles } from "../../files/files.ts";
import { importModule } from "../../files/import-module.ts";
import { requireUtf8 } from "../../files/read-utf8.ts";

/**
 * Time limit for a configuration in milliseconds: it may read a file but should not wait for
 * anything.
 */
const LONGEST = 60_000;

/**
 * Also rejects if the promise never settles: when the event loop is empty, or after the time limit.
 */
async function settled<Value>(promise: Promise<Value>): Promise<Value> {
  const never = Promise.withResolvers<never>();
  const giveUp = (): void => never.reject(new Error("It waits for something that never comes."));
  const timer = setTimeout(giveUp, LONGEST).unref();
  process.once("beforeExit", giveUp);
  try {
    return await Promise.race([promise, never.promise]);
  } finally {
    clearTimeout(timer);
    process.off("beforeExit", giveUp);
  }
}

/** Loads and validates a site's configuration. @throws CONFIG_NOT_FOUND, CONFIG_UNREADABLE, ENCODING_INVALID, PROBLEMS */
export async function loadConfig(root: string): Promise<Config> {
  const file = path.join(root, CONFIG_FILE);
  if (!fs.existsSync(file)) throw new ToolkitError("CONFIG_NOT_FOUND", { dir: root });
  // Node would decode invalid bytes as replacement characters, which would end up in names and
  // titles.
  const text = requireUtf8(root, CONFIG_FILE) ?? "";
  let input: unknown;
  try {
    input = (await settled(importModule<{ default?: unknown }>(file))).default;
  } catch (error) {
    const known = ioError(error, file);
    if (known instanceof ToolkitError) throw known;
    const location = await locationOfFailure(text, error as Error);
    throw new ToolkitError(
      "CONFIG_UNREADABLE",
      { detail: (error as Error).message },
      { cause: error, location: { file: CONFIG_FILE, ...location } },
    );
  }
  const result = configSchema.safeParse(input);
  const faults = result.success ? checkConfig(result.data, root) : result.error.issues.map(faultOf);
  if (faults.length === 0) return result.data!;
  const problems = await Promise.all(
    faults.map(async ({ path: at, expected }) =>
      problem(
        "CONFIG_INVALID",
        { path: at.join(".") || "the default export", expected },
        { file: CONFIG_FILE, ...(await locationInConfig(text, at)) },
      ),
    ),
  );
  throw new ToolkitError("PROBLEMS", { errors: problems.length }, { problems });
}

const faultOf = (issue: z.core.$ZodIssue): Fault => ({
  path: issue.code === "unrecognized_keys" ? [...issue.path, issue.keys[0]!] : issue.path,
  expected: issue.message,
});

function checkConfig(config: Config, root: string): Fault[] {
  const { locales, defaultLocale } = config;
  const faults: Fault[] = [
    ...hiddenWithin(config).map(({ path: at, characters }) => ({
      path: at,
      expected: `it contains ${characters}`,
    })),
    ...checkDomains(config),
    ...checkRedirects(config, listFiles(path.join(root, "public"))),
  ];
  const invalid = (at: readonly PropertyKey[], expected: string): void => {
    faults.push({ path: at, expected });
  };
  const seen = new Set<string>();
  locales.forEach(({ code, language }, index) => {
    if (seen.has(code)) invalid(["locales", index, "code"], `"${code}" is there twice`);
    seen.add(code);
    try {
      Intl.getCanonicalLocales(language);
    } catch {
      invalid(["locales", index, "language"], `"${language}" is not a BCP 47 tag`);
    }
  });
  if (!seen.has(defaultLocale))
    invalid(["defaultLocale"], `"${defaultLocale}" is not one of the locales`);
  return faults;
}
