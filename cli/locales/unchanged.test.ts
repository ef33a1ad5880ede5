import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { makeSite, removeSites, siteFiles } from "#tests/fixtures/checked-site.ts";
import { run } from "#tests/fixtures/run-toolkit.ts";
import { createIsUnchanged, messagesIn } from "./unchanged.ts";

afterAll(removeSites);

const git = (cwd: string, ...argv: string[]): void =>
  void execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t.test", ...argv], { cwd });

function edit(root: string, file: string, from: RegExp, to: string): void {
  const target = path.join(root, file);
  const before = fs.readFileSync(target, "utf8");
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  fs.writeFileSync(target, after);
}

const PAGE = "locales/de/tools/alpha.md";
const MESSAGES = "locales/de/site.json";

it.each([true, false])(
  "LOC-7 git tells which texts have not changed since their English did (committed: %s)",
  async (isCommitted) => {
    const root = makeSite(siteFiles());
    await run(root, ["locales", "stamp", "--messages"]);
    git(root, "init", "--quiet");
    const commit = (): void => {
      git(root, "add", ".");
      git(root, "commit", "--quiet", "--allow-empty", "-m", "change");
    };
    commit();
    edit(root, "content/tools/alpha.md", /^tagline: /m, "tagline: Now ");
    edit(root, "content/tools/alpha.md", /^heading: /m, "heading: Now ");
    edit(root, "locales/en/site.json", /Hello/, "Welcome");
    if (isCommitted) commit();
    // The file changes, but only one of its two stale sections.
    edit(root, PAGE, /^tagline: .*/m, "tagline: Neu");
    if (isCommitted) commit();
    const { code, out, err } = await run(root, ["locales", "stamp", PAGE, MESSAGES]);
    expect({ code, out }).toEqual({ code: 1, out: `${PAGE}\n` });
    expect(err).toContain(`${PAGE}: not stamped, as unchanged since the English changed: heading.`);
    expect(err).toContain(
      `${MESSAGES}: not stamped, as unchanged since the English changed: hello.`,
    );
    const reviewed = await run(root, ["locales", "stamp", PAGE, MESSAGES, "--as-reviewed"]);
    expect(reviewed).toMatchObject({ code: 0, out: `${PAGE}\nlocales/de/.stamps.json\n` });
    expect((await run(root, ["locales", "stamp", "--check"])).code).toBe(0);
  },
);

it("LOC-7 an unstamped text is refused as well if it is older than its English", async () => {
  const root = makeSite(siteFiles());
  git(root, "init", "--quiet");
  git(root, "add", ".");
  git(root, "commit", "--quiet", "-m", "one");
  edit(root, "content/tools/alpha.md", /^tagline: /m, "tagline: Now ");
  const { code, err } = await run(root, ["locales", "stamp"]);
  expect(code).toBe(1);
  expect(err).toContain(`${PAGE}: not stamped, as unchanged since the English changed: tagline.`);
});

it("LOC-7 any history of two files gives the answer of its definition", () => {
  const change = fc.record({ english: fc.boolean(), german: fc.boolean() });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      const root = makeSite({});
      const files = { english: path.join(root, "en.json"), german: path.join(root, "de.json") };
      const counts = { english: 0, german: 0 };
      const write = (name: "english" | "german"): void =>
        fs.writeFileSync(files[name], JSON.stringify({ a: `${name} ${counts[name]}` }));
      git(root, "init", "--quiet");
      write("english");
      write("german");
      let isOld = false;
      for (const each of [undefined, ...changes]) {
        for (const name of ["english", "german"] as const)
          if (each?.[name]) {
            counts[name]++;
            write(name);
          }
        if (each?.german) isOld = false;
        else if (each?.english) isOld = true;
        git(root, "add", ".");
        git(root, "commit", "--quiet", "--allow-empty", "-m", "change");
      }
      const [english, german] = [files.english, files.german].map((file) => ({
        file,
        textsOf: messagesIn,
        name: "a",
      }));
      expect(createIsUnchanged()(english!, german!, true)).toBe(isOld);
    }),
    { numRuns: 8 },
  );
});
