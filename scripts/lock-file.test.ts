import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { sampleOf } from "#tests/left-out.ts";

interface Package {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: string | readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Platform {
  readonly os: string;
  readonly cpu: string;
  readonly libc?: string;
}

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => fs.readFileSync(path.join(root, file), "utf8");
const { packages } = JSON.parse(read("package-lock.json")) as {
  packages: Readonly<Record<string, Package>>;
};
const installed = Object.entries(packages).filter(([folder]) => folder !== "");

/** Who can build the site: `toolkit` and its tests run on all of these. */
/** One of each system and processor first. */
const PLATFORMS: readonly Platform[] = [
  { os: "win32", cpu: "x64" },
  { os: "darwin", cpu: "arm64" },
  { os: "linux", cpu: "arm64", libc: "musl" },
  { os: "linux", cpu: "x64", libc: "musl" },
  { os: "linux", cpu: "arm64", libc: "glibc" },
  { os: "linux", cpu: "x64", libc: "glibc" },
  { os: "darwin", cpu: "x64" },
  { os: "win32", cpu: "arm64" },
];

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-lock-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** Places where a package that the one at `place` names may be, nearest first. */
function candidatesOf(folder: string, name: string): string[] {
  const own = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
  if (folder === "") return [own];
  const end = folder.lastIndexOf("/node_modules/");
  return [own, ...candidatesOf(end < 0 ? "" : folder.slice(0, end), name)];
}

const runsOn = ({ os: systems, cpu, libc }: Package, platform: Platform): boolean =>
  (!systems || systems.includes(platform.os)) &&
  (!cpu || cpu.includes(platform.cpu)) &&
  (!libc || (platform.libc !== undefined && [libc].flat().includes(platform.libc)));

/** What `npm ci` would install, as `name version`. Only the two files are read: no registry is asked. */
function dryRun(lock: string, platform: Platform): string[] {
  fs.writeFileSync(path.join(folder, "package.json"), read("package.json"));
  fs.writeFileSync(path.join(folder, "package-lock.json"), lock);
  const argv = ["ci", "--dry-run", "--offline", "--ignore-scripts", "--loglevel=error"];
  const { os: system, cpu, libc } = platform;
  argv.push(`--cache=${folder}/cache`, `--os=${system}`, `--cpu=${cpu}`);
  if (libc) argv.push(`--libc=${libc}`);
  const options = { cwd: folder, encoding: "utf8", stdio: "pipe" } as const;
  const output = execFileSync("npm", argv, { ...options, shell: process.platform === "win32" });
  return [...output.matchAll(/^add (.+)$/gm)].map(([, added = ""]) => added);
}

it("CLI-10 the lock file has each package that another one may bring, on any platform", () => {
  const missing = Object.entries(packages).flatMap(([folder, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !candidatesOf(folder, name).some((each) => packages[each]))
      .map((name) => `${folder}: ${name}`),
  );
  expect(missing).toEqual([]);
});

it("CLI-10 the lock file names no registry, and has a checksum of every package", () => {
  expect(installed.filter(([, { resolved }]) => resolved)).toEqual([]);
  const without = installed.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"));
  expect(without).toEqual([]);
});

for (const platform of sampleOf(3, PLATFORMS))
  it(`CLI-10 \`npm ci\` installs what ${Object.values(platform).join(" ")} needs`, () => {
    const added = dryRun(read("package-lock.json"), platform);
    const expected = installed
      .filter(([, each]) => each.os && runsOn(each, platform))
      .map(([folder, { version }]) => `${folder.split("node_modules/").at(-1)} ${version}`);
    expect(expected.some((each) => each.startsWith("@rolldown/binding-"))).toBe(true);
    expect(added.filter((each) => expected.includes(each)).toSorted()).toEqual(expected.toSorted());
  });

it("CLI-10 `npm ci` refuses a lock file that lacks a package of another platform", () => {
  const { "node_modules/@oxlint/binding-win32-x64-msvc": absent, ...others } = packages;
  expect(absent).toBeDefined();
  const lock = { ...(JSON.parse(read("package-lock.json")) as object), packages: others };
  expect(() => dryRun(JSON.stringify(lock), { os: "linux", cpu: "x64", libc: "glibc" })).toThrow(
    "EUSAGE",
  );
});
