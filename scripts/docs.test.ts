import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { configSchema } from "#core/site/config.ts";

const ROOT = path.join(import.meta.dirname, "..");
const read = (file: string): string => fs.readFileSync(path.join(ROOT, file), "utf8");
const list = (folder: string, pattern: RegExp): string[] =>
  fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.split(path.sep).includes(".tsc"));

const DOCUMENTS = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  ...list("docs", /\.md$/),
  ...list("decisions", /\.md$/),
];

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}
const CONFIG = z.toJSONSchema(configSchema, { io: "input" }) as JsonSchema;

/** A text that starts with the ID of a requirement. */
const TITLE = /["'`]((?:ANL|API|CLI|CMP|ERR|LOC|NAV|RTE|SEO|TLS|USR|WSP)-\d+)\b/g;

/** Fields of the configuration as dotted paths; a section counts by its fields. */
function fieldsOf({ properties = {} }: JsonSchema, prefix = ""): string[] {
  return Object.entries(properties).flatMap(([name, child]) =>
    child.properties ? fieldsOf(child, `${prefix}${name}.`) : [prefix + name],
  );
}

describe("documents", () => {
  it.each(DOCUMENTS)("%s leads only to files that exist", (file) => {
    const links = Array.from(
      read(file)
        .replace(/```[^]*?```/g, "")
        .matchAll(/(?<!`)\[[^\]]*\]\(([^)\s]+)\)(?!`)/g),
      ([, href]) => href!,
    ).filter((href) => !/^(https?:|mailto:|#|\/)/.test(href) && href !== "…");
    const missing = links.filter(
      (href) => !fs.existsSync(path.join(ROOT, path.dirname(file), href.replace(/#.*$/, ""))),
    );
    expect(missing).toEqual([]);
  });

  it("docs/configuration.md names every field of the configuration", () => {
    const text = read("docs/configuration.md");
    const fields = fieldsOf(CONFIG);
    expect(fields).toContain("site.name");
    expect(fields.filter((field) => !text.includes(`| \`${field}\``))).toEqual([]);
  });

  it("docs/requirements.md has every ID that a test names", () => {
    const known = new Set(
      Array.from(read("docs/requirements.md").matchAll(/^\| ([A-Z]{3}-\d+)\b/gm), ([, id]) => id),
    );
    const named = ["core", "cli", "runtime", "tests", "bench"]
      .flatMap((folder) => list(folder, /\.test\.tsx?$/))
      .flatMap((file) => Array.from(read(file).matchAll(TITLE), ([, id]) => id!));
    expect(known.size).toBeGreaterThan(80);
    expect([...new Set(named)].filter((id) => !known.has(id))).toEqual([]);
  });

  it("README.md lists every command", () => {
    const text = read("README.md");
    const commands = list("cli/commands", /^[a-z-]+\.ts$/).map((file) =>
      path.basename(file, ".ts"),
    );
    expect(commands).toContain("build");
    expect(commands.filter((name) => !new RegExp(`^\\| \`${name}[ \`]`, "m").test(text))).toEqual(
      [],
    );
  });
});
