import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { toolFile } from "./content.ts";
import type { Result } from "./run.ts";
import { lendBundles, run, start } from "./run.ts";
import type { SiteOptions, TestSite } from "./site.ts";
import { litterOf, makeFolder, makeSite } from "./site.ts";
import type { Tree } from "./tree.ts";
import { differences } from "./tree.ts";

/** A published site of which a page has been edited since. */
async function makeEdited(options?: SiteOptions): Promise<{ site: TestSite; before: Tree }> {
  const site = makeSite(options);
  await site.build();
  lendBundles(site);
  const before = site.tree();
  site.edit("content/tools/gamma.md", "Text of", "Words of");
  return { site, before };
}

/** After the cause has gone the site builds as if nothing had been. */
async function expectRecovery(site: TestSite): Promise<void> {
  await site.build();
  expect(differences(site.tree(), await site.cold())).toEqual([]);
  expect(litterOf(site)).toEqual([]);
}

function expectFailure({ code, stderr }: Result, name: string): void {
  expect(stderr).toContain(`Error [${name}]`);
  expect(code).toBe(1);
  expect(stderr).not.toMatch(/^\s+at /m);
}

it("CLI-1 a full disk: DISK_FULL, the site as it was, and the next build works", async ({
  skip,
}) => {
  const disk = makeFolder("disk");
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=3m", "tmpfs", disk], { stdio: "pipe" });
  } catch (error) {
    skip(`no disk can be mounted here: ${(error as Error).message}`);
  }
  try {
    const { site, before } = await makeEdited({ parent: disk });
    const filler = path.join(disk, "filler");
    for (const room of [0, 1, 4, 8]) {
      site.edit("content/tools/gamma.md", "Words of", `Words ${room} of`);
      const { bavail, bsize } = fs.statfsSync(disk);
      fs.writeFileSync(filler, new Uint8Array((bavail - room) * bsize));
      expectFailure(await run(site), "DISK_FULL");
      expect(differences(site.tree(), before)).toEqual([]);
      fs.rmSync(filler);
      site.edit("content/tools/gamma.md", `Words ${room} of`, "Words of");
    }
  } finally {
    execFileSync("umount", [disk]);
  }
});

/** Who is not root: only they can be forbidden anything. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const give = (site: TestSite): void => {
  if (!("uid" in NOBODY)) return;
  fs.chmodSync(path.dirname(site.root), 0o755);
  execFileSync("chown", ["-R", "65534:65534", site.root]);
};

it("CLI-1 a folder that may not be written: NO_PERMISSION", async () => {
  const { site, before } = await makeEdited();
  give(site);
  const forbidden = [".toolkit/trees", ".toolkit/cache", ".toolkit", ""];
  for (const folder of forbidden) {
    fs.chmodSync(site.path(folder), 0o555);
    const result = await run(site, NOBODY);
    expectFailure(result, "NO_PERMISSION");
    expect(result.stderr).toContain(folder || "dist");
    expect(differences(site.tree(), before)).toEqual([]);
    fs.chmodSync(site.path(folder), 0o755);
  }
  expect((await run(site, NOBODY)).code).toBe(0);
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
    const result = await run(site, NOBODY);
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
    env: { EXHAUST_AT: "realpathSync:runtime" },
  });
  expectFailure(result, "TOO_MANY_FILES");
  expect(differences(site.tree(), before)).toEqual([]);
  await expectRecovery(site);
});

interface Broken {
  readonly name: string;
  readonly code: string;
  readonly file: string;
  readonly text: (before: string) => string;
  /** What the message must name. */
  readonly says: string;
}
const BROKEN: readonly Broken[] = [
  {
    name: "a page that throws while it is rendered",
    code: "PAGE_FAILED",
    file: "runtime/pages/Tool.tsx",
    text: (before) =>
      before.replace(
        "return (",
        'if (page.slug === "beta") throw new RangeError("no beta");\nreturn (',
      ),
    says: "/beta: no beta",
  },
  {
    name: "a component that does not parse",
    code: "BUNDLE_FAILED",
    file: "runtime/Header.tsx",
    text: (before) => before.replace("</header>", "</hdr>"),
    says: "runtime/Header.tsx",
  },
  {
    name: "a component that names a module which is not there",
    code: "BUNDLE_FAILED",
    file: "runtime/Header.tsx",
    text: (before) => `import "./nowhere.ts";\n${before}`,
    says: "nowhere.ts",
  },
  {
    name: "a module that throws when it is loaded",
    code: "BUNDLE_FAILED",
    file: "runtime/lookup.ts",
    text: (before) => `${before}throw new RangeError("not loaded");\n`,
    says: "not loaded",
  },
  {
    name: "a stylesheet that does not parse",
    code: "BUNDLE_FAILED",
    file: "runtime/pages/tool.module.css",
    text: () => ".tool { color: ",
    says: "tool.module.css",
  },
  {
    name: "a runtime without its entry",
    code: "BUNDLE_FAILED",
    file: "runtime/entry-server.tsx",
    text: () => "",
    says: "entry-server",
  },
  {
    name: "a panel that does not parse",
    code: "BUNDLE_FAILED",
    file: "runtime/panels/bench/panel.ts",
    text: () => "export default {",
    says: "panels/bench/panel.ts",
  },
  {
    name: "a panel that exports nothing",
    code: "BUNDLE_FAILED",
    file: "runtime/panels/bench/panel.ts",
    text: () => "export {};\n",
    says: "panels/bench/panel.ts",
  },
  {
    name: "a configuration that does not parse",
    code: "CONFIG_UNREADABLE",
    file: "toolkit.config.ts",
    text: () => "export default {",
    says: "toolkit.config.ts",
  },
  {
    name: "a configuration with a wrong value",
    code: "CONFIG_INVALID",
    file: "toolkit.config.ts",
    text: (before) => before.replace('"daily"', '"dayly"').replace('"nobody"', "7"),
    says: "site.contact",
  },
  {
    name: "content with a wrong value",
    code: "FIELD_INVALID",
    file: "content/tools/gamma.md",
    text: (before) => before.replace("cost: free", "cost: fre"),
    says: "content/tools/gamma.md:6:7",
  },
  {
    name: "messages that do not parse",
    code: "MESSAGE_INVALID",
    file: "locales/de/site.json",
    text: () => '{\n  "brand": }',
    says: "locales/de/site.json:2:12",
  },
];

