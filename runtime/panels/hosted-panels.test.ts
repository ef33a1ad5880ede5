import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { HOSTED_PANELS } from "#core/hosted/paid-work.ts";

it("TLS-8 USR-10 the panels whose jobs may use hosted models are those whose jobs ask them", () => {
  const requesting = fs
    .readdirSync(import.meta.dirname)
    .filter((panel) => {
      const file = path.join(import.meta.dirname, panel, "job.ts");
      return fs.existsSync(file) && /\bhosted\b/i.test(fs.readFileSync(file, "utf8"));
    })
    .sort();
  expect(requesting).toEqual([...HOSTED_PANELS].sort());
});
