import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadConfig } from "#cli/build/load/config.ts";
import { type FakeHub, createFakeHub, sha256Of } from "#tests/fake-hub/fake-hub.ts";
import { run as runToolkit } from "#tests/fixtures/run-toolkit.ts";
import { loadLock, loadRegistry } from "../registry.ts";
import { chooseSetup, type SetupTask } from "./choose-setup.ts";
import { withModelFields } from "./edit-config.ts";

const HOME = path.resolve(import.meta.dirname, "../../..");
const COMMIT = "0123456789abcdef0123456789abcdef01234567";
const FIELDS = { baseUrl: "/models", pullThrough: true, accept: ["a", "b"] };
const SITE = `site: { name: "S", origin: "https://s.example", contact: "a@s.example" }`;

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "setup-"));
});
afterEach(() => rmSync(root, { recursive: true }));
const at = (...parts: readonly string[]): string => path.join(root, ...parts);

describe("the models that are chosen", () => {
  const registry = loadRegistry(HOME, HOME);
  const choose = (
    languages: readonly string[],
    tasks: readonly SetupTask[],
    uses: readonly ("any" | "personal-research")[] = ["any"],
  ) => chooseSetup(registry, loadLock(HOME, HOME), { languages, tasks, uses });
  const idsOf = (...args: Parameters<typeof choose>): string[] =>
    choose(...args).models.map(({ id }) => id);

  it("CLI-15 are the recommended one for transcripts and those for speakers, pairs with English, voices of the languages", () => {
    expect(idsOf(["en-US", "de"], ["transcript"])).toEqual([
      "moonshine-tiny-en",
      "whisper-base",
      "pyannote-segmentation-3",
      "eres2net-base",
    ]);
    expect(idsOf(["de", "en"], ["translation"])).toEqual(["bergamot-de-en", "bergamot-en-de"]);
    expect(choose(["de"], ["speech"])).toEqual({
      models: [],
      accept: [],
      lacking: [{ task: "speech", language: "de" }],
    });
  });

  it("CLI-15 are restricted only where that use is accepted, and then named as accepted", () => {
    expect(choose(["en"], ["stems"])).toMatchObject({ accept: [] });
    const { models, accept } = choose(
      ["en", "de"],
      ["stems", "speech"],
      ["any", "personal-research"],
    );
    expect(accept).toEqual(
      models.filter(({ licence }) => licence.use !== "any").map(({ id }) => id),
    );
    expect(accept).toContain("htdemucs");
    expect(accept).toContain("piper-de-thorsten");
  });
});

