import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { expectRecovery, makeEdited } from "./edited.ts";
import { run, start } from "./run.ts";
import { differences } from "./tree.ts";

it("CLI-1 a build that fails while code is bundled leaves no bundler at work", async () => {
  const { site, before } = await makeEdited({ editable: true });
  site.edit("runtime/Header.tsx", "<nav ", '<nav className="x" ');
  site.edit("content/tools/gamma.md", "cost: free", "cost: fre");
  await expect(site.build()).rejects.toMatchObject({ code: "PROBLEMS" });
  expect(differences(site.tree(), before)).toEqual([]);
  // Neither a partial bundle nor one that is still being written.
  expect(fs.readdirSync(site.bundles).filter((name) => name.includes("."))).toEqual([]);
  expect(childrenOf(process.pid).filter((line) => line.includes("bundle-process"))).toEqual([]);
  site.edit("content/tools/gamma.md", "cost: fre", "cost: free");
  await expectRecovery(site);
});

const childrenOf = (pid: number): string[] =>
  fs
    .readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
    .split(" ")
    .filter(Boolean)
    .map((child) => fs.readFileSync(`/proc/${child}/cmdline`, "utf8"));

it.each([3, 6, 12, 24])("CLI-1 SIGINT at change %i of the disk: exit 130", async (at) => {
  const { site, before } = await makeEdited();
  const env = { KILL_AT: String(at), KILL_SIGNAL: "SIGINT" };
  const { code, stderr } = await run(site, { hook: "hooks/kill-at.ts", env });
  expect(code).toBe(130);
  expect(stderr).toContain("Interrupted");
  expect(differences(site.tree(), before)).toEqual([]);
  await expectRecovery(site);
});

it.each(["SIGINT", "SIGTERM"] as const)(
  "CLI-1 %s while code is bundled: exit 130",
  async (signal) => {
    const { site, before } = await makeEdited();
    const bundles = path.join(site.work, "cache/bundle");
    fs.rmSync(bundles, { recursive: true });
    const { child, ended } = start(site);
    await expect
      .poll(() => childrenOf(child.pid!).length, { interval: 5, timeout: 60_000 })
      .toBeGreaterThan(0);
    child.kill(signal);
    const { code } = await ended;
    expect(code).toBe(130);
    expect(differences(site.tree(), before)).toEqual([]);
    await expectRecovery(site);
  },
);

it("CLI-1 an aborted build rejects with CANCELLED", async () => {
  const { site, before } = await makeEdited();
  const stop = new AbortController();
  const onProgress = (stage: string): void => {
    if (stage === "render") stop.abort();
  };
  await expect(site.build({ signal: stop.signal, onProgress })).rejects.toMatchObject({
    code: "CANCELLED",
  });
  expect(differences(site.tree(), before)).toEqual([]);
  await expectRecovery(site);
});
