import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { makeSite, removeSites, siteFiles } from "#tests/fixtures/checked-site.ts";
import { run } from "#tests/fixtures/run-toolkit.ts";
import { HOME } from "./files/home.ts";
import { only } from "#tests/left-out.ts";

afterAll(removeSites);

const BIN = path.join(HOME, "bin/toolkit.mjs");
/** What an older Node says of itself. */
const OLD =
  'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.1.0"}})';
const NOTICE = "Node 20.1.0 is too old: the project's own one works.\n";
const manifest = fs.readFileSync(path.join(HOME, "package.json"), "utf8");
const { version } = JSON.parse(manifest) as { version: string };

it("CLI-10 --version prints the program's version", async () => {
  expect(await run(HOME, ["--version"])).toEqual({ code: 0, out: `${version}\n`, err: "" });
});

describe("CLI-10 an older Node", () => {
  it("says in one line that the project's own one works, whose exit code it has", () => {
    const start = (argument: string) =>
      spawnSync(process.execPath, ["--import", OLD, BIN, argument], { encoding: "utf8" });
    expect(start("--version")).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: NOTICE });
    expect(start("--nonsense")).toMatchObject({ status: 2, stdout: "" });
  });

  it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "hands %s on: nothing is left running",
    only(process.platform !== "win32", "where there are signals"),
    async (signal) => {
      const root = makeSite(siteFiles());
      const argv = ["--import", OLD, BIN, "check", "--watch", "--no-site", "--root", root];
      const child = spawn(process.execPath, argv, { stdio: ["ignore", "pipe", "pipe"] });
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
      await expect
        .poll(() => output.includes("Waiting for changes"), { timeout: 20_000 })
        .toBe(true);
      child.kill(signal);
      // Both ends of the pipes are gone only once the command itself has ended.
      expect((await once(child, "close"))[0]).toBe(130);
    },
  );
});

describe("CLI-10 the root of a site", () => {
  it("is found from any folder below it, and files are those of the folder", async () => {
    const root = makeSite(siteFiles());
    const below = path.join(root, "content/tools");
    const status = await run(below, ["locales", "status"]);
    expect(status).toEqual(await run(root, ["locales", "status"]));
    expect(status.code).toBe(0);

    await run(below, ["locales", "export", "de", "--out", "de.xlf"]);
    expect(fs.existsSync(path.join(below, "de.xlf"))).toBe(true);
    expect((await run(below, ["locales", "import", "de.xlf"])).code).toBe(0);
    expect((await run(root, ["locales", "import", "de.xlf"])).code).toBe(2);
    fs.rmSync(path.join(below, "de.xlf"));

    const german = path.join(root, "locales/de/tools");
    for (const file of ["alpha.md", "locales/de/pages/home.md"])
      expect((await run(german, ["locales", "stamp", file])).code).toBe(0);
    expect((await run(german, ["locales", "stamp", "home.md"])).code).toBe(2);
  });

  it("is the nearest one, and the one that --root names before all", async () => {
    const outer = makeSite(siteFiles());
    const inner = path.join(outer, "sites/inner");
    fs.mkdirSync(path.join(inner, "content"), { recursive: true });
    fs.copyFileSync(path.join(outer, "toolkit.config.ts"), path.join(inner, "toolkit.config.ts"));
    const pages = async (folder: string, ...argv: string[]) => {
      const { out } = await run(folder, ["locales", "status", "--locale", "de", ...argv]);
      return out.split("\t")[1];
    };
    expect(await pages(path.join(outer, "content"))).toBe("2/5");
    expect(await pages(path.join(inner, "content"))).toBe("0/0");
    expect(await pages(inner, "--root", "../..")).toBe("2/5");
  });

  it("is named as missing where the command was typed", async () => {
    const folder = makeSite({ "notes.txt": "" });
    const { code, err } = await run(folder, ["locales", "status"]);
    expect([code, err.includes(`${folder} has no toolkit.config.ts`)]).toEqual([1, true]);
  });
});
