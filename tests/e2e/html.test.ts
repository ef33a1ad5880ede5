import fs from "node:fs";
import path from "node:path";
import { FileSystemConfigLoader, HtmlValidate } from "html-validate";
import { describe, expect, inject, it } from "vitest";
import { CODES, kindsIn, pathIn, ROUTES } from "./pages.ts";
import { hardest, isLong } from "../left-out.ts";

const dist = inject("dist");

const validator = new HtmlValidate(
  new FileSystemConfigLoader({
    root: true,
    extends: ["html-validate:recommended"],
    rules: {
      // React's own manner, and valid: <input/>, hrefLang, hidden="", checked="".
      "void-style": "off",
      "attr-case": "off",
      "attribute-empty-style": "off",
      "attribute-boolean-style": "off",
      // HTML ignores its case, and compresses better with what is lower case anyway.
      "doctype-style": "off",
      // How long a title may be is for `toolkit check` to say, before the brand is added.
      "long-title": "off",
      // HTML allows every letter in an id; headings have their own words there, in any script.
      "valid-id": ["error", { relaxed: true }],
    },
  }),
);

const fileOf = (at: string): string =>
  at.endsWith(".html")
    ? at
    : at.endsWith("/no-such-page")
      ? "404.html"
      : path.join(at, "index.html");

async function errorsIn(at: string): Promise<string[]> {
  const html = fs.readFileSync(path.join(dist, fileOf(at)), "utf8");
  const report = await validator.validateString(html, at);
  return report.results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, line, column }) => `${at}:${line}:${column} ${ruleId}: ${message}`,
    ),
  );
}

describe("HTML", () => {
  it.each(kindsIn(...hardest(["en", "ja", "ar"])))("CLI-1 of %s (%s) is valid", async (_, at) => {
    expect(await errorsIn(at)).toEqual([]);
  });

  it.each(kindsIn("en"))("CLI-3 %s (%s) has no inline style, which the policy forbids", (_, at) => {
    const html = fs.readFileSync(path.join(dist, fileOf(at)), "utf8");
    expect(html.match(/<[a-z]+ [^>]*\sstyle="[^"]*"/g) ?? []).toEqual([]);
  });

  it("CLI-1 of pages over all locales and routes is valid", async () => {
    // A step that is prime to both numbers meets every locale and every route.
    const spread = Array.from({ length: isLong ? 120 : ROUTES.length / 2 }, (_, at) =>
      pathIn(CODES[(at * 3) % CODES.length]!, ROUTES[(at * 11) % ROUTES.length]!),
    );
    const errors = await Promise.all(spread.map(errorsIn));
    expect(errors.flat()).toEqual([]);
  });
});

it("NAV-7 every link of the header to the page itself is marked as the current one", () => {
  const html = fs.readFileSync(path.join(dist, "pricing/index.html"), "utf8");
  const [header] = /<header[\s\S]*?<\/header>/.exec(html)!;
  const links = header.match(/<a [^>]*href="\/pricing"[^>]*>/g)!;
  // Of the menu on phones and of the bar, and that of the language.
  expect(links.length).toBeGreaterThanOrEqual(3);
  expect(links.filter((link) => !link.includes("aria-current="))).toEqual([]);
});
