import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "#tests/fixtures/run-toolkit.ts";
import { needs } from "#tests/left-out.ts";

const script = async (shell: string): Promise<string> =>
  (await run(os.tmpdir(), ["completions", shell])).out;

/** Completions of bash for a line whose last word is being typed. */
async function complete(...line: string[]): Promise<string[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-completions-"));
  fs.writeFileSync(path.join(folder, "talk.wav"), "");
  const { stdout, stderr } = spawnSync(
    "bash",
    [
      "--norc",
      "-c",
      'eval "$TOOLKIT_SCRIPT"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _toolkit; printf "%s\\n" "${COMPREPLY[@]}"',
      "bash",
      ...line,
    ],
    {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, TOOLKIT_SCRIPT: await script("bash") },
    },
  );
  fs.rmSync(folder, { recursive: true });
  expect(stderr).toBe("");
  return stdout.split("\n").filter((word) => word !== "");
}

describe("CLI-10 completions", () => {
  it("offer the commands, those of a command, and its options", async () => {
    expect(await complete("toolkit", "pre")).toEqual(["preview"]);
    expect(await complete("toolkit", "new", "t")).toEqual(["tool"]);
    expect(await complete("toolkit", "new", "tool", "x", "--men")).toEqual(["--menu"]);
    expect(await complete("toolkit", "--root", "new", "dev", "--op")).toEqual(["--open"]);
    expect(await complete("toolkit", "check", "--format", "s")).toEqual(["sarif"]);
    expect(await complete("toolkit", "process", "denoise", "ta")).toEqual(["talk.wav"]);
  });

  it("are the same in fish", needs(!spawnSync("fish", ["--version"]).error, "fish"), async () => {
    const lines = [
      "toolkit pre",
      "toolkit new t",
      "toolkit new tool x --men",
      "toolkit check --format s",
    ];
    const completions = lines.map((line) => `complete -C '${line}'`).join("; ");
    const { stdout, stderr } = spawnSync(
      "fish",
      ["--no-config", "-c", `printf %s $TOOLKIT_SCRIPT | source; ${completions}`],
      {
        encoding: "utf8",
        env: { ...process.env, TOOLKIT_SCRIPT: await script("fish") },
      },
    );
    expect(stderr).toBe("");
    const words = stdout
      .trim()
      .split("\n")
      .map((line) => line.split("\t")[0]);
    expect(words).toEqual(["preview", "tool", "--menu", "sarif"]);
  });

  it("are there for every shell, with every command", async () => {
    for (const shell of ["bash", "zsh", "fish", "powershell"]) {
      const text = await script(shell);
      for (const command of ["build", "dev", "doctor", "completions", "locales"])
        expect(text).toContain(command);
      if (shell === "powershell") continue;
      const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-completions-")), shell);
      fs.writeFileSync(file, text);
      const { error, stderr } = spawnSync(shell, ["-n", file], { encoding: "utf8" });
      fs.rmSync(path.dirname(file), { recursive: true });
      if (!error) expect(stderr).toBe("");
    }
  });

  it("are refused for an unknown shell", async () => {
    const { code, err } = await run(os.tmpdir(), ["completions", "bsh"]);
    expect(code).toBe(2);
    expect(err).toContain('Did you mean "bash"?');
  });
});
