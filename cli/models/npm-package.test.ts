import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { npmCommand } from "./npm-package.ts";

describe("npm is started without a shell", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "npm-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("CLI-13 by its name where that is a program", () => {
    expect(npmCommand({ npm_execpath: "/usr/lib/npm-cli.js" }, "linux")).toEqual(["npm"]);
  });

  it("CLI-13 on Windows by the script that started this program", () => {
    const script = String.raw`C:\node\node_modules\npm\bin\npm-cli.js`;
    expect(npmCommand({ npm_execpath: script, Path: "" }, "win32")).toEqual([
      process.execPath,
      script,
    ]);
  });

  it("CLI-13 on Windows by the script beside the first npm.cmd of the path, where another tool started this", async () => {
    await writeFile(path.join(folder, "npm.cmd"), "");
    const env = {
      npm_execpath: "pnpm.cjs",
      Path: ["nowhere", folder].join(path.win32.delimiter),
    };
    expect(npmCommand(env, "win32")).toEqual([
      process.execPath,
      path.join(folder, "node_modules", "npm", "bin", "npm-cli.js"),
    ]);
  });

  it("CLI-13 on Windows without npm by its name, whose absence is told", () => {
    expect(npmCommand({}, "win32")).toEqual(["npm"]);
  });
});
