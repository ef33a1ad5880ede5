import { expect, it } from "vitest";
import type { PageKind } from "#core/page/page.ts";
import type { Graph } from "./page-modules.ts";
import { sheetsOf } from "./sheets.ts";

const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  Pricing: ["choice.css", "pricing.css", "table.css"],
  Home: ["home.css", "table.css"],
};
const graph: Pick<Graph, "reach"> = {
  reach(start, barred = new Set()) {
    const found = new Set<string>();
    const visit = (file: string): void => {
      if (found.has(file) || barred.has(file)) return;
      found.add(file);
      IMPORTS[file]?.forEach(visit);
    };
    visit(start);
    return found;
  },
};
const COMPONENTS: Partial<Record<PageKind, string>> = { pricing: "Pricing", home: "Home" };

it("gives every page the rules that two kinds of pages use, and those of controls", () => {
  const sheets = sheetsOf(
    graph as Graph,
    {
      shared: new Set(),
      isControl: (file) => file === "choice.css",
      ofKind: (kind) => graph.reach(COMPONENTS[kind]!),
    },
    "client",
    ["pricing", "home"],
  );
  expect(Object.fromEntries(sheets)).toEqual({
    shared: ["choice.css", "table.css"],
    pricing: ["pricing.css"],
    home: ["home.css"],
  });
});
