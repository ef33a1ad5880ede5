import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { EVENTS } from "#core/analytics/events.ts";

const RUNTIME = path.join(import.meta.dirname, "../runtime");
const CODE = fs
  .readdirSync(RUNTIME, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
  .map((name) => fs.readFileSync(path.join(RUNTIME, name), "utf8"));

it("ANL-1 each event is counted at one place; a page at two: when it is loaded and when it is navigated to", () => {
  const counted = CODE.flatMap((text) =>
    Array.from(text.matchAll(/\btrack\("(\w+)"/g), ([, name]) => name!),
  );
  expect(counted.sort()).toEqual([...Object.keys(EVENTS), "page_shown"].sort());
});
