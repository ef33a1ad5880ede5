import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { only } from "#tests/left-out.ts";

const SCRIPT = path.join(import.meta.dirname, "../.ci/run");
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true });
});

/** Runs the script where these programs exist, and no others; each notes that it was called. */
function run(programs: Readonly<Record<string, string>>) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-ci-"));
  folders.push(folder);
  const log = path.join(folder, "log");
  const bin = path.join(folder, "bin");
  fs.mkdirSync(bin);
  for (const name of ["dirname", "env"]) fs.symlinkSync(`/usr/bin/${name}`, path.join(bin, name));
  for (const [name, body] of Object.entries({ npm: "exit 0", ...programs }))
    fs.writeFileSync(path.join(bin, name), `#!/bin/sh\necho "${name} $*" >>"${log}"\n${body}\n`, {
      mode: 0o755,
    });
  const { status, stderr } = spawnSync("/bin/bash", [SCRIPT], {
    env: { PATH: bin, HOME: folder, TEST_DATABASE_URL: "postgres://named" },
    encoding: "utf8",
  });
  return { status, stderr, calls: fs.readFileSync(log, "utf8").trim().split("\n") };
}

const root = "echo 0";
const user = "echo 1000";

describe(".ci/run", only(process.platform !== "win32", "where there is a shell"), () => {
  it("the tests run where there is no apt-get", () => {
    const { status, stderr, calls } = run({ id: root });
    expect([status, calls]).toEqual([0, ["npm test"]]);
    for (const browser of ["Chromium's headless shell", "A full Chromium", "Firefox"])
      expect(stderr).toContain(`${browser} cannot be installed here`);
  });

  it("the tests run where apt-get fails", () => {
    const { status, calls } = run({ id: root, "apt-get": "exit 100" });
    expect(status).toBe(0);
    expect(calls.at(-1)).toBe("npm test");
    expect(calls.filter((call) => /^apt-get .* update$/.test(call))).toHaveLength(1);
  });

  it("without rights it asks sudo, and goes on without it", () => {
    const refused = run({ id: user, "apt-get": "exit 0", sudo: "exit 1" });
    expect(refused.status).toBe(0);
    expect(refused.calls.some((call) => /^sudo -n env .*apt-get/.test(call))).toBe(true);
    const none = run({ id: user, "apt-get": "exit 0" });
    expect([none.status, none.calls.at(-1)]).toEqual([0, "npm test"]);
    expect(none.calls.some((call) => call.startsWith("apt-get"))).toBe(false);
  });

  it("browsers that are missing are installed, and no others", () => {
    const installed = (programs: Readonly<Record<string, string>>): string[] =>
      run({ id: root, "apt-get": "exit 0", ...programs }).calls.flatMap(
        (call) =>
          /(chromium-headless-shell|chromium|firefox-esr)(?= fonts|$)/.exec(call)?.[1] ?? [],
      );
    const all = ["chromium-headless-shell", "chromium", "firefox-esr"];
    expect(installed({})).toEqual(all);
    for (const name of all)
      expect(installed({ [name]: "exit 0" })).toEqual(all.filter((one) => one !== name));
  });

  it("the result is that of the tests", () => {
    const { status, calls } = run({ id: root, chromium: "exit 0", npm: "exit 3" });
    expect([status, calls]).toEqual([3, ["npm test"]]);
  });
});
