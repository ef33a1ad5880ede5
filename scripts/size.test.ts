import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";

const SCRIPT = path.join(import.meta.dirname, "size.mjs");

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

const noise = (bytes: number): string => randomBytes(bytes / 2).toString("hex");
const PAGE = `<html><head><link rel="preload" as="font" href="/assets/serif-a.woff2"><link rel="stylesheet" href="/assets/style-shared-a.css"><link rel="stylesheet" href="/assets/style-home-a.css"><script type="module" src="/assets/client-a.js"></script></head><body data-kind="home"></body></html>`;
const BUDGETS = {
  fonts: 1100,
  "html home": 400,
  "offline shared": 700,
  scripts: 1100,
  "style kind": 600,
  "style shared": 1100,
};

function makeSite(files: Readonly<Record<string, string>> = {}, budgets: object = BUDGETS) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "size-"));
  folders.push(root);
  const all: Record<string, string> = {
    "size-budgets.json": JSON.stringify(budgets),
    "dist/index.html": PAGE,
    "dist/assets/style-shared-a.css": "shared",
    "dist/assets/style-home-a.css": "home",
    "dist/assets/client-a.js": "client",
    "dist/assets/serif-a.woff2": "serif",
    "dist/assets/dialog-a.js": "dialog",
    "dist/builds/latest.json": '{ "id": "a" }',
    "dist/builds/meta/a.json": '{ "offline": { "shared": ["/assets/dialog-a.js"] } }',
    ...files,
  };
  for (const [file, text] of Object.entries(all)) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  }
  return spawnSync(process.execPath, [SCRIPT, "--root", root], { encoding: "utf8" });
}

describe("size budgets", () => {
  it("hold for a site within them, whatever earlier builds left", () => {
    const { status, stdout } = makeSite({ "dist/assets/client-old.js": noise(90_000) });
    expect(stdout).not.toContain("OVER");
    expect(status).toBe(0);
  });

  it.each([
    ["scripts", "dist/assets/client-a.js"],
    ["fonts", "dist/assets/serif-a.woff2"],
    ["offline shared", "dist/assets/dialog-a.js"],
    ["style shared", "dist/assets/style-shared-a.css"],
    ["style kind", "dist/assets/style-home-a.css"],
  ])("catch %s that grow", (measure, file) => {
    const { status, stdout } = makeSite({ [file]: noise(6000) });
    expect(status).toBe(1);
    expect(stdout.match(/^OVER.*/gm)).toEqual([expect.stringContaining(`OVER  ${measure}`)]);
  });

  it("count what hydration loads, and nothing that comes later", () => {
    const files = {
      "dist/assets/client-a.js": 'import("./start-b.js")',
      "dist/assets/start-b.js": 'import "./react-c.js"; import("./later-d.js")',
      "dist/assets/react-c.js": noise(3000),
      "dist/assets/later-d.js": noise(30_000),
    };
    const budgets = { ...BUDGETS, "scripts hydrated": 4000 };
    expect(makeSite(files, budgets).stdout).toMatch(/^ok +scripts hydrated/m);
    const more = { ...files, "dist/assets/react-c.js": noise(9000) };
    expect(makeSite(more, budgets).stdout).toMatch(/^OVER +scripts hydrated/m);
  });

  it("catch the largest page of a kind, in any locale", () => {
    const big = PAGE.replace("</body>", `${noise(2000)}</body>`);
    const { status, stdout } = makeSite({ "dist/de/index.html": big });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^OVER  html home .*de\/index\.html$/m);
  });

  it("want a budget for each kind of page, and a page for each budget", () => {
    const { "html home": _, ...rest } = BUDGETS;
    const { status, stdout, stderr } = makeSite({}, { ...rest, "html tool": 1000 });
    expect(status).toBe(1);
    expect(stdout).toContain("no budget");
    expect(stderr).toContain('no page has "html tool"');
  });

  it("fail where a page names a file that is not there", () => {
    const { status, stderr } = makeSite({
      "dist/index.html": PAGE.replace("client-a", "client-b"),
    });
    expect(status).toBe(1);
    expect(stderr).toBe("index.html: /assets/client-b.js does not exist.\n");
  });
});
