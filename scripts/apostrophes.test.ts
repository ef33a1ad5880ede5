import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const ROOT = path.join(import.meta.dirname, "..");

/** All texts of a language: messages, pages, and messages of panels. */
function filesOf(code: string): string[] {
  const all = (folder: string): string[] =>
    fs
      .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .map((name) => path.posix.join(folder, name.replaceAll("\\", "/")));
  return [
    ...all(`locales/${code}`).filter((name) => /\.(json|md)$/.test(name)),
    ...all("runtime/panels").filter((name) => name.endsWith(`/messages/${code}.json`)),
  ];
}

it.each(["fr", "it"])("LOC-8 %s has apostrophes as they are printed", (code) => {
  const files = filesOf(code);
  expect(files.length).toBeGreaterThan(10);
  const typed = files.flatMap((file) =>
    Array.from(
      // Keywords are what people type.
      fs
        .readFileSync(path.join(ROOT, file), "utf8")
        .replace(/^keywords:.*$/m, "")
        .matchAll(/\S*\p{L}'\S*/gu),
      ([word]) => `${file} ${word}`,
    ),
  );
  expect(typed).toEqual([]);
});
