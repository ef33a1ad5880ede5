import fs from "node:fs";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import {
  type Files,
  checkSite,
  CONFIG,
  edit,
  makeSite,
  removeSites,
  siteFiles,
  tool,
} from "#tests/fixtures/checked-site.ts";
import { run } from "#tests/fixtures/run-toolkit.ts";

afterAll(removeSites);

const ALPHA = "content/tools/alpha.md";

it("LOC-7 missing translations are counted, and listed by page for one locale", async () => {
  const all = await checkSite(() => {});
  expect(all.err).toMatch(/^locale +translated +stale +missing +messages missing$/m);
  expect(all.err).toMatch(/^de +2\/5 +2 +3 +0\/2$/m);
  const german = await checkSite((files) => {
    edit(files, "locales/de/site.json", /^.*hello.*\n/m, "");
    files["locales/de/pages/subscription.md"] = "---\nname: Abo\n---\n";
  }, "--locale=de");
  expect(german.code).toBe(0);
  expect(german.out).toMatch(
    /^content\/tools\/beta\.md:1:1 warning: In de these sections are missing: name, title.*\[TRANSLATION_MISSING\]$/m,
  );
  expect(german.out).toMatch(
    /^locales\/de\/pages\/subscription\.md:1:1 warning: In de these sections are missing: title, description, heading, tagline\..*\[TRANSLATION_MISSING\]$/m,
  );
  expect(german.out).toMatch(/\[TRANSLATION_UNSTAMPED\]$/m);
  expect(german.out).toMatch(
    /^locales\/de\/site\.json:1:1 warning: de has no "site:hello".*\[MESSAGE_MISSING\]$/m,
  );
});

it("LOC-6 LOC-7 messages of panels are looked at like all others", async () => {
  const folder = "runtime/panels/cleaner/messages";
  const words = { start: "Start", runs_one: "{{count}} run", runs_other: "{{count}} runs" };
  const english = (files: Files): void => {
    files[`${folder}/en.json`] = `${JSON.stringify({ ...words, note: "{{name}}" }, null, 2)}\n`;
  };
  const none = await checkSite(english);
  expect(none.code).toBe(0);
  expect(none.err).toMatch(/^de +2\/5 +2 +3 +3\/5$/m);
  const some = await checkSite((files) => {
    english(files);
    files[`${folder}/de.json`] = JSON.stringify({
      runs_one: "ein Lauf",
      note: "{{nam}}",
      strat: "Los",
    });
  }, "--locale=de");
  expect(some.code).toBe(1);
  for (const line of [
    /^runtime\/panels\/cleaner\/messages\/de\.json:1:1 warning: de has no "panel-cleaner:start".*\[MESSAGE_MISSING\]$/m,
    /de\.json:1:2 warning: .*these plural forms of "panel-cleaner:runs": other\..*\[MESSAGE_PLURAL\]$/m,
    /de\.json:1:\d+ error: "panel-cleaner:note" must hold \{\{name\}\}; it holds \{\{nam\}\}\..*\[MESSAGE_PLACEHOLDERS\]$/m,
    /de\.json:1:\d+ error: English has no "panel-cleaner:strat".*"start".*\[MESSAGE_UNKNOWN\]$/m,
  ])
    expect(some.out).toMatch(line);
  const broken = await checkSite((files) => {
    english(files);
    files[`${folder}/de.json`] = "{";
  });
  expect(broken.out).toMatch(/cleaner\/messages\/de\.json:1:\d+ error: .*\[MESSAGE_INVALID\]$/m);
});

it("LOC-7 a section that is older than its English is stale", async () => {
  const files = siteFiles();
  const root = makeSite(files);
  await run(root, ["locales", "stamp"]);
  const fresh = await run(root, ["check", "--strict", "--locale", "de", "--json"]);
  expect((JSON.parse(fresh.out) as { locales: unknown[] }).locales[0]).toMatchObject({ stale: 0 });
  const text = fs.readFileSync(path.join(root, ALPHA), "utf8");
  fs.writeFileSync(path.join(root, ALPHA), text.replace("answer: Two 3", "answer: Another"));
  const { out, err } = await run(root, ["check", "--locale", "de"]);
  expect(out).toMatch(
    /^locales\/de\/tools\/alpha\.md:\d+:5 warning: In de these sections translate an earlier text: faq\..*\[TRANSLATION_STALE\]$/m,
  );
  expect(err).toMatch(/^de +2\/5 +1 +3/m);
});

it("LOC-6 LOC-7 plural forms are those of the language", async () => {
  const arabic = CONFIG.replace(/code: "de", language: "de"/, 'code: "ar", language: "ar"');
  const { out } = await checkSite((files) => {
    files["toolkit.config.ts"] = arabic;
    files["locales/ar/site.json"] = JSON.stringify({
      hello: "{{name}}",
      files_zero: "a",
      files_one: "b",
      files_two: "c",
      files_few: "{{count}}",
      files_other: "{{count}}",
    });
  }, "--locale=ar");
  expect(out).toMatch(
    /ar also needs these plural forms of "site:files": many\..*\[MESSAGE_PLURAL\]/,
  );
  const idle = await checkSite((files) =>
    edit(files, "locales/de/site.json", '"hello"', '"files_few": "{{count}}", "hello"'),
  );
  expect(idle.out).toMatch(/^locales\/de\/site\.json:2:3 warning: .*\[MESSAGE_UNKNOWN\]\n$/);
});

it("CLI-6 a Chinese, Japanese or Korean character takes two columns, and a Latin letter one", async () => {
  const japanese = CONFIG.replace(/code: "de", language: "de"/, 'code: "ja", language: "ja"');
  const title = async (text: string): Promise<string> =>
    (
      await checkSite((files) => {
        files["toolkit.config.ts"] = japanese;
        files["locales/ja/pages/home.md"] = `---\ntitle: ${text}\n---\n`;
        files["locales/ja/site.json"] = files["locales/de/site.json"]!;
        for (const file of Object.keys(files))
          if (file.startsWith("locales/de/")) delete files[file];
      })
    ).out;
  expect(await title("音".repeat(30))).toBe("");
  expect(await title("音".repeat(31))).toMatch(/title is 62 columns wide; 60 at most/);
  expect(await title(`${"音".repeat(28)}MP3x`)).toBe("");
});

it("SEO-2 many pages that share one rating are a warning with its reason", async () => {
  const share = (rating: string) => (files: Files) => {
    files["toolkit.config.ts"] = CONFIG.replace("defaultRating: false", `defaultRating: ${rating}`);
    files["content/tools/gamma.md"] = tool("gamma", "alpha");
    // Unavailable tools show no rating.
    files["runtime/panels/cleaner/Panel.tsx"] = "export const Panel = null;\n";
  };
  const { code, out } = await checkSite(share("{ value: 4.8, count: 3750, reviews: 524 }"));
  expect(out).toMatch(
    /^toolkit\.config\.ts:7:10 warning: 3 pages show the rating 4\.8.*\[RATING_SHARED\]\n$/,
  );
  expect(code).toBe(0);
  expect((await checkSite(share("false"))).out).toBe("");
});
