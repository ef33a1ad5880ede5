import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type Problem, errorText, ToolkitError } from "#core/errors/errors.ts";
import { type Case, FILE_CASES, MARK, toolWith } from "./malformed-cases.ts";
import { PAGE_CASES } from "./malformed-pages.ts";
import { VALUE_CASES } from "./malformed-values.ts";
import { isLong } from "../left-out.ts";
import { type TestSite, makeSite } from "./site.ts";
import type { Tree } from "./tree.ts";

let site: TestSite;
let published: { link: string; tree: Tree };
beforeAll(async () => {
  site = makeSite({ locales: ["en", "de", "fr"] });
  await site.build();
  published = { link: fs.readlinkSync(site.out), tree: site.tree() };
});

/** Problems of a build that must fail, and must leave what is published as it is. */
async function problemsOf(): Promise<readonly Problem[]> {
  const error: unknown = await site.build().then(
    () => "the build succeeded",
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ToolkitError)) throw new Error(String(error), { cause: error });
  expect(fs.readlinkSync(site.out)).toBe(published.link);
  expect(error.code).toBe("PROBLEMS");
  return error.problems.filter(({ severity }) => severity === "error");
}

/** Runs with some files changed, and puts them back. */
async function withFiles(
  files: Readonly<Record<string, string | Uint8Array>>,
  work: () => Promise<void>,
): Promise<void> {
  const before = Object.keys(files).map((file) => {
    const at = site.path(file);
    return [file, fs.existsSync(at) ? fs.readFileSync(at) : undefined] as const;
  });
  for (const [file, content] of Object.entries(files)) site.write(file, content);
  try {
    await work();
  } finally {
    for (const [file, content] of before)
      if (content) site.write(file, content);
      else site.remove(file);
  }
}

