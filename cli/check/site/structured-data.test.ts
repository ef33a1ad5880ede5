import { afterAll, expect, it } from "vitest";
import { type Files, checkBuilt, edit, removeSites } from "#tests/fixtures/checked-site.ts";

afterAll(removeSites);

const ALPHA = "alpha/index.html";
const data = (files: Files, change: (graph: Record<string, any>[]) => void): void => {
  const text = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(files[ALPHA]!)![1]!;
  const value = JSON.parse(text) as { "@graph": Record<string, any>[] };
  change(value["@graph"]);
  files[ALPHA] = files[ALPHA]!.replace(text, JSON.stringify(value));
};

const FAULTS: [what: string, change: (files: Files) => void, line: RegExp][] = [
  [
    "structured data that is not JSON",
    (files) => edit(files, ALPHA, '{"@context"', '{"@context'),
    /Structured data is not JSON/,
  ],
  [
    "an application without a name",
    (files) => data(files, ([app]) => delete app!["name"]),
    /Structured data: WebApplication lacks name\./,
  ],
  [
    "an application without a price",
    (files) => data(files, ([app]) => delete app!["offers"]["price"]),
    /Structured data: WebApplication lacks offers\.price\./,
  ],
  [
    "a rating without its count",
    (files) =>
      data(files, ([app]) => {
        delete app!["aggregateRating"]["ratingCount"];
        delete app!["aggregateRating"]["reviewCount"];
      }),
    /lacks aggregateRating\.ratingCount or reviewCount\./,
  ],
  [
    "a rating beyond the best",
    (files) => data(files, ([app]) => (app!["aggregateRating"]["ratingValue"] = 6)),
    /lacks aggregateRating\.ratingValue from 1 to 5\./,
  ],
  [
    "a question without an answer",
    (files) => data(files, (graph) => delete graph[1]!["mainEntity"][0]["acceptedAnswer"]),
    /FAQPage lacks mainEntity\.0\.acceptedAnswer\.text\./,
  ],
  [
    "breadcrumbs that do not count on",
    (files) => data(files, (graph) => (graph[2]!["itemListElement"][1]["position"] = 3)),
    /BreadcrumbList lacks itemListElement\.1\.position: 2\./,
  ],
  [
    "breadcrumbs that lead nowhere",
    (files) =>
      data(files, (graph) => (graph[2]!["itemListElement"][0]["item"] = "https://site.test/gone")),
    /BreadcrumbList names https:\/\/site\.test\/gone, which does not exist\./,
  ],
];
it.each(FAULTS)("SEO-4 %s", async (_, change, line) => {
  const { code, out } = await checkBuilt(change);
  expect(out).toMatch(line);
  expect(out).toMatch(/^dist\/\S+:\d+:\d+ error: .* \[SITE_FAULT\]$/m);
  expect(code).toBe(1);
});

it("SEO-4 an organization and a web site without name or address", async () => {
  const { out } = await checkBuilt((files) => {
    edit(files, "index.html", '"@type":"Organization"', '"@type":"Organization","name":""');
    files["index.html"] = files["index.html"]!.replaceAll('"name":"Test",', "");
  });
  expect(out).toMatch(/Structured data: Organization lacks name\./);
  expect(out).toMatch(/Structured data: WebSite lacks name\./);
});
