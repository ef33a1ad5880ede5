import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { DEFAULT_LOCALES } from "#core/site/locales.ts";

const ROOT = path.join(import.meta.dirname, "..");

/** Where a key is used: of storage or of the page's first scripts. */
const USE =
  /(?:\b[sS]torage(?:\(\))?\.(?:get|set|getItem|setItem)|\bremember(?:ed|edInTab)?)\(\s*("[^"]+"|[A-Z][A-Z_]*)\s*[,)]/g;

/** Keys of local and session storage, and names of cookies, that the code of the site names. */
function keysOf(text: string): string[] {
  const constants = new Map(
    Array.from(text.matchAll(/\bconst ([A-Z][A-Z_]*) = "([^"]+)"/g), ([, name, key]) => [
      name!,
      key!,
    ]),
  );
  const used = Array.from(text.matchAll(USE), ([, key]) =>
    key!.startsWith('"') ? key!.slice(1, -1) : constants.get(key!),
  );
  const cookie = text.includes("document.cookie") ? constants.get("COOKIE") : undefined;
  return [...used, cookie].filter((key) => key !== undefined);
}

const CODE = fs
  .readdirSync(path.join(ROOT, "runtime"), { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|^\.tsc|service-worker/.test(name))
  .map((name) => fs.readFileSync(path.join(ROOT, "runtime", name), "utf8"));

const POLICIES = [
  "content",
  ...fs.readdirSync(path.join(ROOT, "locales")).map((code) => `locales/${code}`),
]
  .map((folder) => `${folder}/policies/privacy-policy.md`)
  .filter((file) => fs.existsSync(path.join(ROOT, file)));

it("LOC-8 the privacy policy exists in every language", () => {
  expect(POLICIES).toHaveLength(DEFAULT_LOCALES.length);
});

it.each(POLICIES)("USR-13 %s lists every key of storage and every cookie", (file) => {
  const policy = fs.readFileSync(path.join(ROOT, file), "utf8");
  const listed = new Set(Array.from(policy.matchAll(/`([\w-]+)`/g), ([, key]) => key));
  const used = new Set(CODE.flatMap(keysOf));
  expect([...used]).toEqual(expect.arrayContaining(["toolkit_keys", "toolkit_scroll"]));
  expect(used.size).toBeGreaterThan(17);
  expect([...used].filter((key) => !listed.has(key))).toEqual([]);
  // Names of ours, wherever they stand, however they are used.
  const named = CODE.flatMap((text) =>
    Array.from(text.matchAll(/"(toolkit_\w+)"/g), ([, key]) => key!),
  );
  expect(named).toContain("toolkit_order");
  expect(named.filter((key) => !listed.has(key))).toEqual([]);
});
