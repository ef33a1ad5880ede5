import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import {
  type Files,
  checkSite,
  edit,
  makeSite,
  removeSites,
  siteFiles,
} from "#tests/fixtures/checked-site.ts";
import { run } from "#tests/fixtures/run-toolkit.ts";
import { HOME } from "../files/home.ts";
import { holdsPlaceholders, placeholdersOf } from "./messages/messages-forms.ts";

afterAll(removeSites);

const ALPHA = "content/tools/alpha.md";
const ABOUT = "content/pages/about.md";
const front = (files: Files, line: string): void =>
  edit(files, ALPHA, /^tagline: .*/m.exec(files[ALPHA]!)![0], line);

const CASES: [what: string, change: (files: Files) => void, line: RegExp | undefined][] = [
  [
    "the rest of a text after a number sign",
    (files) => front(files, "tagline: About C# and #1 tools of all"),
    /alpha\.md:\d+:23 warning: "tagline" ends before " #1 tools of all".*\[VALUE_CUT\]/,
  ],
  [
    "the rest of a text within a list",
    (files) => edit(files, ALPHA, "faq:\n", "faq:\n  - question: What is #1\n    answer: This.\n"),
    /warning: "faq" ends before " #1".*\[VALUE_CUT\]/,
  ],
  [
    "a quoted number sign",
    (files) => front(files, 'tagline: "C# and #1 tools" # a remark'),
    undefined,
  ],
  [
    "a remark on a line of its own",
    (files) => front(files, "tagline: Text\n# a remark"),
    undefined,
  ],
  [
    "a remark after a number",
    (files) => edit(files, ALPHA, 'menu: "1"', 'menu: "1" # first'),
    undefined,
  ],
  [
    "a control character by its escape",
    (files) => front(files, 'tagline: "a\\x07b"'),
    /alpha\.md:\d+:\d+ error: tagline contains a control character \(U\+0007\).*\[TEXT_CHARACTERS\]/,
  ],
  [
    "half of a character by its escape",
    (files) => front(files, 'tagline: "a\\ud83db"'),
    /error: tagline contains half of a character \(U\+D83D\)/,
  ],
  [
    "NUL by its escape, within a list",
    (files) => edit(files, ALPHA, "faq:\n", 'faq:\n  - question: "a\\0b"\n    answer: This.\n'),
    /error: faq\.0\.question contains a control character \(U\+0000\)/,
  ],
  [
    "an override of direction",
    (files) => front(files, "tagline: a\u202eb"),
    /alpha\.md:\d+:\d+ warning: tagline contains a character that turns .* \(U\+202E\)/,
  ],
  [
    "a space without width at an end",
    (files) => front(files, "tagline: text\u200b"),
    /warning: tagline contains a space without width \(U\+200B\)/,
  ],
  [
    "marks that letters and emoji need",
    (files) => front(files, "tagline: می\u200cخواهم 👩\u200d💻 \u200f"),
    undefined,
  ],
  [
    "an escape in a message",
    (files) => (files["locales/de/site.json"] = '{ "hello": "Hallo\\u0007 {{name}}" }'),
    /^locales\/de\/site\.json:1:3 error: "site:hello" contains a control character/,
  ],
  [
    "a message that is there twice",
    (files) =>
      (files["locales/de/site.json"] = '{\n  "hello": "A {{name}}",\n  "hello": "B {{name}}"\n}\n'),
    /^locales\/de\/site\.json:3:3 warning: "site:hello" is also in line 2.*\[MESSAGE_DUPLICATE\]/,
  ],
  [
    "a format that a translation lost",
    (files) => {
      files["locales/en/site.json"] = '{ "size": "{{size, number}} MB" }';
      files["locales/de/site.json"] = '{ "size": "{{size}} MB" }';
    },
    /error: "site:size" must hold \{\{size, number\}\}.*\[MESSAGE_PLACEHOLDERS\]/,
  ],
  [
    "braces that hold nothing",
    (files) => (files["locales/de/site.json"] = '{ "hello": "Hallo {{name}} {{" }'),
    /error: "site:hello" must hold \{\{name\}\}.*\[MESSAGE_PLACEHOLDERS\]/,
  ],
];

it.each(CASES)(
  "CLI-6 the check says what of a text is lost or not seen: %s",
  async (_, change, line) => {
    const { out } = await checkSite(change);
    const found = out
      .split("\n")
      .filter((each) => /VALUE_CUT|TEXT_CHARACTERS|MESSAGE_(DUPLICATE|PLACEHOLDERS)/.test(each));
    if (line === undefined) expect(found).toEqual([]);
    else expect(found).toEqual([expect.stringMatching(line)]);
  },
);

