import { expect, it } from "vitest";
import { configWith, locales, page, panels, tool, toolIn } from "#tests/fixtures/entries.ts";
import { mayContain } from "#core/page/path-filter.ts";
import type { ConfigInput } from "#core/site/config.ts";
import { appDataOf, buildMetaOf, prerenderedRoutes } from "./app-data.ts";
import type { Bundle } from "../bundle/bundle.ts";
import { planSite } from "../plan/plan.ts";

const planOf = (over: Partial<ConfigInput> = {}) =>
  planSite({
    config: configWith({ locales: locales("en", "de"), ...over }),
    entries: [tool("x"), toolIn("de", "x"), page("home", "/"), page("settings", "/settings")],
    panels,
  });

const bundle = {
  assets: {
    tool: {
      scripts: ["/assets/client.js"],
      styles: ["/assets/s.css", "/assets/t.css"],
      preloads: [],
      fonts: [],
    },
    home: { scripts: ["/assets/client.js"], styles: ["/assets/s.css"], preloads: [], fonts: [] },
  },
  files: { "assets/client.js": "d", "service-worker.js": "d" },
  offline: { shared: ["/assets/client.js"], panels: {} },
} as unknown as Bundle;

it("NAV-10 a build's record has its id, the prerendered routes, the rules and its files", () => {
  const plan = planOf({ redirects: [{ from: "/old", to: "/x" }] });
  const { prerendered, ...meta } = buildMetaOf(plan, { id: "id", timestamp: 5 }, bundle);
  expect(meta).toEqual({
    id: "id",
    timestamp: 5,
    routeRules: {
      "/old": { redirect: { to: "/x", statusCode: 301 } },
      "/de/old": { redirect: { to: "/de/x", statusCode: 301 } },
    },
    assets: ["assets/client.js"],
    scripts: ["/assets/client.js"],
    styles: { tool: ["/assets/s.css", "/assets/t.css"], home: ["/assets/s.css"] },
    offline: { shared: ["/assets/client.js"], panels: {} },
  });
  expect(prerenderedRoutes(plan).sort()).toEqual(["/", "/de", "/settings", "/x"]);
  expect(prerenderedRoutes(plan).every((path) => mayContain(prerendered, path))).toBe(true);
});

const OWN = { models: [], speech: null };

it("WSP-3 the application knows each tool with its menu entry and panel, in the page's language", () => {
  const [found] = appDataOf(planOf(), "de", OWN).tools;
  expect(found).toMatchObject({ slug: "x", path: "/de/x", menu: "4-4", panel: expect.any(String) });
  expect(appDataOf(planOf(), "en", OWN).tools).toHaveLength(1);
});
