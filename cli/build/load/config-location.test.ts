import { expect, it } from "vitest";
import { locationInConfig, locationOfFailure } from "./config-location.ts";

const TEXT = `import { defineConfig } from "./core/site/config.ts";
const locales = [{ code: "en" }, { code: "de", name: "ä" }];
export default defineConfig({
  site: { name: "Test", "origin": 7 },
  locales,
  redirects: [...more, { from: "/a" }],
} satisfies object);
`;

it.each<[PropertyKey[], number, number]>([
  [["site", "origin"], 4, 35],
  [["site", "contact"], 4, 9],
  [["locales", 1, "name"], 2, 54],
  [["locales", 4], 5, 3],
  // How many there are before it is not written there.
  [["redirects", 1, "from"], 6, 14],
  [["nothing"], 3, 29],
  [[], 3, 29],
])("CLI-6 %j of the configuration is at line %i, column %i", async (path, line, column) => {
  expect(await locationInConfig(TEXT, path)).toEqual({ line, column });
});

it("CLI-6 no place is made up where nothing is exported", async () => {
  expect(await locationInConfig("export const a = 1;\n", ["site"])).toBeUndefined();
});

it("CLI-6 broken syntax has its place, and code that throws", async () => {
  const broken = TEXT.replace("7 }", "7 ]");
  expect(await locationOfFailure(broken, new Error("unread"))).toEqual({ line: 4, column: 37 });
  const thrown = new Error("no");
  thrown.stack = "Error: no\n    at file:///site/toolkit.config.ts?12.5-3:6:16";
  expect(await locationOfFailure(TEXT, thrown)).toEqual({ line: 6, column: 16 });
  expect(await locationOfFailure(TEXT, new Error("elsewhere"))).toBeUndefined();
});
