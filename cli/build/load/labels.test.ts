import fs from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { makeSite, removeSites, siteFiles } from "#tests/fixtures/checked-site.ts";
import { HOME } from "../../files/home.ts";
import { loadGlossary } from "../../glossary/load.ts";
import { loadSite } from "../../check/load-site.ts";
import { flatten } from "./messages.ts";
import { createLabels, labelsFor } from "./labels.ts";
import type { MessageTree } from "#core/page/render.ts";

afterAll(removeSites);

const of = (labels: readonly string[]) => [{ labels }];

describe("labels that texts quote", () => {
  it("LOC-8 a label is what the interface calls a control in the language, or in English", () => {
    const labelOf = createLabels({ root: HOME, home: HOME }, "en");
    expect(labelOf("en", "panel-kit:more")).toBe("More settings");
    expect(labelOf("de", "panel-kit:more")).not.toBe("More settings");
    expect(labelOf("xx", "panel-kit:more")).toBe("More settings");
    expect(labelOf("en", "panel-download:resume")).toBe("Resume");
  });

  it("LOC-8 a site's own name of a control is the one that its pages quote", () => {
    const root = makeSite({
      ...siteFiles(),
      "locales/en/panel-kit.json": JSON.stringify({ more: "Further options" }),
      "runtime/panels/download/messages/en.json": JSON.stringify({ resume: "Carry on" }),
    });
    const labelOf = createLabels({ root, home: HOME }, "en");
    const keys = ["panel-kit:more", "panel-download:resume", "panel-kit:quality.label"];
    expect(labelsFor(of(keys), "en", labelOf)).toEqual({
      "label:panel-kit:more": "Further options",
      "label:panel-download:resume": "Carry on",
      "label:panel-kit:quality.label": "Quality",
    });
  });

  it.each([
    "panel-kit:none",
    "panel-kit:quality",
    "panel-kit:more.deep",
    "none:more",
    "panel-none:more",
    "panel-kit:constructor",
    "panel-kit:time.left",
  ])("LOC-8 %s is no label", (key) => {
    const labelOf = createLabels({ root: HOME, home: HOME }, "en");
    expect(labelsFor(of([key]), "de", labelOf)).toEqual({});
  });

  it("LOC-8 pages of tools quote the labels of their panels by key in every language", async () => {
    const { texts, plan } = await loadSite({ root: HOME, home: HOME });
    const styles = loadGlossary(HOME).glossary!.styles;
    const read = (file: string): [string, string][] =>
      flatten(JSON.parse(fs.readFileSync(path.join(HOME, file), "utf8")) as MessageTree);
    // These quote the folders of a phone.
    const copied = texts.flatMap(({ entry }) => {
      if (entry.id === "tools/youtube-shorts-download") return [];
      const source = plan.entries.get(entry.id);
      const quotes = styles[entry.locale]?.quotes;
      if (source?.type !== "tools" || !quotes) return [];
      const names = new Set(
        [
          `locales/${entry.locale}/panel-kit.json`,
          `runtime/panels/${source.fixed.panel}/messages/${entry.locale}.json`,
        ]
          .filter((file) => fs.existsSync(path.join(HOME, file)))
          .flatMap((file) => read(file).map(([, text]) => text)),
      );
      const text = fs.readFileSync(path.join(HOME, entry.file), "utf8");
      const [open, close] = quotes as [string, string];
      const quoted = text.split(open).slice(1);
      return quoted
        .map((rest) => rest.slice(0, rest.indexOf(close)).trim())
        .filter((words) => names.has(words))
        .map((words) => `${entry.file}: ${words}`);
    });
    expect(copied).toEqual([]);
    expect(texts.flatMap(({ entry }) => entry.labels).length).toBeGreaterThan(300);
  });
});
