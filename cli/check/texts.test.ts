import { expect, it } from "vitest";
import { HOME } from "../files/home.ts";
import { loadSite } from "./load-site.ts";
import { checkLengths } from "./texts.ts";

it("SEO-4 titles of this site fit into search results, and descriptions use their room, in every language", async () => {
  const site = await loadSite({ root: HOME, home: HOME });
  expect(checkLengths(site)).toEqual([]);
  const [page] = site.texts.filter(({ entry }) => entry.locale === "zh");
  const short = { ...page!, description: "音".repeat(54), title: "音".repeat(31) };
  expect(checkLengths({ texts: [short] }).map(({ params }) => params)).toEqual([
    { field: "title", columns: 62, limits: "60 at most" },
    { field: "description", columns: 108, limits: "110 at least" },
  ]);
  const fitting = { ...page!, description: "音".repeat(55), title: "音".repeat(30) };
  expect(checkLengths({ texts: [fitting] })).toEqual([]);
});
