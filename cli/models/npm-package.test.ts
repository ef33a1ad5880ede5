import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FakeNpm, createFakeNpm } from "#tests/fake-hub/fake-npm.ts";
import { tgzOf } from "#tests/fake-hub/tgz.ts";
import { type NpmDeps, npmCommand, withPackage } from "./npm-package.ts";
import { npmRegistryOf } from "./npm-registry.ts";

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

describe("a package without npm", () => {
  const PACKED = Buffer.from(Uint8Array.from({ length: 90_000 }, (_, at) => (at * at) % 241));
  const TARBALL = tgzOf({ "package/net.onnx": PACKED });
  let folder: string;
  let npm: FakeNpm;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "registry-"));
    npm = await createFakeNpm({ "@o/packed@1.2.3": TARBALL });
  });
  afterEach(async () => {
    await npm.close();
    await rm(folder, { recursive: true });
  });

  const packageOf = (version = "1.2.3") => ({
    package: "@o/packed",
    version,
    integrity: npm.integrity["@o/packed@1.2.3"]!,
  });
  /** Nothing is in the path. */
  const env = (over: Readonly<Record<string, string>> = {}) => ({
    PATH: folder,
    HOME: folder,
    npm_config_registry: npm.url,
    ...over,
  });
  const download = (options: Partial<NpmDeps> = {}, version?: string): Promise<Buffer> =>
    withPackage(
      packageOf(version),
      path.join(folder, "out"),
      { env: env(), signal: new AbortController().signal, ...options },
      (file) => readFile(file),
    );
  const codeOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => "done",
      (error: unknown) => (error as { code?: string }).code ?? String(error),
    );

  it("CLI-13 comes from the registry of the environment, and resumes where the connection was cut", async () => {
    npm.cuts.push({ after: 200, when: () => new Promise((resolve) => setTimeout(resolve, 20)) });
    expect((await download()).equals(TARBALL)).toBe(true);
    expect(npm.requests).toEqual([
      "/@o/packed",
      "/tarballs/@o/packed@1.2.3.tgz",
      "/tarballs/@o/packed@1.2.3.tgz",
    ]);
    expect(npm.ranges[1]).toMatch(/^bytes=[1-9]\d*-$/);
  });

  it("CLI-13 comes from the registry of its scope in .npmrc, with the token for that registry alone", async () => {
    const address = npm.url.replace("http:", "");
    await writeFile(
      path.join(folder, ".npmrc"),
      `# mine\nregistry=https://other.example/\n@o:registry = ${npm.url}\n${address}/:_authToken=\${TOKEN}\n//other.example/:_authToken=wrong\n`,
    );
    const sent: (string | null)[] = [];
    const found = await download({
      env: { PATH: folder, HOME: folder, TOKEN: "secret" },
      fetch(url, init) {
        sent.push(new Headers(init.headers).get("authorization"));
        return fetch(url, init);
      },
    });
    expect(found.equals(TARBALL)).toBe(true);
    expect(sent).toEqual(["Bearer secret", "Bearer secret"]);
    const registry = await npmRegistryOf("plain", { HOME: folder });
    expect(registry).toEqual({ url: "https://other.example/", token: "wrong" });
  });

  it("CLI-13 comes from a mirror that repeats the addresses of the public registry", async () => {
    const urls: string[] = [];
    const found = await download({
      env: env({ npm_config_registry: `${npm.url}/mirror` }),
      fetch(url, init) {
        urls.push(url);
        if (url.endsWith("/@o%2fpacked"))
          return Promise.resolve(
            Response.json({
              versions: {
                "1.2.3": {
                  dist: { tarball: "https://registry.npmjs.org/@o/packed/-/packed-1.2.3.tgz" },
                },
              },
            }),
          );
        return fetch(`${npm.url}/tarballs/${encodeURIComponent("@o/packed@1.2.3")}.tgz`, init);
      },
    });
    expect(found.equals(TARBALL)).toBe(true);
    expect(urls[1]).toBe(`${npm.url}/mirror/@o/packed/-/packed-1.2.3.tgz`);
  });

  it.each<[string, string, () => void]>([
    ["a registry that is down", "MODEL_UNREACHABLE", () => (npm.refuses = 500)],
    ["a registry that refuses", "MODEL_GATED", () => (npm.refuses = 401)],
    ["other bytes", "MODEL_DAMAGED", () => (npm.altered = Buffer.from("other"))],
  ])("CLI-13 %s: %s", async (_, code, prepare) => {
    prepare();
    expect(await codeOf(download())).toBe(code);
  });

  it("CLI-13 a version that is not there, and an address that is no registry", async () => {
    expect(await codeOf(download({}, "9.9.9"))).toBe("MODEL_MISSING");
    const html = { fetch: async () => new Response("<html></html>") };
    expect(await codeOf(download(html))).toBe("MODEL_NPM");
  });
});
