import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MESSAGE_FILES } from "#core/site/locales.ts";
import type { Effect } from "#audio/effect.ts";
import { listFiles } from "../files/files.ts";
import {
  type Files,
  CONFIG,
  makeSite,
  removeSites,
  siteFiles,
} from "#tests/fixtures/checked-site.ts";
import { run } from "#tests/fixtures/run-toolkit.ts";
import { HOME } from "../files/home.ts";
import { todayOf } from "./draft.ts";
import { toSlug } from "./names.ts";

afterAll(removeSites);

const TOOL_FLAGS = "--panel cleaner --preset strong --menu 4-4 --group edit --cost 2".split(" ");
const read = (root: string, file: string): string => fs.readFileSync(path.join(root, file), "utf8");
/** Codes of the problems that the check reports. */
const faultsOf = async (root: string): Promise<string[]> =>
  Array.from((await run(root, ["check"])).out.matchAll(/\[([A-Z_]+)\]$/gm), ([, code]) => code!);
const snapshot = (root: string): Files =>
  Object.fromEntries(listFiles(root).map((file) => [file, read(root, file)]));

it.each([
  ["tool", "noise-gate", TOOL_FLAGS, "content/tools/noise-gate.md"],
  ["voice", "alder", ["--style", "calm"], "content/voices/alder.md"],
  ["policy", "cookie-policy", [], "content/policies/cookie-policy.md"],
  ["page", "pricing", [], "content/pages/pricing.md"],
])(
  "CLI-5 new %s writes a page that passes the check but for its starter texts",
  async (kind, name, flags, file) => {
    const root = makeSite(siteFiles());
    const before = await run(root, ["check", "--json"]);
    const made = await run(root, ["new", kind, name, ...flags]);
    expect(made).toMatchObject({ code: 0, out: `${file}\n` });
    expect(made.err).toContain("Replace the starter texts");
    expect(read(root, file)).toContain(`modified: ${todayOf(new Date())}\n`);
    expect(read(root, file)).not.toMatch(/\{\{|\}\}|undefined/);
    const after = await run(root, ["check"]);
    expect(after.code).toBe(0);
    expect(await faultsOf(root)).toEqual(["STARTER_TEXT"]);
    expect(after.out).toContain(`${file}:`);
    const warnings = ({ out }: typeof before): number =>
      (JSON.parse(out) as { problems: { code: string }[] }).problems.filter(
        ({ code }) => !code.startsWith("TRANSLATION_"),
      ).length;
    expect(warnings(await run(root, ["check", "--json"]))).toBe(warnings(before) + 1);
  },
);

it("CLI-5 a page without starter texts is not reported", async () => {
  const root = makeSite(siteFiles());
  const file = "content/policies/cookie-policy.md";
  await run(root, ["new", "policy", "cookie-policy"]);
  expect(read(root, file)).toContain('heading: "Cookie policy: say what this page settles"\n');
  const { out } = await run(root, ["check"]);
  expect(out).toMatch(/cookie-policy\.md:\d+:\d+ warning: 6 texts are .*STARTER_TEXT/);
  const text = read(root, file)
    .replace(/^title: .*/m, "title: Cookies That This Site Keeps")
    .replace(/^description: .*/m, `description: ${"Which cookies are kept. ".repeat(5)}`)
    .replace(/^heading: .*/m, "heading: Cookies")
    .replace(/^(?:Say|Write) .*$/gm, "No cookie is kept.");
  fs.writeFileSync(path.join(root, file), text);
  expect(await faultsOf(root)).toEqual([]);
});

it("CLI-5 a tool's fields are those of the flags, and its related tools exist", async () => {
  const root = makeSite(siteFiles());
  await run(root, ["new", "tool", "noise-gate", ...TOOL_FLAGS, "--name", "Gate: for noise #1"]);
  const text = read(root, "content/tools/noise-gate.md");
  expect(text).toMatch(
    /^---\nslug: noise-gate\nmenu: "4-4"\npanel: cleaner\npreset: strong\ncost: 2\ngroup: edit\n/,
  );
  expect(text).toContain("related: [alpha, beta]\n");
  expect(text).toContain('name: "Gate: for noise #1"\n');
  expect(await faultsOf(root)).toEqual(["STARTER_TEXT"]);
});