describe("the configuration", () => {
  it.each<[string, string]>([
    ["without models", `export default { ${SITE} };\n`],
    ["with a trailing comma", `export default {\n  ${SITE},\n};\n`],
    [
      "in a call",
      `const defineConfig = (x: object) => x;\nexport default defineConfig({\n  ${SITE},\n  locales: undefined, // none\n});\n`,
    ],
    [
      "in a variable",
      `const config = { ${SITE}, models: { diskLimit: 3, baseUrl: "/nets" } };\nexport default config;\n`,
    ],
    [
      "with a type",
      `export default { ${SITE}, models: { accept: ["x"], "pullThrough": false } } as object;\n`,
    ],
    [
      "as JSON",
      `export default {"site":{"name":"S","origin":"https://s.example","contact":"c"},"models":{}};`,
    ],
  ])("CLI-15 gets the fields %s, and its others stay", async (_, source) => {
    writeFileSync(at("toolkit.config.ts"), source);
    const { models: before, ...rest } = await loadConfig(root);
    const text = await withModelFields(source, FIELDS);
    // A module is loaded once for each address.
    const other = mkdtempSync(path.join(tmpdir(), "setup-"));
    writeFileSync(path.join(other, "toolkit.config.ts"), text!);
    const { models, ...others } = await loadConfig(other);
    rmSync(other, { recursive: true });
    expect(models).toEqual({ ...before, ...FIELDS });
    expect(others).toEqual(rest);
  });

  it("CLI-15 set twice is the same text, whatever the fields were", async () => {
    const ids = fc.array(fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/), { maxLength: 4 });
    const fields = fc.record({
      baseUrl: fc.constantFrom("/models", "/a/b", "https://m.example"),
      pullThrough: fc.boolean(),
      accept: ids,
    });
    await fc.assert(
      fc.asyncProperty(fields, fields, async (first, second) => {
        const source = `export default {\n  ${SITE},\n};\n`;
        const once = (await withModelFields(source, second))!;
        const twice = await withModelFields((await withModelFields(source, first))!, second);
        expect(twice).toBe(once);
        expect(await withModelFields(once, second)).toBe(once);
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ["spread into models", `const m = {};\nexport default { ${SITE}, models: { ...m } };`],
    ["computed", `export default Object.fromEntries([]);`],
    ["broken", `export default { ${SITE}`],
  ])("CLI-15 that is %s is left to its author", async (_, source) => {
    expect(await withModelFields(source, FIELDS)).toBe(null);
  });
});

describe("toolkit models setup", () => {
  const NET = Buffer.from("a small net");
  let hub: FakeHub;
  const config = (models = "") =>
    `export default { ${SITE}, models: { hub: ${JSON.stringify(hub.url)}, storage: [${JSON.stringify(hub.storage)}]${models} } };\n`;
  const run = (...argv: readonly string[]) =>
    runToolkit(root, ["models", "setup", "--root", root, ...argv], { PATH: process.env["PATH"] });
  const settings = () => readFileSync(at("toolkit.config.ts"), "utf8");

  beforeEach(async () => {
    hub = await createFakeHub({
      "o/nets": { commit: COMMIT, files: { "net.onnx": { bytes: NET, large: true } } },
    });
    const entryOf = (id: string, use: string) => ({
      id,
      name: id,
      task: "denoise",
      tier: "studio",
      form: {
        kind: "spectral-stream",
        sampleRate: 16_000,
        frame: 512,
        input: "mix",
        output: "enh",
        states: {},
      },
      quality: [],
      licence: { id: use === "any" ? "MIT" : "LicenseRef-x", use, url: "https://e.example/" },
      page: "https://e.example/",
      source: { kind: "hub", repo: "o/nets" },
      files: [{ role: "graph", path: `${id}/net.onnx`, from: "net.onnx" }],
      signature: { input: "sound", output: "speech", source: "https://e.example/" },
    });
    const models = [entryOf("free", "any"), entryOf("closed", "personal-research")];
    const locked = models.map(({ id, files }) => [
      id,
      {
        source: { kind: "hub", repo: "o/nets", revision: "main", commit: COMMIT },
        files: files.map((file) => ({ ...file, bytes: NET.length, sha256: sha256Of(NET) })),
      },
    ]);
    mkdirSync(at("models"));
    writeFileSync(at("models/registry.json"), JSON.stringify({ models }));
    writeFileSync(
      at("models/lock.json"),
      JSON.stringify({ version: 1, models: Object.fromEntries(locked) }),
    );
    writeFileSync(at("toolkit.config.ts"), config());
  });
  afterEach(() => hub.close());

  it("CLI-15 shows what it would choose, and writes nothing, with --dry-run", async () => {
    const before = settings();
    const { code, out } = await run("--dry-run", "--hosting", "static");
    expect(code).toBe(0);
    expect(out).toMatch(
      /^model +task +size +license\nfree +denoise +0\.0 MB +MIT\nall +1 model +0\.0 MB\n$/,
    );
    expect(settings()).toBe(before);
    expect(hub.requests).toEqual([]);
  });

  it("CLI-15 configures a static host and downloads what was chosen, restricted models only where accepted", async () => {
    const { code, out } = await run(
      "--hosting",
      "static",
      "--licenses",
      "any,personal-research",
      "--json",
    );
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      ok: true,
      models: [{ id: "free" }, { id: "closed" }],
      fields: { baseUrl: "/models", pullThrough: false, accept: ["closed"] },
      problems: [],
    });
    expect(settings()).toContain('baseUrl: "/models", accept: ["closed"]');
    expect(readdirSync(at("public/models")).sort()).toEqual(["closed", "free"]);
    expect(readFileSync(at("public/models/free/net.onnx")).equals(NET)).toBe(true);
  });

  it("CLI-15 configures the site's own server, which downloads nothing yet", async () => {
    const { code, err } = await run("--hosting", "server");
    expect(code).toBe(0);
    expect(settings()).toContain('baseUrl: "/models", pullThrough: true');
    expect(err).toContain("The server fetches each model when a visitor first requests it.");
    expect({ requests: hub.requests, has: existsSync(at("public")) }).toEqual({
      requests: [],
      has: false,
    });
  });

  it("CLI-15 keeps the configuration where a download fails, and says which", async () => {
    await hub.close();
    const { code, err } = await run("--hosting", "static");
    expect({ code, says: err.includes("[MODEL_UNREACHABLE]") }).toEqual({ code: 1, says: true });
    expect(settings()).toContain('baseUrl: "/models"');
    hub = await createFakeHub({});
  });

  it("CLI-15 says what to write where the configuration is no plain object", async () => {
    const source = `const own = {};\n${config(", ...own")}`;
    writeFileSync(at("toolkit.config.ts"), source);
    const { code, err } = await run("--hosting", "server");
    expect(code).toBe(1);
    expect(err).toMatch(/CONFIG_BY_HAND[^]*models: \{ baseUrl: "\/models", pullThrough: true \}/);
    expect(settings()).toBe(source);
  });

  it.each([
    ["--languages", "en,?"],
    ["--tools", "transcripts"],
    ["--licenses", "all"],
    ["--hosting", "cloud"],
  ])("CLI-10 %s %s is wrong usage", async (flag, value) => {
    const { code, err } = await run("--dry-run", flag, value);
    expect({ code, says: err.includes(flag) }).toEqual({ code: 2, says: true });
  });
});
