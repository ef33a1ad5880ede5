import fs from "node:fs";
import path from "node:path";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { CATALOG } from "#core/errors/error-catalogue.ts";
import type { Context } from "../command-kit/context.ts";
import { HOME } from "../files/home.ts";
import { createProgram } from "../program.ts";
import { createFindAvoided } from "./find-avoided.ts";
import { loadGlossary } from "./load.ts";
import { documentSegments } from "./segments.ts";

const find = createFindAvoided(loadGlossary(HOME).glossary!, "en");

/** What texts have that the glossary advises against, with a few words around it. */
const avoidedIn = (text: string): string[] =>
  documentSegments(text).flatMap((segment) =>
    find(segment.text, undefined).map(
      ({ start, words, rule }) =>
        `${segment.text.slice(Math.max(0, start - 30), start + words.length + 20)} → ${rule.use}`,
    ),
  );

describe("LOC-10 English texts outside the site keep to the glossary", () => {
  const documents = [
    "README.md",
    "CONTRIBUTING.md",
    ...fs
      .readdirSync(path.join(HOME, "docs"))
      // The glossary itself lists the words that are not said.
      .filter((name) => name.endsWith(".md") && name !== "glossary.md")
      .map((name) => `docs/${name}`),
    "ARCHITECTURE.md",
    ...fs.readdirSync(path.join(HOME, "decisions")).map((name) => `decisions/${name}`),
    ...fs
      .readdirSync(path.join(HOME, "bench"))
      .map((name) => `bench/${name}/README.md`)
      .filter((file) => fs.existsSync(path.join(HOME, file))),
  ];

  it("finds avoided phrases", () => {
    expect(avoidedIn("We mend it.\n\n`mend` is code.")).toEqual(["We mend it.\n → fix"]);
  });

  it.each(documents)("%s", (file) => {
    expect(avoidedIn(fs.readFileSync(path.join(HOME, file), "utf8"))).toEqual([]);
  });

  it("errors of the catalogue", () => {
    // Parameters stand for themselves: any value will do.
    const any = new Proxy({}, { get: (_, name) => (name === "seconds" ? 1 : String(name)) });
    const texts = Object.values(CATALOG).flatMap((spec) =>
      [spec.title, spec.message, "fix" in spec ? spec.fix : ""].map((text) =>
        typeof text === "function" ? (text as (params: object) => string)(any) : text,
      ),
    );
    expect(texts.length).toBeGreaterThan(200);
    expect(avoidedIn(texts.join("\n\n"))).toEqual([]);
  });

  it("help of all commands", () => {
    const helpOf = (command: Command): string[] => {
      let text = "";
      command.configureOutput({ writeOut: (part) => (text += part) });
      command.outputHelp();
      return [text, ...command.commands.flatMap(helpOf)];
    };
    const context = {
      home: HOME,
      root: HOME,
      print: () => {},
      log: () => {},
    } as unknown as Context;
    const texts = helpOf(createProgram(context, () => {}));
    expect(texts.length).toBeGreaterThan(20);
    expect(avoidedIn(texts.join("\n\n"))).toEqual([]);
  });
});
