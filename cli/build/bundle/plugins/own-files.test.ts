import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOverlay } from "#cli/files/code-layers.ts";
import { ownFiles } from "./own-files.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "own-files-")));
const base = path.join(folder, "program");
const site = path.join(folder, "site");

const write = (file: string, text: string): void => {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
};

beforeAll(() => {
  write(path.join(base, "package.json"), `{ "type": "module" }`);
  write(path.join(base, "core/a.ts"), "");
  write(path.join(base, "runtime/b.ts"), "");
  write(path.join(site, "package.json"), "{}");
  write(path.join(site, "runtime/b.ts"), "");
});
afterAll(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

/** What the plugin answers for an import from a module of the program. */
const resolve = async (over: string | null, source: string): Promise<unknown> => {
  const plugin = ownFiles(createOverlay({ runtime: path.join(base, "runtime"), over }));
  const { resolveId } = plugin as {
    resolveId: (source: string, importer: string, options: object) => unknown;
  };
  return resolveId.call({}, source, path.join(base, "runtime/c.ts"), {});
};

// The type of a module's package decides how it imports CommonJS. The bundler takes it from the
// import that arrives first, so that all of a module's imports have to say the same.
describe("CLI-1 the package of a module is the same by whichever import it was found", () => {
  it.each([
    [null, "#core/a.ts", "program/core/a.ts", "program/package.json"],
    [null, "#core/a.ts?raw", "program/core/a.ts?raw", "program/package.json"],
    ["site", "#core/a.ts", "program/core/a.ts", "program/package.json"],
    ["site", "#runtime/b.ts", "site/runtime/b.ts", "site/package.json"],
    ["site", "./b.ts", "site/runtime/b.ts", "site/package.json"],
  ])("layer %s, import of %s", async (over, source, id, packageJsonPath) => {
    expect(await resolve(over && site, source)).toEqual({
      id: path.join(folder, id),
      packageJsonPath: path.join(folder, packageJsonPath),
    });
  });
});
