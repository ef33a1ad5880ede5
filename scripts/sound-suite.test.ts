import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sampleOf } from "#tests/left-out.ts";
import { decideSoundSuite, type Git, SOUND_PATHS } from "./sound-suite.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
let folder = "";
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-sound-suite-"));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const git: Git = (...args) => {
  const { status, stdout } = spawnSync("git", args, { cwd: folder, encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
};
function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  fs.writeFileSync(path.join(folder, file), text);
}
function commit(file: string, text = "x"): void {
  write(file, text);
  git("add", ".");
  git("-c", "user.name=t", "-c", "user.email=t@t.example", "commit", "-qm", file);
}
function createRepository(): void {
  git("init", "-q", "-b", "main");
  commit("audio/a.ts");
  commit("docs/a.md");
}

describe("the sound suite", () => {
  it("runs where git is missing, has no repository or no earlier commit", () => {
    expect(decideSoundSuite(() => undefined).runs).toBe(true);
    expect(decideSoundSuite(git).runs).toBe(true);
    git("init", "-q", "-b", "main");
    expect(decideSoundSuite(git).runs).toBe(true);
    commit("docs/a.md");
    expect(decideSoundSuite(git).runs).toBe(true);
  });

  it("is skipped on a branch that changes nothing it depends on", () => {
    createRepository();
    git("checkout", "-q", "-b", "branch");
    commit("docs/b.md");
    commit("cli/new/a.ts");
    write("notes.txt", "untracked");
    const decision = decideSoundSuite(git);
    expect(decision.runs).toBe(false);
    expect(decision.reason).toContain(git("rev-parse", "main")!.slice(0, 8));
  });

  it.each(sampleOf(2, ["audio/b.ts", "package-lock.json", "cli/speech/b.ts", "models/net.json"]))(
    "runs where a branch commits, edits or adds %s",
    (file) => {
      createRepository();
      git("checkout", "-q", "-b", "branch");
      commit("docs/c.md");
      write(file, "untracked");
      expect(decideSoundSuite(git)).toMatchObject({
        runs: true,
        reason: expect.stringContaining(file),
      });
      commit(file);
      commit("docs/b.md");
      expect(decideSoundSuite(git)).toMatchObject({
        runs: true,
        reason: expect.stringContaining(file),
      });
    },
  );

  it("runs where a file was only edited, or removed", () => {
    createRepository();
    git("checkout", "-q", "-b", "branch");
    commit("docs/b.md");
    write("audio/a.ts", "edited");
    expect(decideSoundSuite(git).runs).toBe(true);
    git("checkout", "-q", "audio/a.ts");
    expect(decideSoundSuite(git).runs).toBe(false);
    fs.rmSync(path.join(folder, "audio/a.ts"));
    expect(decideSoundSuite(git).runs).toBe(true);
  });

  it("runs on the main branch, however many commits it has, unless a commit is named", () => {
    createRepository();
    commit("audio/b.ts");
    const earlier = git("rev-parse", "HEAD")!;
    commit("docs/b.md");
    expect(decideSoundSuite(git).runs).toBe(true);
    expect(decideSoundSuite(git, earlier).runs).toBe(false);
    expect(decideSoundSuite(git, `${earlier}^`).runs).toBe(true);
    expect(decideSoundSuite(git, "no-such-commit").runs).toBe(true);
  });

  it("depends on paths that exist and has its tests below them", () => {
    for (const name of SOUND_PATHS) expect(fs.existsSync(path.join(ROOT, name))).toBe(true);
    const files = execFileSync("git", ["ls-files", "*.sound.test.ts"], {
      cwd: ROOT,
      encoding: "utf8",
    });
    const outside = files
      .split("\n")
      .filter((file) => file && !SOUND_PATHS.some((name) => file.startsWith(`${name}/`)));
    expect(outside).toEqual([]);
  });
});
