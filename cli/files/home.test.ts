import path from "node:path";
import { expect, it } from "vitest";
import { HOME, resolveDocs } from "./home.ts";

const TEXT =
  "docs/content.md lists the fields; see docs/translating.md, not mydocs/x.md or docs/y.txt.";

it("CLI-11 documents are named by where they are for the site that reads of them", () => {
  expect(resolveDocs(TEXT, HOME)).toBe(TEXT);
  const site = path.resolve("/site");
  const packed = path.join(site, "node_modules/@audio-toolkit/toolkit/packed");
  expect(resolveDocs(TEXT, site, packed)).toBe(
    "node_modules/@audio-toolkit/toolkit/packed/docs/content.md lists the fields; see node_modules/@audio-toolkit/toolkit/packed/docs/translating.md, not mydocs/x.md or docs/y.txt.",
  );
  // A program outside of the project, such as one that npx runs, is named by its absolute path.
  const elsewhere = path.resolve("/cache/toolkit/packed");
  expect(resolveDocs("see docs/server.md.", site, elsewhere)).toBe(
    `see ${path.join(elsewhere, "docs")}/server.md.`,
  );
});
