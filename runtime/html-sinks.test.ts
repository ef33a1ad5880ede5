import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const SINKS =
  /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\s*=|insertAdjacentHTML|createContextualFragment|document\.write|setHTMLUnsafe|parseHTMLUnsafe|\.srcdoc|new (?:window\.)?DOMParser|\beval\(|new Function\(/g;

it("CLI-3 text becomes HTML in these places alone, and what others wrote in none of them", () => {
  const files = fs
    .readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
    .map((name) => name.split(path.sep).join("/"))
    .filter(
      (name) => /\.tsx?$/.test(name) && !/\.test\.|\.d\.ts$|(^|\/)(test-|\.tsc\/)/.test(name),
    );
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((name) => {
    const text = fs.readFileSync(path.join(import.meta.dirname, name), "utf8");
    const count = [...text.matchAll(SINKS)].length;
    return count === 0 ? [] : [`${name}: ${count}`];
  });
  expect(found.toSorted()).toEqual([
    // The home page of this site in another language, whose header and tools are adopted.
    "page-scripts/error-page.ts: 1",
    // The body of a page, built from Markdown in which HTML is treated as text.
    "pages/General.tsx: 1",
    "pages/Home.tsx: 1",
    "pages/Podcast.tsx: 1",
    "pages/Policy.tsx: 2",
    "parts/Section.tsx: 1",
    // An empty string: hydration keeps the existing content.
    "parts/Static.tsx: 1",
    // A document of this site, whose header and footer are adopted.
    "shell/create-shell.ts: 1",
  ]);
});
