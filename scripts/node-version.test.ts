import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const text = (file: string) => fs.readFileSync(path.join(root, file), "utf8");
const read = (file: string) =>
  JSON.parse(text(file)) as {
    optionalDependencies: Record<string, string>;
    packages: Record<string, { version: string; integrity?: string }>;
  };

const isSuitable = (version: string): boolean => {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  if (major === 22) return minor > 22 || (minor === 22 && patch >= 3);
  return major > 24 || (major === 24 && minor >= 15);
};

it("CLI-10 runs on the Node that the project brings", () => {
  const { optionalDependencies } = read("package.json");
  const own = Object.entries(optionalDependencies).find(
    ([name]) =>
      name.includes(process.platform === "win32" ? "win" : process.platform) &&
      name.endsWith(process.arch),
  );
  expect(own?.[1]).toBe(process.versions.node);
});

it("CLI-11 program, README and started sites name the same versions", () => {
  const { engines } = JSON.parse(text("package.json")) as { engines: { node: string } };
  expect(engines.node).toBe("^22.22.3 || >=24.15");
  expect(text("README.md")).toContain("Node 22.22.3, 24.15 and newer");
  expect(text("bin/toolkit.mjs")).toContain("Node 22.22.3, 24.15 or newer");
  expect(text("templates/site/package.json")).toContain('"node": {{engines}}');
});

it("CLI-10 every Node that the project brings is one it can run on, and is in the lock file", () => {
  const { packages } = read("package-lock.json");
  for (const [name, version] of Object.entries(read("package.json").optionalDependencies)) {
    expect(isSuitable(version), name).toBe(true);
    expect(packages[`node_modules/${name}`], name).toMatchObject({
      version,
      integrity: expect.stringMatching(/^sha512-/) as string,
    });
  }
});
