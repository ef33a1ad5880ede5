import { fork } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { ToolkitError } from "#core/errors/errors.ts";
import { isLong } from "../left-out.ts";
import { shareBundles, run } from "./run.ts";
import { HOME, litterOf, makeFolder, makeSite } from "./site.ts";
import { differences } from "./tree.ts";

it("CLI-1 of two builds in two processes one wins, and the other says that a build is running", async () => {
  const site = makeSite();
  await site.build();
  shareBundles(site);
  const seen = new Set<string>();
  for (let round = 0; round < (isLong ? 6 : 3); round++) {
    site.edit("content/tools/gamma.md", "Text", `Text ${round} `);
    const results = await Promise.all([run(site), run(site), run(site)]);
    for (const { code, stderr } of results) {
      if (code !== 0) expect(stderr).toContain("Error [BUILD_RUNNING]");
      expect(code).toBeOneOf([0, 1]);
      seen.add(String(code));
    }
    expect(results.map(({ code }) => code)).toContain(0);
    expect(differences(site.tree(), await site.cold())).toEqual([]);
    expect(litterOf(site)).toEqual([]);
  }
  expect([...seen].sort()).toEqual(["0", "1"]);
});

it("CLI-1 of two builds in one process the second is refused, and the first is not disturbed", async () => {
  const site = makeSite();
  const first = site.build();
  await expect(site.build()).rejects.toMatchObject({
    code: "BUILD_RUNNING",
    params: { pid: process.pid },
  });
  await first;
  expect(differences(site.tree(), await site.cold())).toEqual([]);
  expect((await site.build()).rendered).toBe(0);
  expect(litterOf(site)).toEqual([]);
});

it("CLI-1 builds of several sites in one process share nothing", async () => {
  const sites = Array.from({ length: 4 }, (_, at) => {
    const site = makeSite();
    site.edit("content/tools/gamma.md", "Text of", `Words ${at} of`);
    return site;
  });
  await Promise.all(sites.map((site) => site.build()));
  for (const site of sites) expect(differences(site.tree(), await site.cold())).toEqual([]);
});

it("CLI-1 sites that share their bundles may bundle at the same time", async () => {
  const bundleCache = makeFolder("bundles");
  const sites = Array.from({ length: 3 }, () => makeSite());
  await Promise.all(sites.map((site) => site.build({ bundleCache })));
  for (const site of sites) expect(differences(site.tree(), await site.cold())).toEqual([]);
  expect(fs.readdirSync(bundleCache)).toHaveLength(1);
});

const STALE = {
  "a process that is gone": () => String(deadProcess()),
  "a process that is gone, whose number another one has": () => `${process.ppid} 1`,
  ignored: () => "",
  "this process, from before it started": () => `${process.pid} 1`,
  "something that is no number": () => "garbage",
};

/** Number of a process that has ended. */
function deadProcess(): number {
  for (let pid = 4_000_000; ; pid--) if (!fs.existsSync(`/proc/${pid}`)) return pid;
}

it.each(Object.entries(STALE))("CLI-1 a lock of %s is taken over", async (_, owner) => {
  const site = makeSite();
  site.write(".toolkit/lock", owner());
  await site.build();
  expect(differences(site.tree(), await site.cold())).toEqual([]);
  expect(litterOf(site)).toEqual([]);
});

it("CLI-1 a lock of a process that lives is respected", async () => {
  const site = makeSite();
  site.write(".toolkit/lock", String(process.ppid));
  const failure = await site.build().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ToolkitError);
  expect(failure).toMatchObject({ code: "BUILD_RUNNING", params: { pid: process.ppid } });
  expect(fs.existsSync(site.out)).toBe(false);
  expect(site.read(".toolkit/lock")).toBe(String(process.ppid));
});

it("CLI-1 of many processes that find a lock left behind exactly one takes it", async () => {
  const lock = path.join(makeFolder("lock"), "lock");
  const hook = path.join(HOME, "tests/sites/hooks/hold-lock.ts");
  const children = Array.from({ length: 6 }, () => fork(hook, [lock]));
  await Promise.all(children.map((child) => once(child, "message")));
  const ask = async (message: string): Promise<unknown[]> =>
    Promise.all(
      children.map(async (child) => {
        const answer = once(child, "message");
        child.send(message);
        return (await answer)[0] as unknown;
      }),
    );
  for (let round = 0; round < 60; round++) {
    fs.writeFileSync(lock, String(deadProcess()));
    const answers = await ask("take");
    expect(answers.filter((answer) => answer === "taken")).toHaveLength(1);
    expect(answers.filter((answer) => answer === "BUILD_RUNNING")).toHaveLength(5);
    await ask("give back");
    expect(fs.readdirSync(path.dirname(lock))).toEqual([]);
  }
  for (const child of children) child.disconnect();
});