function locationOf(text: string): { line: number; column: number } | undefined {
  const at = text.indexOf(MARK);
  if (at < 0) return undefined;
  const before = text.slice(0, at).split("\n");
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

const run = async ({ file, blames = file, content, code, says }: Case): Promise<void> => {
  const text = typeof content === "string" ? content.replace(MARK, "") : content;
  await withFiles({ [file]: text }, async () => {
    const problems = await problemsOf();
    const found = problems.find((one) => one.code === code && one.location?.file === blames);
    expect(found, JSON.stringify(problems)).toBeDefined();
    const location = typeof content === "string" ? locationOf(content) : undefined;
    if (location) expect(found!.location).toMatchObject(location);
    for (const other of problems) expect(other.location?.file).toBe(blames);
    const { message, fix } = errorText(found!);
    if (says !== undefined) expect(message).toContain(says);
    expect(message).not.toMatch(/undefined|\[object/);
    expect(fix).toBeTruthy();
  });
};

/** With their names: every third one, all in the long run; their kinds are neighbors. */
const named = (cases: readonly Case[]) =>
  cases.filter((_, at) => isLong || at % 3 === 0).map((one) => [one.name, one] as const);

describe("a file that cannot be used", () => {
  it.each(named(FILE_CASES))("CLI-6 %s", (_, one) => run(one));
});
describe("a value that cannot be used", () => {
  it.each(named(VALUE_CASES))("CLI-6 %s", (_, one) => run(one));
});

describe("a page or translation that cannot be used", () => {
  it.each(named(PAGE_CASES))("CLI-6 %s", (_, one) => run(one));
});

describe("something else than a file", () => {
  const cases: [string, (at: string) => void][] = [
    ["a folder", (at) => fs.mkdirSync(at)],
    [
      "a folder with a page in it",
      (at) => {
        fs.mkdirSync(at);
        fs.writeFileSync(path.join(at, "inner.md"), toolWith({}));
      },
    ],
    ["a link to another page", (at) => fs.symlinkSync("alpha.md", at)],
    ["a link to a file outside", (at) => fs.symlinkSync("/etc/hostname", at)],
    ["a link to nothing", (at) => fs.symlinkSync("nothing.md", at)],
    ["a link to itself", (at) => fs.symlinkSync("odd.md", at)],
    ["a link to its own folder", (at) => fs.symlinkSync(".", at)],
    ["a link to the root", (at) => fs.symlinkSync("/", at)],
  ];
  it.each(cases)("CLI-6 %s is refused by its name", async (_, make) => {
    const file = "content/tools/odd.md";
    make(site.path(file));
    try {
      expect(await problemsOf()).toMatchObject([{ code: "FILE_UNSUITABLE", location: { file } }]);
    } finally {
      site.remove(file);
    }
  });

  it("CLI-6 a ring of links, and a link as a locale's page", async () => {
    const files = ["content/tools/one.md", "content/tools/two.md", "locales/de/tools/gamma.md"];
    fs.symlinkSync("two.md", site.path(files[0]!));
    fs.symlinkSync("one.md", site.path(files[1]!));
    fs.symlinkSync("alpha.md", site.path(files[2]!));
    try {
      const problems = await problemsOf();
      expect(problems.map(({ location }) => location?.file)).toEqual(files);
    } finally {
      files.forEach((file) => site.remove(file));
    }
  });

  it("CLI-6 a file of 5 MB is refused without being parsed", async () => {
    const file = "content/tools/alpha.md";
    // Parsing it would also report its front matter.
    const text = `---\nname: a: b\n---\n${"words ".repeat(900_000)}`;
    await withFiles({ [file]: text }, async () => {
      const problems = await problemsOf();
      expect(problems.filter(({ location }) => location?.file === file)).toMatchObject([
        { code: "FILE_TOO_LARGE", location: { file } },
      ]);
    });
  });
});

describe("the whole of it", () => {
  it("CLI-6 the cases are many", () => {
    expect(FILE_CASES.length + VALUE_CASES.length + PAGE_CASES.length).toBeGreaterThan(200);
  });

  it("CLI-6 all problems of several broken files are reported at once, in the order of the files", async () => {
    const files = {
      "content/tools/alpha.md": toolWith({ cost: "fee", group: "x", modified: "2026-02-30" }),
      "content/tools/beta.md": "no front matter",
      "content/tools/gamma.md": Buffer.from([0xff, 0xfe]),
      "content/policies/terms.md": "---\n- x\n---\n",
      "locales/de/tools/alpha.md": "---\nname: a: b\n---\n",
      "locales/fr/site.json": "{",
    };
    await withFiles(files, async () => {
      const problems = await problemsOf();
      const reported = problems.map(({ code, location }) => `${location?.file} ${code}`);
      expect(
        reported.filter((line) => !/LINK_BROKEN|TRANSLATION_ORPHAN|UNKNOWN_TOOL/.test(line)),
      ).toEqual([
        "content/tools/alpha.md FIELD_INVALID",
        "content/tools/alpha.md FIELD_INVALID",
        "content/tools/alpha.md FIELD_INVALID",
        "content/tools/beta.md FRONT_MATTER_MISSING",
        "content/tools/gamma.md ENCODING_INVALID",
        "content/policies/terms.md FIELD_INVALID",
        "locales/de/tools/alpha.md YAML_INVALID",
        "locales/fr/site.json MESSAGE_INVALID",
      ]);
    });
  });

  it("CLI-1 front matter in JavaScript was never run", () => {
    expect((globalThis as { toolkitPwned?: boolean }).toolkitPwned).toBeUndefined();
  });

  it("CLI-1 a script in the markdown is built, and inert", async () => {
    const body =
      "<script>alert(1)</script>\n\n[x](javascript:alert(1)) <img src=x onerror=alert(1)>";
    const own = makeSite();
    own.write(
      "content/tools/alpha.md",
      toolWith({ tagline: '"</script><script>alert(2)</script>"' }, body),
    );
    await own.build();
    const html = own.read("dist/alpha/index.html");
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(html).not.toMatch(/<script[^>]*>\s*alert|<img[^>]*onerror|href="javascript:/i);
  });

  it("CLI-1 the site that was published before is untouched, and builds on", async () => {
    expect(site.tree()).toEqual(published.tree);
    const report = await site.build();
    expect(report.changedPaths).toEqual([]);
    expect(site.tree()).toEqual(published.tree);
  });
});
