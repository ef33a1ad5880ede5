import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { expectFailure, expectRecovery, makeEdited } from "./edited.ts";
import { run } from "./run.ts";
import { type TestSite, makeFolder } from "./site.ts";
import { differences } from "./tree.ts";
import { isLong } from "../left-out.ts";

const LARGE = {
  hook: "hooks/low-thresholds.ts",
  env: { LOW_THRESHOLDS: JSON.stringify({ largePages: 1, worthAThread: 1, pagesATask: 1 }) },
};

it.for([
  { name: "small", options: {} },
  { name: "large", options: LARGE },
])(
  "CLI-1 a full disk, a $name site: DISK_FULL, the site as it was, and the next build works",
  async ({ options }, { skip, task }) => {
    const disk = makeFolder("disk");
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=16m", "tmpfs", disk], { stdio: "pipe" });
    } catch (error) {
      if (isLong) throw error;
      const leftOut = "needs a disk that can be mounted";
      task.meta.leftOut = leftOut;
      skip(leftOut);
    }
    try {
      const { site, before } = await makeEdited({ parent: disk });
      const filler = path.join(disk, "filler");
      const fill = (room: number): void => {
        const { bavail, bsize } = fs.statfsSync(disk);
        fs.writeFileSync(filler, new Uint8Array((bavail - room) * bsize));
      };
      for (const room of isLong ? [0, 1, 4, 8] : [1, 8]) {
        site.edit("content/tools/gamma.md", "Words of", `Words ${room} of`);
        fill(room);
        expectFailure(await run(site, options), "DISK_FULL");
        expect(differences(site.tree(), before)).toEqual([]);
        fs.rmSync(filler);
        site.edit("content/tools/gamma.md", `Words ${room} of`, "Words of");
        // From nothing, too: a large site gets its second tree then.
        fill(room);
        expectFailure(await run(site, { ...options, args: ["--clean"] }), "DISK_FULL");
        expect(differences(site.tree(), before)).toEqual([]);
        fs.rmSync(filler);
      }
      expect((await run(site, options)).code).toBe(0);
      expect(differences(site.tree(), await site.cold())).toEqual([]);
    } finally {
      execFileSync("umount", [disk]);
    }
  },
);

/** Who is not root: only they can be forbidden anything. */
const UNPRIVILEGED = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const give = (site: TestSite): void => {
  if (!("uid" in UNPRIVILEGED)) return;
  fs.chmodSync(path.dirname(site.root), 0o755);
  execFileSync("chown", ["-R", "65534:65534", site.root]);
};

it("CLI-1 a folder that may not be written: NO_PERMISSION", async () => {
  const { site, before } = await makeEdited();
  give(site);
  const forbidden = [".toolkit/trees", ".toolkit/cache", ".toolkit", ""];
  for (const folder of forbidden) {
    fs.chmodSync(site.path(folder), 0o555);
    const result = await run(site, UNPRIVILEGED);
    expectFailure(result, "NO_PERMISSION");
    expect(result.stderr).toContain(folder || "dist");
    expect(differences(site.tree(), before)).toEqual([]);
    fs.chmodSync(site.path(folder), 0o755);
  }
  expect((await run(site, UNPRIVILEGED)).code).toBe(0);
  await expectRecovery(site);
});

it("CLI-1 a file that may not be read: NO_PERMISSION with its name", async () => {
  const { site, before } = await makeEdited();
  give(site);
  const files = [
    "content/tools/gamma.md",
    "locales/de/site.json",
    "public/file.txt",
    "content/tools",
  ];
  site.write("public/file.txt", "text");
  for (const file of files) {
    const { mode } = fs.statSync(site.path(file));
    fs.chmodSync(site.path(file), 0o000);
    const result = await run(site, UNPRIVILEGED);
    fs.chmodSync(site.path(file), mode);
    expectFailure(result, "NO_PERMISSION");
    expect(result.stderr).toContain(file);
    expect(differences(site.tree(), before)).toEqual([]);
  }
  await expectRecovery(site);
});

it.each(["linkSync", "readdirSync:content", "statSync:gamma", "linkSync:trees"])(
  "CLI-1 no more files can be opened after %s: TOO_MANY_FILES",
  async (at) => {
    const { site, before } = await makeEdited();
    const result = await run(site, {
      by: ["prlimit", "--nofile=64"],
      hook: "hooks/exhaust-files.ts",
      env: { EXHAUST_AT: at },
    });
    expectFailure(result, "TOO_MANY_FILES");
    expect(differences(site.tree(), before)).toEqual([]);
    await expectRecovery(site);
  },
);

it("CLI-1 no files left for the bundler: TOO_MANY_FILES", async () => {
  const { site, before } = await makeEdited();
  fs.rmSync(path.join(site.work, "cache/bundle"), { recursive: true });
  const result = await run(site, {
    by: ["prlimit", "--nofile=64"],
    hook: "hooks/exhaust-files.ts",
    env: { EXHAUST_AT: "realpathSync:site/runtime" },
  });
  expectFailure(result, "TOO_MANY_FILES");
  expect(differences(site.tree(), before)).toEqual([]);
  await expectRecovery(site);
});
