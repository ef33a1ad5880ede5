import { expect, it } from "vitest";
import { configWith, locales, page, panels, tool, toolIn } from "#tests/fixtures/entries.ts";
import type { ConfigInput } from "#core/site/config.ts";
import type { AnyEntry } from "../load/entry.ts";
import { planSite } from "../plan/plan.ts";
import { checkRemovedPages } from "./removed-pages.ts";

const removedOf = (
  paths: readonly string[],
  over: Partial<ConfigInput> = {},
  home = [page("home", "/")],
): unknown[] =>
  checkRemovedPages(
    planSite({
      config: configWith({ locales: locales("en", "de"), ...over }),
      entries: [tool("trimmer"), toolIn("de", "trimmer"), ...home],
      panels,
    }),
    paths,
  ).map(({ params }) => params);

it("NAV-3 a removed address is reported once, with its probable successor", () => {
  const paths = ["/", "/de", "/trimmer", "/de/trimmer", "/trimer", "/de/trimer", "/zebra/crossing"];
  expect(removedOf(paths)).toEqual([
    { path: "/trimer", similar: "/trimmer", others: 0 },
    { path: "/zebra/crossing", others: 0 },
  ]);
});

it("NAV-3 a page that was removed in one language is reported with its address there", () => {
  expect(removedOf(["/fr/trimmer", "/fr"])).toMatchObject([
    { path: "/fr/trimmer" },
    { path: "/fr" },
  ]);
});

it("NAV-3 redirects, their languages, folders and 410 say enough", () => {
  const redirects: ConfigInput["redirects"] = [
    { from: "/old", to: "/trimmer" },
    { from: "/blog/*", to: "/" },
    { from: "/gone", status: 410 },
  ];
  const paths = ["/old", "/de/old", "/blog", "/blog/a/b", "/gone", "/de/gone"];
  expect(removedOf(paths)).toHaveLength(4);
  expect(removedOf(paths, { redirects })).toEqual([]);
});

it("NAV-3 no redirect is proposed for a home that is not there, which is an error of its own", () => {
  expect(removedOf(["/", "/de", "/trimer"], {}, [])).toMatchObject([{ path: "/trimer" }]);
});

it("NAV-3 of thousands, ten are reported and the others counted", () => {
  const reported = removedOf(Array.from({ length: 2500 }, (_, at) => `/page-${at}`));
  expect(reported).toHaveLength(10);
  expect(reported).toMatchObject([{ others: 2490 }, ...Array(9).fill({ others: 0 })]);
});

it("NAV-3 a page whose file has a fault is not gone", () => {
  const config = configWith({ locales: locales("en", "de") });
  const { fixed, ...rest } = tool("broken");
  const faulty = { ...rest, fixed, faults: { fields: ["menu"], addresses: [] } };
  const plan = planSite({
    config,
    entries: [tool("trimmer"), page("home", "/")],
    faulty: [faulty as AnyEntry],
    panels,
  });
  expect(checkRemovedPages(plan, ["/broken", "/de/broken", "/lost"])).toHaveLength(1);
});