it("CLI-6 links in public are not published, and the check says so", async () => {
  const root = makeSite({ ...siteFiles(), "public/own.txt": "x" });
  fs.symlinkSync("/etc/hostname", path.join(root, "public/linked.txt"));
  fs.symlinkSync("/etc", path.join(root, "public/folder"));
  fs.symlinkSync("/etc/hostname", path.join(root, "public/.hidden"));
  const { code, out } = await run(root, ["check", "--no-site"]);
  const found = out.split("\n").filter((each) => each.includes("PUBLIC_LINK"));
  expect(found).toEqual([
    expect.stringMatching(/^public\/folder:.*warning: public\/folder is a symbolic link/),
    expect.stringMatching(/^public\/linked\.txt:/),
  ]);
  expect(code).toBe(0);
});

it.each(["/404", "/500", "/index", "/blog/index", "/con", "/docs/nul", "/com1"])(
  "RTE-5 %s cannot be a page's address",
  async (address) => {
    const { code, out } = await checkSite((files) => {
      files[ABOUT] = files["content/pages/subscription.md"]!.replace(
        /^kind: .*/m,
        "kind: page",
      ).replace(/^path: .*/m, `path: ${address}`);
    });
    expect(out).toMatch(/\[(ADDRESS_TAKEN|FIELD_INVALID)\]/);
    expect(code).toBe(1);
  },
);

it.each([
  ["tagline: one\ntagline: two", "Remove one of the lines"],
  ["tagline: !!js/function x", "Remove the tag"],
  ["tagline: *loose", "instead of an alias"],
  ["tagline: @x", "begin with a character of YAML"],
  ["tagline: Cut It: about", "a colon followed by a space"],
])("CLI-1 the advice fits the mistake: %j", async (line, advice) => {
  const files = siteFiles();
  front(files, line);
  const json = JSON.parse((await run(makeSite(files), ["check", "--no-site", "--json"])).out) as {
    problems: { code: string; fix?: string }[];
  };
  const fixes = json.problems.filter(({ code }) => code === "YAML_INVALID").map(({ fix }) => fix);
  expect(fixes.join(" ")).toContain(advice);
});

it("CLI-1 a configuration that never settles is an error of its own, at once", () => {
  const root = makeSite({ ...siteFiles(), "toolkit.config.ts": "await new Promise(() => {});\n" });
  const bin = path.join(HOME, "bin/toolkit.mjs");
  const { status, stderr } = spawnSync(process.execPath, [bin, "check", "--no-site"], {
    cwd: root,
    encoding: "utf8",
  });
  expect(stderr).toContain("CONFIG_UNREADABLE");
  expect(stderr).not.toContain("Warning");
  expect(status).toBe(1);
});

it.each(["", 'throw new Error("x");\n'])(
  "TLS-18 a timer of the configuration does not keep a command from ending: %j",
  (code) => {
    const files = siteFiles();
    const config = `setInterval(() => {}, 1000);\n${code}${files["toolkit.config.ts"]}`;
    const root = makeSite({ ...files, "toolkit.config.ts": config });
    const { signal, status } = spawnSync(
      process.execPath,
      [path.join(HOME, "bin/toolkit.mjs"), "check", "--no-site"],
      { cwd: root, timeout: 60_000, killSignal: "SIGKILL" },
    );
    expect(signal).toBe(null);
    expect(status === 0).toBe(code === "");
  },
  90_000,
);

it.each([
  ['name: "Si\\u0007te"', "site.name: it contains a control character (U+0007)"],
  ['name: "Site\\u202E"', "site.name: it contains a character that turns the direction of text"],
  ['name: "\\u200BSite"', "site.name: it contains a space without width (U+200B)"],
  ['name: "Si\\nte"', "site.name: one line, without tabs"],
])("TLS-18 the configuration holds no characters that nobody sees: %s", async (name, message) => {
  const files = siteFiles();
  const config = files["toolkit.config.ts"]!.replace(/name: "[^"]*"/, name);
  const { code, out } = await run(makeSite({ ...files, "toolkit.config.ts": config }), [
    "check",
    "--no-site",
  ]);
  expect(code).toBe(1);
  expect(out).toMatch(/^toolkit\.config\.ts:\d+:\d+ error: site\.name/m);
  expect(out).toContain(message);
});

it.each([
  "process.exit();",
  "process.exit(0);",
  "setTimeout(() => process.exit(0)); await new Promise(() => {});",
  "try { process.exit(0); } catch {}",
  'import { exit } from "node:process"; exit();',
])("CLI-1 a configuration that ends the process is an error that names it: %s", (code) => {
  const root = makeSite({ ...siteFiles(), "toolkit.config.ts": `${code}\nexport default {};\n` });
  const bin = path.join(HOME, "bin/toolkit.mjs");
  const { status, stderr } = spawnSync(process.execPath, [bin, "build"], {
    cwd: root,
    encoding: "utf8",
  });
  expect(stderr).toContain("CONFIG_UNREADABLE");
  expect(stderr).toMatch(/toolkit\.config\.ts:1:\d+\nIt calls process\.exit\(\)/);
  expect(status).toBe(1);
});