it("CLI-5 --locales writes files to translate, in which nothing counts as translated", async () => {
  const root = makeSite(siteFiles());
  const made = await run(root, ["new", "tool", "loop-maker", ...TOOL_FLAGS, "--locales", "all"]);
  expect(made).toMatchObject({
    code: 0,
    out: "content/tools/loop-maker.md\nlocales/de/tools/loop-maker.md\n",
  });
  const text = read(root, "locales/de/tools/loop-maker.md");
  expect(text).toContain("\n# name: Loop maker\n");
  expect(text).toMatch(/^---\n(#.*\n)+---\n$/);
  expect(await faultsOf(root)).toEqual(["STARTER_TEXT"]);
  expect((await run(root, ["check", "--locale", "de"])).out).toMatch(
    /locales\/de\/tools\/loop-maker\.md:1:1 warning: .*name, title, .*body.*\[TRANSLATION_MISSING\]/,
  );
  const wrong = await run(root, ["new", "tool", "other", ...TOOL_FLAGS, "--locales", "ed"]);
  expect(wrong).toMatchObject({ code: 2, out: "" });
  expect(wrong.err).toContain("de");
});

it("CLI-5 new effect writes one that the contract's own rules hold for", async () => {
  const root = makeSite({ ...siteFiles(), "audio/effects/other.ts": "export default {};\n" });
  const made = [
    "audio/effects/soft-clip.ts",
    "audio/effects/soft-clip.test.ts",
    ...["panel.ts", "Panel.tsx", "job.ts"].map((file) => `runtime/panels/soft-clip/${file}`),
  ].map((file) => `${file}\n`);
  const { code, out } = await run(root, ["new", "effect", "soft-clip"]);
  expect({ code, out }).toEqual({ code: 0, out: made.join("") });
  fs.copyFileSync(path.join(HOME, "audio/effect.ts"), path.join(root, "audio/effect.ts"));
  const { default: effect } = (await import(path.join(root, "audio/effects/soft-clip.ts"))) as {
    default: Effect;
  };
  const format = { sampleRate: 48_000, channels: 1 };
  const context = { analysis: null, prepared: null };
  const input = Float32Array.from({ length: 64 }, (_, at) => Math.sin(at / 3));
  const through = (strength: number): Float32Array =>
    effect.create({ strength }, format, context).process([input])![0]!;
  expect(effect.id).toBe("soft-clip");
  expect(through(0)).toEqual(input);
  expect(through(0)).not.toBe(input);
  expect(Math.max(...through(100))).toBeLessThan(1);
  expect(
    effect.create({ strength: 100 }, format, context).process([new Float32Array(8)])![0],
  ).toEqual(new Float32Array(8));
  expect(await run(root, ["new", "effect", "soft-clip"])).toMatchObject({ code: 1 });
  const whole = await run(makeSite(siteFiles()), ["new", "effect", "x"]);
  expect([whole.code, whole.err.includes("no folder audio/effects")]).toEqual([2, true]);
});

it("CLI-5 the first tool of a site, and names that YAML reads as something else", async () => {
  const files = siteFiles();
  for (const file of Object.keys(files)) if (/\/tools\//.test(file)) delete files[file];
  files["toolkit.config.ts"] = CONFIG.replace(/redirects.*\n/, "");
  const root = makeSite(files);
  for (const slug of ["2026", "null", "1e5"])
    expect((await run(root, ["new", "tool", slug, ...TOOL_FLAGS])).code).toBe(0);
  expect(read(root, "content/tools/2026.md")).toContain("related: []");
  expect(read(root, "content/tools/1e5.md")).toContain('related: ["2026", "null"]');
  expect(new Set(await faultsOf(root))).toEqual(new Set(["STARTER_TEXT"]));
});

it("CLI-5 --dry-run prints paths and contents, and writes nothing", async () => {
  const root = makeSite(siteFiles());
  const before = snapshot(root);
  const { code, out } = await run(root, ["new", "tool", "noise-gate", ...TOOL_FLAGS, "--dry-run"]);
  expect(code).toBe(0);
  expect(out).toMatch(/^==> content\/tools\/noise-gate\.md <==\n---\nslug: noise-gate\n/);
  await run(root, ["new", "locale", "sv", "--dry-run"]);
  expect(snapshot(root)).toEqual(before);
});

it.each([
  ["tool", "alpha", TOOL_FLAGS, "content/tools/alpha.md"],
  ["policy", "terms", [], "content/policies/terms.md"],
  ["panel", "cleaner", ["--presets", "a"], "runtime/panels/cleaner/panel.ts"],
])("CLI-5 new %s overwrites nothing", async (kind, name, flags, file) => {
  const root = makeSite(siteFiles());
  const before = snapshot(root);
  const { code, err } = await run(root, ["new", kind, name, ...flags]);
  expect(code).toBe(1);
  expect(err).toContain("ALREADY_EXISTS");
  expect(err).toContain(file);
  expect(snapshot(root)).toEqual(before);
});

it("CLI-5 an address of another page is refused before anything is written", async () => {
  const root = makeSite(siteFiles());
  const { code, err } = await run(root, ["new", "tool", "terms", ...TOOL_FLAGS]);
  expect(code).toBe(1);
  expect(err).toContain("/terms is already the address of content/policies/terms.md");
  expect(fs.existsSync(path.join(root, "content/tools/terms.md"))).toBe(false);
  const same = await run(root, ["new", "policy", "more", "--title", "Alpha in your browser"]);
  expect(same.err).toContain("title is the same as in content/tools/alpha.md");
});

it("CLI-5 a second page of a kind is refused, and general pages are as many as one wants", async () => {
  const root = makeSite(siteFiles());
  const make = (slug: string, kind: string) => run(root, ["new", "page", slug, "--kind", kind]);
  for (const slug of ["about", "team"]) {
    const { code, out, err } = await make(slug, "page");
    expect({ code, out }).toEqual({ code: 0, out: `content/pages/${slug}.md\n` });
    expect(err).not.toContain("kind");
  }
  await make("prices", "pricing");
  expect((await make("plans", "pricing")).err).toContain("[KIND_TAKEN]");
});

it("CLI-5 without a terminal, every missing flag is named", async () => {
  const root = makeSite(siteFiles());
  const { code, out, err } = await run(root, ["new", "tool", "noise-gate", "--cost", "1"]);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(
    /--panel: .*\(cleaner\)\n +--preset: .*\n +--menu: .*4-4.*\n +--group: .*edit/,
  );
  expect(err).not.toContain("--cost");
  expect((await run(root, ["new", "voice", "alder"])).err).toMatch(/--style: .*narrator/);
  expect((await run(root, ["new", "page", "about"])).err).toMatch(/--kind: .*pricing/);
  expect((await run(root, ["new", "panel", "looper"])).err).toMatch(/--presets: /);
});

it.each([
  [["--panel", "cleanr"], 'Did you mean "cleaner"?'],
  [["--menu", "44"], "4-4"],
  [["--preset", "stong"], 'Did you mean "strong"?'],
  [["--group", "edti"], 'Did you mean "edit"?'],
  [["--cost", "4"], "It is one of free, 1, 2, 3."],
  [["--related", "alpa"], 'Did you mean "alpha"?'],
  [["--name", "x".repeat(31)], "30 at most"],
  [["--title", " "], "it is empty"],
  [["--description", "Short."], "110 to 160"],
  [["--name", "two\nlines"], "one line"],
])("CLI-5 %j is refused with what could be meant", async (flags, words) => {
  const root = makeSite(siteFiles());
  const { code, err } = await run(root, ["new", "tool", "noise-gate", ...TOOL_FLAGS, ...flags]);
  expect(code).toBe(2);
  expect(err).toContain(words);
});

it.each(["Noise Gate", "../alpha", "noise--gate", "-x", "x".repeat(81), "é", "a/b", "CON."])(
  "CLI-5 %j is no name",
  async (name) => {
    const root = makeSite(siteFiles());
    const before = snapshot(root);
    const { code } = await run(root, ["new", "policy", "--", name]);
    expect(code).toBe(2);
    expect(snapshot(root)).toEqual(before);
  },
);

it("CLI-5 a name that cannot be an address comes back as one that can", async () => {
  const { err } = await run(makeSite(siteFiles()), ["new", "policy", "Über Uns!"]);
  expect(err).toContain('Did you mean "uber-uns"?');
  expect(toSlug("日本")).toBe("");
});

it("CLI-5 new locale adds empty files and one line, and the site passes the check", async () => {
  const root = makeSite(siteFiles());
  const { code, out, err } = await run(root, ["new", "locale", "he"]);
  expect(out).toBe(MESSAGE_FILES.map((name) => `locales/he/${name}.json\n`).join(""));
  expect(code).toBe(0);
  expect(err).toContain("toolkit.config.ts: added");
  expect(read(root, "locales/he/common.json")).toBe("{}\n");
  expect(read(root, "toolkit.config.ts")).toBe(
    CONFIG.replace(
      /(endonym: "Deutsch".*\n)/,
      '$1    { code: "he", language: "he", name: "Hebrew", endonym: "עברית", dir: "rtl" },\n',
    ),
  );
  expect((await run(root, ["check"])).code).toBe(0);
  expect((await run(root, ["locales", "status", "--locale", "he"])).out).toMatch(
    /^he\t0\/5\t0\t5\t/,
  );
  expect((await run(root, ["new", "locale", "he"])).err).toContain("ALREADY_EXISTS");
});

it("CLI-5 new locale prints the line if the list is elsewhere", async () => {
  const files = siteFiles();
  const elsewhere = `const all = [{ code: "en", language: "en", name: "English", endonym: "English" }];\nexport default { site: { name: "Test", origin: "https://site.test", contact: "x" }, locales: all };\n`;
  files["toolkit.config.ts"] = elsewhere;
  const root = makeSite(files);
  const { code, err } = await run(root, ["new", "locale", "pt-br"]);
  expect(code).toBe(0);
  expect(err).toContain(
    '{ code: "pt-br", language: "pt-BR", name: "Portuguese (Brazil)", endonym: "Português (Brasil)" },',
  );
  expect(read(root, "toolkit.config.ts")).toBe(elsewhere);
});

it("CLI-5 new locale takes back a line that the configuration cannot bear", async () => {
  const files = siteFiles();
  files["toolkit.config.ts"] = CONFIG.replace(
    /locales: (\[[\s\S]*?\n  \])/,
    "locales: ($1 as any).slice(0, 2)",
  )
    .replace("locales: ([", "...{ locales: [")
    .replace("] as any).slice(0, 2)", "].slice(0, 2) }");
  const root = makeSite(files);
  const before = read(root, "toolkit.config.ts");
  const { code, err } = await run(root, ["new", "locale", "sv"]);
  expect(code).toBe(0);
  expect(err).toContain("Add this to the locales");
  expect(read(root, "toolkit.config.ts")).toBe(before);
});

it.each([
  ["pt_BR", 'Did you mean "pt-br"?'],
  ["Swedish!", "in lower-case letters"],
  ["xx", "--name"],
])("CLI-5 %j is no locale to be guessed", async (code, words) => {
  const result = await run(makeSite(siteFiles()), ["new", "locale", code]);
  expect(result.code).toBe(2);
  expect(result.err).toContain(words);
});

const PANEL_FILES = ["panel.ts", "Panel.tsx", "job.ts", "messages/en.json"];

it("CLI-5 new panel writes a panel that tools can name", async () => {
  const root = makeSite(siteFiles());
  const { code, out, err } = await run(root, [
    "new",
    "panel",
    "looper",
    "--presets",
    "loop, reverse",
  ]);
  const made = PANEL_FILES.map((file) => `runtime/panels/looper/${file}\n`);
  expect({ code, out }).toEqual({ code: 0, out: made.join("") });
  expect(err).toContain("job.ts");
  expect(read(root, "runtime/panels/looper/panel.ts")).toContain(
    'id: "looper",\n  presets: ["loop", "reverse"],',
  );
  for (const file of PANEL_FILES)
    expect(read(root, `runtime/panels/looper/${file}`)).not.toMatch(/\{\{\w+\}\}/);
  const flags = "--panel looper --preset reverse --menu 1 --group edit --cost free".split(" ");
  expect((await run(root, ["new", "tool", "loop-maker", ...flags])).code).toBe(0);
  expect((await run(root, ["check"])).code).toBe(0);
});

describe("CLI-5 the panel that is written", () => {
  let root = "";
  let folder = "";
  beforeAll(async () => {
    root = makeSite(siteFiles());
    folder = path.join(root, "runtime/panels/looper");
    fs.symlinkSync(path.join(HOME, "node_modules"), path.join(root, "node_modules"), "junction");
    const presets = Array.from({ length: 14 }, (_, at) => `preset-${at}`).join(",");
    await run(root, ["new", "panel", "looper", "--presets", presets]);
  });
  const call = (program: string, ...args: string[]) =>
    spawnSync(process.execPath, [path.join(HOME, "node_modules", program), ...args], {
      cwd: root,
      encoding: "utf8",
    });
  const json = (file: string, value: unknown): void =>
    fs.writeFileSync(path.join(root, file), JSON.stringify(value));

  it("has no fault in its types", () => {
    json("tsconfig.json", {
      extends: path.join(HOME, "tsconfig.base.json"),
      compilerOptions: {
        composite: false,
        emitDeclarationOnly: false,
        noEmit: true,
        rootDir: path.parse(HOME).root,
        lib: ["es2024", "dom", "dom.iterable"],
        types: [],
        resolveJsonModule: true,
      },
      include: ["runtime/panels/looper", path.join(HOME, "runtime/**/*.d.ts")],
    });
    expect(call("typescript/bin/tsc", "-p", ".")).toMatchObject({ status: 0, stdout: "" });
  });

  it("has no fault in its style", () => {
    const { ignorePatterns: _, ...rules } = JSON.parse(
      fs.readFileSync(path.join(HOME, ".oxlintrc.json"), "utf8"),
    ) as Record<string, unknown>;
    json(".oxlintrc.json", rules);
    const linted = call("oxlint/bin/oxlint", "--deny-warnings", folder);
    expect(linted.stdout).toMatch(/Found 0 warnings and 0 errors/);
    expect(linted.stdout).toMatch(/on 3 files/);
    // Line lengths must not depend on the path of this program's folder.
    const near = path.join(root, "near");
    for (const name of fs.readdirSync(folder).filter((file) => /\.tsx?$/.test(file))) {
      const code = fs.readFileSync(path.join(folder, name), "utf8");
      fs.mkdirSync(near, { recursive: true });
      fs.writeFileSync(
        path.join(near, name),
        code.replaceAll(/"(?:\.\.\/)+.*?\/(?=(?:core|runtime)\/)/g, '"../../'),
      );
    }
    const formatted = call("oxfmt/bin/oxfmt", "--check", near);
    expect(formatted.stdout).toMatch(/All matched files use the correct format/);
    expect(formatted).toMatchObject({ status: 0 });
  });

  it("works: a job writes the checksums of its files, reports progress, and can be aborted", async () => {
    type Runner = (run: object) => Promise<readonly unknown[]>;
    const module = (await import(path.join(folder, "job.ts"))) as { default: Runner };
    const written: string[] = [];
    const reported: unknown[] = [];
    const work = (capitals: boolean, signal: AbortSignal) =>
      module.default({
        files: [new File(["123456789"], "digits.txt"), new File([], "empty.bin")],
        params: { capitals },
        signal,
        onProgress: (progress: unknown) => reported.push(progress),
        sink: async (name: string) =>
          Object.assign(
            new WritableStream<Uint8Array>({
              write: (bytes) => void written.push(new TextDecoder().decode(bytes)),
            }),
            { finish: async () => name },
          ),
      });
    // The check value of CRC-32.
    expect(await work(false, new AbortController().signal)).toEqual(["digits.txt.sfv"]);
    expect(written.join("")).toBe("digits.txt cbf43926\nempty.bin 00000000\n");
    expect(reported).toEqual([{ done: 1, stage: "panel-looper:reading" }]);
    await work(true, new AbortController().signal);
    expect(written.join("")).toContain("digits.txt CBF43926\n");
    await expect(work(true, AbortSignal.abort())).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("CLI-11 in a site without a runtime of its own", () => {
  const flags = (panel: string, preset: string) =>
    `--panel ${panel} --preset ${preset} --menu 1 --group edit --cost free`.split(" ");
  let root = "";
  beforeAll(async () => {
    const files = siteFiles();
    delete files["runtime/panels/cleaner/panel.ts"];
    delete files["runtime/entry-server.ts"];
    for (const file of Object.keys(files)) if (/\/tools\//.test(file)) delete files[file];
    files["toolkit.config.ts"] = CONFIG.replace(/redirects.*\n/, "").replace(
      /locales:/,
      'defaultLocale: "de",\n  locales:',
    );
    root = makeSite(files);
    fs.symlinkSync(path.join(HOME, "node_modules"), path.join(root, "node_modules"), "junction");
  });

  it("a panel is written in the site's language, beside the program's", async () => {
    const made = await run(root, ["new", "panel", "looper", "--presets", "a"]);
    expect(made).toMatchObject({ code: 0 });
    expect(made.out).toContain("runtime/panels/looper/messages/de.json\n");
    for (const [panel, preset] of Object.entries({ looper: "a", editor: "trim" })) {
      const tool = await run(root, ["new", "tool", `${panel}-tool`, ...flags(panel, preset)]);
      expect(tool).toMatchObject({ code: 0 });
    }
    expect(read(root, "runtime/panels/looper/Panel.tsx")).toContain(
      'from "@audio-toolkit/toolkit/runtime/',
    );
  });

  it("an effect is listed beside the program's, processes files, and passes its own test", async () => {
    expect(await run(root, ["new", "effect", "soft-clip"])).toMatchObject({ code: 0 });
    const flag = flags("soft-clip", "soft-clip");
    expect((await run(root, ["new", "tool", "soft-clipper", ...flag])).code).toBe(0);
    expect((await run(root, ["check", "--no-site"])).code).toBe(0);
    const call = (...argv: string[]) =>
      spawnSync(process.execPath, argv, { cwd: root, encoding: "utf8" });
    const toolkit = path.join(HOME, "bin/toolkit.mjs");
    const listed = call(toolkit, "process", "--list");
    expect(listed.stdout).toMatch(/^denoise\t/m);
    expect(listed.stdout).toMatch(/^soft-clip\tstrength\t/m);
    const hooks = path.join(HOME, "bin/hooks.mjs");
    const tested = call("--import", hooks, "--test", "audio/**/*.test.ts");
    expect(tested.stdout).toContain("pass 2");
    expect(tested.status).toBe(0);
  });

  it("a copy of the program's effect takes its place, and finds what it names beside itself", () => {
    const name = "audio/effects/trim.ts";
    const text = read(HOME, name);
    fs.writeFileSync(path.join(root, name), text.replace("default: 0", "default: 1"));
    const toolkit = path.join(HOME, "bin/toolkit.mjs");
    const list = (cwd: string) =>
      spawnSync(process.execPath, [toolkit, "process", "--list"], { cwd, encoding: "utf8" }).stdout;
    const [own, program] = [list(root).split("\n"), list(HOME)];
    expect(
      own.filter((line) => !program.includes(line)).map((line) => line.split("\t", 1)[0]),
    ).toEqual(["soft-clip", "trim"]);
  });

  it("has no fault in its types", () => {
    fs.writeFileSync(
      path.join(root, "tsconfig.json"),
      JSON.stringify({
        extends: path.join(HOME, "tsconfig.base.json"),
        compilerOptions: {
          composite: false,
          emitDeclarationOnly: false,
          noEmit: true,
          rootDir: path.parse(HOME).root,
          lib: ["es2024", "dom", "dom.iterable"],
          types: ["node"],
          resolveJsonModule: true,
          paths: { "@audio-toolkit/toolkit/*": [path.join(HOME, "*")] },
        },
        include: ["runtime", "audio/effects/soft-clip*", path.join(HOME, "runtime/**/*.d.ts")],
      }),
    );
    const tsc = path.join(HOME, "node_modules/typescript/bin/tsc");
    const found = spawnSync(process.execPath, [tsc, "-p", "."], { cwd: root, encoding: "utf8" });
    expect(found).toMatchObject({ status: 0, stdout: "" });
  });
});

it("CLI-11 a template of the site takes the place of the program's", async () => {
  const template = read(HOME, "templates/policy.md");
  const root = makeSite({ ...siteFiles(), "templates/policy.md": `${template}\nOur address.\n` });
  expect((await run(root, ["new", "policy", "cookie-policy"])).code).toBe(0);
  expect(read(root, "content/policies/cookie-policy.md")).toContain("\nOur address.\n");
  expect((await run(root, ["check"])).out).toContain("[STARTER_TEXT]");
});
