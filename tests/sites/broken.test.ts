import fs from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { isLong } from "../left-out.ts";
import { toolFile } from "./content.ts";
import { expectFailure, expectRecovery, makeEdited } from "./edited.ts";
import { run } from "./run.ts";
import type { TestSite } from "./site.ts";
import { differences } from "./tree.ts";

interface Broken {
  readonly name: string;
  readonly code: string;
  readonly file: string;
  readonly text: (before: string) => string;
  /** What the message must name. */
  readonly says: string;
}
const BROKEN: readonly Broken[] = [
  {
    name: "a page that throws while it is rendered",
    code: "PAGE_FAILED",
    file: "runtime/pages/Tool.tsx",
    text: (before) =>
      before.replace(
        "return (",
        'if (page.slug === "beta") throw new RangeError("no beta");\nreturn (',
      ),
    says: 'if (page.slug === "beta") throw new RangeError("no beta");',
  },
  {
    name: "a component that does not parse",
    code: "BUNDLE_FAILED",
    file: "runtime/Header.tsx",
    text: (before) => before.replace("</header>", "</hdr>"),
    says: "runtime/Header.tsx",
  },
  {
    name: "a component that names a module which is not there",
    code: "BUNDLE_FAILED",
    file: "runtime/Header.tsx",
    text: (before) => `import "./nowhere.ts";\n${before}`,
    says: '> 1 | import "./nowhere.ts";',
  },
  {
    name: "a module that throws when it is loaded",
    code: "BUNDLE_FAILED",
    file: "runtime/lookup.ts",
    text: (before) => `${before}throw new RangeError("not loaded");\n`,
    says: "not loaded",
  },
  {
    name: "a stylesheet that does not parse",
    code: "BUNDLE_FAILED",
    file: "runtime/pages/tool.module.css",
    text: () => ".tool { color: ",
    says: "tool.module.css",
  },
  {
    name: "a panel that does not parse",
    code: "BUNDLE_FAILED",
    file: "runtime/panels/bench/panel.ts",
    text: () => "export default {",
    says: "panels/bench/panel.ts",
  },
  {
    name: "a panel that exports nothing",
    code: "BUNDLE_FAILED",
    file: "runtime/panels/bench/panel.ts",
    text: () => "export {};\n",
    says: "panels/bench/panel.ts",
  },
  {
    name: "a configuration that does not parse",
    code: "CONFIG_UNREADABLE",
    file: "toolkit.config.ts",
    text: () => "export default {",
    says: "toolkit.config.ts",
  },
  {
    name: "a configuration with a wrong value",
    code: "CONFIG_INVALID",
    file: "toolkit.config.ts",
    text: (before) => before.replace('"daily"', '"dayly"').replace('"nobody"', "7"),
    says: "site.contact",
  },
  {
    name: "content with a wrong value",
    code: "FIELD_INVALID",
    file: "content/tools/gamma.md",
    text: (before) => before.replace("cost: free", "cost: fre"),
    says: "content/tools/gamma.md:6:7",
  },
  {
    name: "messages that do not parse",
    code: "MESSAGE_INVALID",
    file: "locales/de/site.json",
    text: () => '{\n  "brand": }',
    says: "locales/de/site.json:2:12",
  },
];

let site: TestSite;
beforeAll(async () => {
  ({ site } = await makeEdited({ editable: true }));
});

/** What the bundler refuses: of its five cases two, all in the long run. */
const LONG = [
  "a component that does not parse",
  "a component that names a module which is not there",
  "a panel that does not parse",
];

it.each(BROKEN.filter(({ name }) => isLong || !LONG.includes(name)))(
  "CLI-1 $name: $code",
  async ({ name, file, text, code, says }) => {
    const before = site.tree();
    // Something that would be published, were the rest in order.
    site.write("public/change.txt", name);
    const whole = site.read(file);
    const broken = text(whole);
    expect(broken).not.toBe(whole);
    site.write(file, broken);
    const result = await run(site);
    expectFailure(result, code);
    expect(result.stderr).toContain(says);
    expect(differences(site.tree(), before)).toEqual([]);
    site.write(file, whole);
    await expectRecovery(site);
  },
);

it("CLI-1 a page that throws in a thread: PAGE_FAILED with its file, as JSON for CI", async () => {
  const { site, before } = await makeEdited({ editable: true });
  for (let at = 0; at < 90; at++)
    site.write(`content/tools/more-${at}.md`, toolFile(`more-${at}`, ["alpha"]));
  site.edit(
    "runtime/pages/Tool.tsx",
    "return (",
    'if (page.slug === "more-80") throw Error("no");return (',
  );
  const { code, stdout } = await run(site, { args: ["--threads", "2", "--json"] });
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    code: "PAGE_FAILED",
    params: { path: expect.stringMatching(/\/more-80$/), file: "content/tools/more-80.md" },
    location: {
      file: "runtime/pages/Tool.tsx",
      line: site.read("runtime/pages/Tool.tsx").split("if (page.slug")[0]!.split("\n").length,
    },
  });
  expect(differences(site.tree(), before)).toEqual([]);
});

it("CLI-1 a link to a runtime that is not there: an error that names it", async () => {
  const { site, before } = await makeEdited();
  const target = fs.realpathSync(site.path("runtime"));
  site.remove("runtime");
  fs.symlinkSync("nowhere", site.path("runtime"));
  const result = await run(site);
  expectFailure(result, "IO_FAILED");
  expect(result.stderr).toContain(site.path("runtime"));
  expect(differences(site.tree(), before)).toEqual([]);
  site.remove("runtime");
  fs.symlinkSync(target, site.path("runtime"));
  await expectRecovery(site);
});
