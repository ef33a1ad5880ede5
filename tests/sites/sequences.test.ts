import fc from "fast-check";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { type Edit, CHANGES, initialModel, materialize } from "./model.ts";
import { copyRuntime, litterOf, makeFolder, makeSite, SIDES, TIMEOUT } from "./site.ts";
import { differences } from "./tree.ts";
import { isLong } from "../left-out.ts";

const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom(...Object.keys(CHANGES)),
  a: fc.nat(100),
  b: fc.nat(100),
});
/** Some edits at a time, then a build, and so on. */
const sequence = fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), {
  minLength: isLong ? 4 : 3,
  maxLength: isLong ? 20 : 6,
});

it.each(SIDES)(
  "RTE-7 CLI-2 after any sequence of edits, $side all thresholds, all files are those of a cold build",
  async ({ side, build }) => {
    // Two of them differ in a rule alone: HTML of the one is that of the other, but for a name.
    const runtimes = Array.from({ length: 4 }, (_, at) => {
      const runtime = copyRuntime();
      const tool = path.join(runtime, "pages/Tool.tsx");
      fs.writeFileSync(tool, fs.readFileSync(tool, "utf8").replace("<h2>", `<h2 id="r${at % 3}">`));
      const styles = path.join(runtime, "pages/tool.module.css");
      fs.appendFileSync(styles, `.more { order: ${at}; }\n`);
      return runtime;
    });
    const bundleCache = makeFolder("bundles");
    await fc.assert(
      fc.asyncProperty(sequence, async (steps) => {
        const site = makeSite({ files: {}, build });
        const model = initialModel();
        materialize(model, site, runtimes);
        await site.build({ bundleCache });
        for (const edits of steps) {
          for (const { kind, a, b } of edits) CHANGES[kind]!(model, a, b);
          materialize(model, site, runtimes);
          const report = await site.build({ bundleCache });
          const copy = site.copy();
          const cold = await copy.build({ bundleCache });
          expect(differences(site.tree(), copy.tree())).toEqual([]);
          // What was published before and is gone, a cold build cannot know.
          const problems = report.problems.filter(({ code }) => code !== "PAGE_GONE");
          expect({ ...report, problems }).toMatchObject({
            id: cold.id,
            pages: cold.pages,
            problems: cold.problems,
          });
          // What was not rendered has the bytes of a cold build too; what was, is of the site.
          expect(cold.renderedPaths).toEqual(expect.arrayContaining([...report.renderedPaths]));
          fs.rmSync(copy.root, { recursive: true });
        }
        expect(litterOf(site)).toEqual([]);
        fs.rmSync(site.root, { recursive: true });
      }),
      {
        seed: side === "below" ? 20_261_121 : 20_261_122,
        numRuns: isLong ? 150 : side === "below" ? 2 : 1,
        endOnFailure: false,
      },
    );
  },
  TIMEOUT,
);
