import { stripVTControlCharacters } from "node:util";
import { afterAll, expect, it } from "vitest";
import { edit, makeSite, removeSites, siteFiles } from "#tests/fixtures/checked-site.ts";
import { runInTerminal } from "#tests/fixtures/run-toolkit.ts";

afterAll(removeSites);

function faultySite(): string {
  const files = siteFiles();
  edit(files, "content/tools/alpha.md", 'menu: "1"', 'menu: "9"');
  return makeSite(files);
}
const ESCAPE = String.fromCharCode(27);

it.each([["check"], ["build"]])(
  "CLI-10 %s has colors on a terminal, and none with NO_COLOR",
  async (command) => {
    const root = faultySite();
    const colored = await runInTerminal(root, [command]);
    expect(colored).toContain(`${ESCAPE}[31m`);
    const location = "content/tools/alpha.md:3:7";
    expect(stripVTControlCharacters(colored)).toContain(location);
    const plain = await runInTerminal(root, [command], { NO_COLOR: "1" });
    expect(plain).toContain(location);
    expect(plain).not.toContain(`${ESCAPE}[3`);
  },
);

it("CLI-6 findings stand below the table, where a terminal shows them last", async () => {
  const shown = await runInTerminal(faultySite(), ["check"], { NO_COLOR: "1" });
  const [table, finding, sum] = ["locale  translated", "alpha.md:3:7", "1 error and"].map((text) =>
    shown.indexOf(text),
  );
  expect([table! >= 0, table! < finding!, finding! < sum!]).toEqual([true, true, true]);
});