it.each(BROKEN)("CLI-1 $name: $code", async ({ file, text, code, says }) => {
  const { site, before } = await makeEdited({ editable: true });
  const whole = site.read(file);
  const broken = text(whole);
  expect(broken).not.toBe(whole);
  if (broken === "") site.remove(file);
  else site.write(file, broken);
  const result = await run(site);
  expectFailure(result, code);
  expect(result.stderr).toContain(says);
  expect(result.stderr).not.toContain("Bug in toolkit");
  expect(differences(site.tree(), before)).toEqual([]);
  site.write(file, whole);
  await expectRecovery(site);
});

it("CLI-1 a page that throws in a thread: PAGE_FAILED with its file, as JSON for CI", async () => {
  const { site, before } = await makeEdited({ editable: true });
  for (let at = 0; at < 90; at++)
    site.write(`content/tools/more-${at}.md`, toolFile(`more-${at}`, ["alpha"]));
  site.edit(
    "runtime/pages/Tool.tsx",
    "return (",
    'if (page.slug === "more-80") throw Error("no");return (',
  );
  const { code, stdout } = await run(site, { args: ["--threads", "2", "--json"] });
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    code: "PAGE_FAILED",
    params: { path: expect.stringMatching(/\/more-80$/) },
    location: { file: "content/tools/more-80.md" },
  });
  expect(differences(site.tree(), before)).toEqual([]);
});

it("CLI-1 a link to a runtime that is not there: an error that names it", async () => {
  const { site, before } = await makeEdited();
  const target = fs.realpathSync(site.path("runtime"));
  site.remove("runtime");
  fs.symlinkSync("nowhere", site.path("runtime"));
  const result = await run(site);
  expectFailure(result, "IO_FAILED");
  expect(result.stderr).toContain(site.path("runtime"));
  expect(differences(site.tree(), before)).toEqual([]);
  site.remove("runtime");
  fs.symlinkSync(target, site.path("runtime"));
  await expectRecovery(site);
});

it("CLI-1 a build that fails while code is bundled leaves no bundler at work", async () => {
  const { site, before } = await makeEdited({ editable: true });
  site.edit("runtime/Header.tsx", "<nav ", '<nav className="x" ');
  site.edit("content/tools/gamma.md", "cost: free", "cost: fre");
  await expect(site.build()).rejects.toMatchObject({ code: "PROBLEMS" });
  expect(differences(site.tree(), before)).toEqual([]);
  // Neither half a bundle nor one that somebody still writes.
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
    await expect.poll(() => childrenOf(child.pid!).length, { interval: 5 }).toBeGreaterThan(0);
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
