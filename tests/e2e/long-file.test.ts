import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, inject, it } from "vitest";
import { inLongRun } from "../left-out.ts";

// What grows with the file is seen in twenty minutes as well as in two hours, which the bench measures.
it(
  "TLS-3 twenty minutes need less than 400 MB, no more at their end than in their middle",
  { ...inLongRun, timeout: 1_800_000 },
  async () => {
    const root = path.resolve(import.meta.dirname, "../..");
    const options = ["--minutes", "20", "--tools", "trim,volume,silence", "--json"];
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ["bench/long-file/run.ts", ...options],
      {
        cwd: root,
        env: { ...process.env, TOOLKIT_E2E_SITE: path.relative(root, inject("dist")) },
      },
    );
    expect(stdout, stderr).not.toBe("");
    const found = JSON.parse(stdout) as {
      readonly tool: string;
      readonly maxMemory: number;
      readonly growth: number;
    }[];
    expect(found.map(({ tool }) => tool)).toEqual(["trim", "volume", "silence"]);
    for (const { tool, maxMemory, growth } of found) {
      expect.soft(maxMemory, tool).toBeLessThan(400e6);
      // Garbage comes and goes: 26 to 60 MB in seven runs of volume, the more the less is held in all.
      expect.soft(growth, tool).toBeLessThan(75e6);
    }
  },
);