it.each([
  ['void Promise.reject(new Error("No key."));', "No key."],
  ['void Promise.reject("No key.");', "No key."],
  ['process.nextTick(() => { throw new Error("No key."); });', "No key."],
  ['setImmediate(() => { throw new TypeError("No key."); });', "No key."],
  ["void (async () => { await null; null.key; })();", "Cannot read properties of null"],
])(
  "CLI-1 what a configuration throws without awaiting it is an error that names it: %s",
  (code, detail) => {
    const root = makeSite({ ...siteFiles(), "toolkit.config.ts": `${code}\nexport default {};\n` });
    const bin = path.join(HOME, "bin/toolkit.mjs");
    const { status, stderr } = spawnSync(process.execPath, [bin, "build"], {
      cwd: root,
      encoding: "utf8",
    });
    expect(stderr).toMatch(/CONFIG_UNREADABLE.+\ntoolkit\.config\.ts/);
    expect(stderr).toContain(detail);
    expect(stderr).not.toContain("node:internal");
    expect(status).toBe(1);
  },
);

it("LOC-7 placeholders hold with their formats, whatever their options", () => {
  const expected = placeholdersOf("{{size, number(minimumFractionDigits: 1)}} of {{- all}}");
  expect(expected).toEqual(["all", "size, number"]);
  expect(holdsPlaceholders("{{all}}: {{ size ,number }}", expected)).toBe(true);
  for (const wrong of [
    "{{all}}: {{size}}",
    "{{all}}: {{size, list}}",
    "{{all}} {{size, number}} }}",
  ])
    expect(holdsPlaceholders(wrong, expected), wrong).toBe(false);
  expect(holdsPlaceholders("one", ["count, number"], "one")).toBe(true);
});

const NESTED = [
  "$t(nav.home)",
  "$t(common:nav.home)",
  '$t(tracks, {"count": {{count}} })',
  "$t(tracks, { 'count': {{count}}, 'context': 'a (b) c' })",
  "$t(nav.home, uppercase)",
];

it.each(NESTED)("LOC-7 a translation keeps the nested message %s as it is", (nested) => {
  const expected = placeholdersOf(`Go to ${nested} now, {{name}}.`);
  for (const variant of [`${nested}{{name}}`, `{{name}}: ${nested.replaceAll(", ", ",  ")}`])
    expect(holdsPlaceholders(variant, expected), variant).toBe(true);
  const altered = [
    "{{name}}",
    `{{name}} ${nested.slice(0, -1)}`,
    `{{name}} ${nested.replace("$t(", "$T(")}`,
    `{{name}} ${nested.replace(/home|tracks/, "start")}`,
    `{{name}} ${nested} $t(nav.end)`,
    `{{name}} ${nested} $t(`,
    `{{name}} ${nested.replace("count}}", "number}}").replace("uppercase", "lowercase")} x`,
  ];
  // The last one changes options, which not every nested message has.
  const wrong = /count|uppercase/.test(nested) ? altered : altered.slice(0, -1);
  for (const text of wrong) expect(holdsPlaceholders(text, expected), text).toBe(false);
});

it("LOC-7 a nested message that English does not have is an error, in every language", async () => {
  const files = siteFiles();
  edit(
    files,
    "locales/en/site.json",
    '"hello": "',
    '"known": "$t(hello) $t(site:hello) $t(files)", "wrong": "$t(helo)", "dynamic": "$t(unit.{{name}})", "hello": "',
  );
  edit(
    files,
    "locales/de/site.json",
    '"hello": "',
    '"known": "$t(hallo) $t(seite:hello)", "hello": "',
  );
  const { out, code } = await run(makeSite(files), ["check", "--no-site"]);
  const absent = out.split("\n").filter((line) => line.includes("[MESSAGE_ABSENT]"));
  expect(
    absent.map((line) => line.replace(/^(\S+?):\d+:\d+ error: English has no "(.*?)".*/, "$1 $2")),
  ).toEqual([
    "locales/de/site.json site:hallo",
    "locales/de/site.json seite:hello",
    "locales/en/site.json site:helo",
  ]);
  expect(absent.join("\n")).toContain('Did you mean "site:hello"?');
  expect(out).toMatch(
    /"site:known" must hold \$t\(files\) \$t\(hello\) \$t\(site:hello\); it holds \$t\(hallo\) \$t\(seite:hello\)/,
  );
  expect(code).toBe(1);
});
